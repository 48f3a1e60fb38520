import { maskLine } from '#main/operations/support/mask-line.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import { logEntries } from '#main/operations/support/logs.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { EOL } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const HEAD = '[2026-11-20 18:00:00.000] [info]  (platform/session) ';

async function read(folder: string, most?: number): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name, content } of await logEntries(folder, most)) {
    for await (const piece of content) files[name] = (files[name] ?? '') + piece;
  }
  return files;
}

describe('a line that leaves this machine', () => {
  test('stays as it is if it came about by the rules that hold now', async () => {
    const folder = temporaryFolder();
    const log = openFileLog(folder, { console: false });
    const incident = crypto.randomUUID();
    log.info('started', { version: '1.2.3', tookMs: 12345678, isFine: true, nothing: null });
    log.scope('calls').error('it failed', { incident, errorName: 'TypeError', barcode: '4711' });
    log.scope('a').scope('b').warn('it said "x=1"', { why: 'a "b" \\ 4006381333931' });
    const path = join(folder, 'usher.log');
    await eventually(() => expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4));
    const written = readFileSync(path, 'utf8');
    expect(written).toContain(incident);
    expect(await read(folder)).toEqual({ 'logs/usher.log': written.replaceAll(EOL, '\n') });
  });

  test.each([
    ['scanned 4006381333931', 'scanned •••'],
    ['barcode="4711" took=12', 'barcode="•••" took=12'],
    ['user="anna"', 'user="•••"'],
    ['it said anna.m@example.com', 'it said •••'],
    ['Authorization: Bearer abc', 'Authorization: •••'],
    ['url="https://a:b@tickets.example/x?token=1"', 'url="https://•••/x•••"'],
    ['detail="4006381333931', 'detail="•••'],
  ])('%s', (line, masked) => {
    expect(maskLine(line)).toBe(masked);
    expect(maskLine(HEAD + line)).toBe(HEAD + masked);
  });

  test('is left out if it is longer than any that the kiosk writes', () => {
    expect(maskLine('a'.repeat(100_000))).toBe('(a line of 100000 characters is left out)');
  });
});

describe('logs', () => {
  test('come with what gave way to them, the end of each, and nothing else of their folder', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'usher.log'), 'first\nsecond\nthird\n');
    writeFileSync(join(folder, 'usher.old.log'), 'before\n');
    writeFileSync(join(folder, 'secrets.txt'), 'no');
    expect(await read(folder, 10)).toEqual({
      'logs/usher.log': '(older lines are left out)\nthird\n',
      'logs/usher.old.log': 'before\n',
    });
  });

  test('that are not there are not told', async () => {
    expect(await read(join(temporaryFolder(), 'none'))).toEqual({});
  });

  test('of five megabytes are masked within bounds', async () => {
    const folder = temporaryFolder();
    const line = `${HEAD}asked again took=12 status=200\n`;
    writeFileSync(join(folder, 'usher.log'), line.repeat(6e6 / line.length));
    const { 'logs/usher.log': told = '' } = await read(folder);
    expect(told.length).toBeLessThan(5.1 * 1024 * 1024);
    expect(told.endsWith(line)).toBe(true);
  });
});
