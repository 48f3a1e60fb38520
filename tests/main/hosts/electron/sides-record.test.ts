import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSidesRecord } from '#main/hosts/electron/sides-record.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
const COUNTER = { id: 1, label: 'Counter', bounds };
const SIDES = {
  usher: [COUNTER],
  guest: [{ id: 2, label: 'Foyer', bounds: { ...bounds, x: 1920 } }],
};

function mustNot(error: unknown): void {
  throw error;
}

test('whose display is whose outlasts a restart, and nothing else of the displays does', () => {
  const path = join(temporaryFolder(), 'sides.json');
  const record = openSidesRecord(path, mustNot);
  expect(record.remembered).toBeNull();
  record.keep({ ...SIDES, usher: [{ ...COUNTER, scaleFactor: 2 } as typeof COUNTER] });
  expect(record.remembered).toEqual(SIDES);
  expect(openSidesRecord(path, mustNot).remembered).toEqual(SIDES);
  expect(readFileSync(path, 'utf8')).not.toContain('scaleFactor');
});

test.each(['', '{', '{"usher":{}}', '[]'])('a record of %j is as if there were none', (text) => {
  const path = join(temporaryFolder(), 'sides.json');
  writeFileSync(path, text);
  expect(openSidesRecord(path, mustNot).remembered).toBeNull();
});

test('a disk that takes nothing costs the memory of the next start, and nothing now', () => {
  const errors: unknown[] = [];
  const path = join(temporaryFolder(), 'missing', 'sides.json');
  const record = openSidesRecord(path, (error) => errors.push(error));
  record.keep(SIDES);
  expect(record.remembered).toEqual(SIDES);
  expect(errors).toHaveLength(1);
});
