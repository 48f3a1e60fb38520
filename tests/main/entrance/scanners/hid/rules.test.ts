import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { SCANNER_MAKERS } from '#main/entrance/scanners/hid/makers.ts';

const FILE = 'resources/70-usher-scanners.rules';
const RULE =
  /^KERNEL=="hidraw\*", SUBSYSTEM=="hidraw", ATTRS\{idVendor\}=="([0-9a-f]{4})", TAG\+="uaccess", GROUP="plugdev", MODE="0660"$/;

const rules = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

test('each udev rule gives whoever sits at the screen one maker’s scanners, and nothing else', () => {
  for (const rule of rules) expect(rule).toMatch(RULE);
});

test('the udev rules name the makers that Usher knows, each once', () => {
  const named = rules.map((rule) => parseInt(RULE.exec(rule)?.[1] ?? '', 16));
  expect(named).toEqual([...SCANNER_MAKERS]);
});

test('the rules come before those that act on their tag', () => {
  expect(Number(basename(FILE).slice(0, 2))).toBeLessThan(73);
});

test('the user of a machine that is nothing but a kiosk may read them, too', () => {
  const users = readFileSync('resources/systemd/usher-kiosk.sysusers', 'utf8');
  expect(users).toMatch(/^m usher plugdev$/m);
});
