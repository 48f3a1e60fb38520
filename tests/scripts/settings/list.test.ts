import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsList } from '../../../scripts/settings/list.ts';
import { SECRETS, SETTING_NAMES, SETUP } from '#shared/model/settings.ts';

/** The cells of a table in Markdown, however wide its columns are drawn. */
const cells = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[ |-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('the documentation has each setting as it is: npm run settings draws the list', () => {
  const drawn = cells(readFileSync('docs/settings.md', 'utf8'));
  expect(drawn).toEqual(cells(settingsList()));
  const others = Object.keys({ ...SETUP, ...SECRETS });
  expect(drawn).toHaveLength(1 + SETTING_NAMES.length + others.length);
});

test('a setting tells its limits, its default and from when on it counts', () => {
  const list = settingsList();
  expect(list).toContain('| 2000 to 60000 ms | `8000` | with the next verdict |');
  expect(list).toContain('| 0 to 23, or `null` | `null` | at once |');
  expect(list).toContain('| a data URL, or `null` | `null` | at once |');
  expect(list).toContain('| 1 to 60 characters | the machine’s name | at once |');
});
