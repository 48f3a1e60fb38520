import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { complaintsOf, filesLeftOut, LEFT_OUT } from '../../../scripts/windows/left-out.ts';
import type { Case } from '../../../scripts/test/reports.ts';

const MODES = 'tests/vault.test.ts › a key file is its owner’s alone';
const leftOut = [
  { where: MODES, why: 'Windows has no such modes' },
  { where: 'tests/hid.test.ts', why: 'no devices' },
];
const ran = (where: string, status: Case['status']): Case => ({ where, status, why: 'no' });

describe('of a run on Windows’ Node', () => {
  test('what is known to fail there, and does, is no complaint', () => {
    expect(
      complaintsOf([ran(MODES, 'failed'), ran('tests/a.test.ts › b', 'passed')], leftOut),
    ).toEqual([]);
  });

  test('what fails and is not known to is', () => {
    const cases = [ran(MODES, 'failed'), ran('tests/a.test.ts › b', 'failed')];
    expect(complaintsOf(cases, leftOut)).toMatchObject([{ where: 'tests/a.test.ts › b' }]);
  });

  test.each(['passed', 'skipped', null] as const)(
    'what is known to fail and is %s is',
    (status) => {
      const cases = status === null ? [] : [ran(MODES, status)];
      expect(complaintsOf(cases, leftOut)).toMatchObject([{ where: MODES }]);
    },
  );
});

test('every file that is left out is there, and says why', () => {
  for (const file of filesLeftOut(LEFT_OUT)) expect(existsSync(file), file).toBe(true);
  for (const { where, why } of LEFT_OUT) expect(why, where).not.toBe('');
});
