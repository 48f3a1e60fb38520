import { expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest, toldOf } from '../../../scripts/test/failures.ts';

const VITEST = {
  testResults: [
    {
      name: '/home/ada/usher/tests/shared/verdict.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a guest is let in', status: 'passed', failureMessages: [] },
        {
          fullName: 'a guest is turned away',
          status: 'failed',
          failureMessages: ['AssertionError: expected \u001b[32m1\u001b[39m to be 2\n    at there'],
        },
      ],
    },
    {
      name: '/home/ada/usher/tests/main/kiosk.test.ts',
      status: 'failed',
      message: 'SyntaxError: Unexpected token',
      assertionResults: [],
    },
    { name: 'fine.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
};

const failed = { status: 'failed', errors: [{ message: 'Error: the door stays shut' }] };
const PLAYWRIGHT = {
  errors: [{ message: 'Error: no tests found' }],
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              title: 'codes come through',
              file: 'wedge.test.ts',
              line: 47,
              ok: false,
              tests: [{ results: [failed, { status: 'passed', errors: [] }] }],
            },
            { title: 'none is lost', file: 'wedge.test.ts', line: 61, ok: true, tests: [] },
          ],
        },
      ],
    },
  ],
};

test('a failed test is told by its file, its name and its words, and a file that never ran is, too', () => {
  expect(failuresOfVitest(VITEST, '/home/ada/usher')).toEqual([
    {
      where: 'tests/shared/verdict.test.ts › a guest is turned away',
      why: 'AssertionError: expected 1 to be 2\n    at there',
    },
    { where: 'tests/main/kiosk.test.ts', why: 'SyntaxError: Unexpected token' },
  ]);
});

test('a test within a described part is found, and what failed outside of all tests is told as well', () => {
  expect(failuresOfPlaywright(PLAYWRIGHT)).toEqual([
    { where: 'end to end', why: 'Error: no tests found' },
    { where: 'wedge.test.ts:47 › codes come through', why: 'Error: the door stays shut' },
  ]);
});

test('only the beginning of a long complaint is repeated', () => {
  const why = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const told = toldOf({ where: 'here', why }).split('\n');
  expect(told[0]).toBe('✘ here');
  expect(told[1]).toBe('    line 0');
  expect(told.length).toBeLessThan(30);
  expect(told.at(-1)).toBe('    …');
});

test('a report that is no report is an error', () => {
  expect(() => failuresOfVitest({}, '/')).toThrow();
  expect(() => failuresOfPlaywright({})).toThrow();
});
