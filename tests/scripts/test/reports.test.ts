import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywright, readVitest, toldOf, type Case } from '../../../scripts/test/reports.ts';

const VITEST = {
  testResults: [
    {
      name: resolve('tests/shared/verdict.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a guest is let in', status: 'passed', failureMessages: [] },
        {
          fullName: 'a guest is turned away',
          status: 'failed',
          failureMessages: ['AssertionError: expected \u001b[32m1\u001b[39m to be 2\n    at there'],
        },
        { fullName: 'there is a scanner', status: 'pending', failureMessages: [] },
        { fullName: 'there will be two', status: 'todo', failureMessages: [] },
      ],
    },
    {
      name: resolve('tests/main/kiosk/create-kiosk.test.ts'),
      status: 'failed',
      message: 'SyntaxError: Unexpected token',
      assertionResults: [],
    },
    { name: resolve('fine.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ],
};

const failed = { errors: [{ message: 'Error: the door stays shut' }] };
const passed = { errors: [] };
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
              tests: [{ status: 'unexpected', results: [failed] }],
            },
            {
              title: 'none is doubled',
              file: 'wedge.test.ts',
              line: 55,
              tests: [{ status: 'flaky', results: [failed, passed] }],
            },
            {
              title: 'none is lost',
              file: 'wedge.test.ts',
              line: 61,
              tests: [{ status: 'expected', results: [passed] }],
            },
            {
              title: 'with a display',
              file: 'wedge.test.ts',
              line: 70,
              tests: [{ status: 'skipped', results: [] }],
            },
          ],
        },
      ],
    },
  ],
};

const ending = (status: Case['status'], cases: readonly Case[]) =>
  cases.filter((each) => each.status === status).map(({ where }) => where);

test('a test is told by its file, its name and its words, and a file that never ran has failed', () => {
  const cases = readVitest(VITEST);
  expect(cases.filter(({ status }) => status === 'failed')).toEqual([
    {
      where: 'tests/shared/verdict.test.ts › a guest is turned away',
      status: 'failed',
      why: 'AssertionError: expected 1 to be 2\n    at there',
    },
    {
      where: 'tests/main/kiosk/create-kiosk.test.ts',
      status: 'failed',
      why: 'SyntaxError: Unexpected token',
    },
  ]);
  expect(ending('passed', cases)).toEqual(['tests/shared/verdict.test.ts › a guest is let in']);
  expect(ending('skipped', cases)).toHaveLength(2);
});

test('a test within a described part is found, and what failed outside of all tests is told as well', () => {
  const cases = readPlaywright(PLAYWRIGHT);
  expect(cases.slice(0, 2)).toEqual([
    { where: 'end to end', status: 'failed', why: 'Error: no tests found' },
    {
      where: 'wedge.test.ts:47 › codes come through',
      status: 'failed',
      why: 'Error: the door stays shut',
    },
  ]);
  expect(ending('passed', cases)).toEqual(['wedge.test.ts:61 › none is lost']);
  expect(ending('skipped', cases)).toEqual(['wedge.test.ts:70 › with a display']);
});

test('what passes only now and then has failed', () => {
  expect(ending('failed', readPlaywright(PLAYWRIGHT))).toContain(
    'wedge.test.ts:55 › none is doubled',
  );
});

test('only the beginning of a long complaint is repeated', () => {
  const why = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const told = toldOf({ where: 'here', status: 'failed', why }).split('\n');
  expect(told[0]).toBe('✘ here');
  expect(told[1]).toBe('    line 0');
  expect(told.length).toBeLessThan(30);
  expect(told.at(-1)).toBe('    …');
});

test('a report that is no report is an error', () => {
  expect(() => readVitest({})).toThrow();
  expect(() => readPlaywright({})).toThrow();
});
