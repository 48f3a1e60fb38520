import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEFT_OUT } from '../../../scripts/windows/left-out.ts';
import { TOUCHING } from '../../../scripts/windows/touching.ts';

test('every file and folder that is tested on Windows’ Node is there', () => {
  expect(TOUCHING.filter((path) => !existsSync(path))).toEqual([]);
});

test('what is left out there is in none that is not tested anyway', () => {
  const isTested = (where: string) => TOUCHING.some((path) => where.startsWith(path));
  const others = ['tests/main/platform/programme/weight.test.ts'];
  expect(LEFT_OUT.filter(({ where }) => !isTested(where)).map(({ where }) => where)).toEqual(
    others,
  );
});
