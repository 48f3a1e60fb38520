import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testsAlone } from '../../../scripts/test/alone.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'usher-alone-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Which of these tests, by their texts, get a process of their own. */
function alone(tests: Record<string, string>) {
  mkdirSync(join(root, 'tests/door'), { recursive: true });
  for (const [name, text] of Object.entries(tests)) {
    writeFileSync(join(root, `tests/door/${name}.test.ts`), text);
  }
  return testsAlone(root, ['tests/*/**/*.test.ts']);
}

test.each([
  "process.env['TZ'] = 'UTC';",
  "process.chdir('docs');",
  'vi.useFakeTimers();',
  'vi.resetModules();',
  "vi.stubEnv('TZ', 'UTC');",
  "vi.mock('#main/kiosk/create-kiosk.ts');",
])(
  'a test with %j has a process of its own, since those after it would find it changed',
  (text) => {
    expect(alone({ it: text, other: 'export {};' })).toEqual(['tests/door/it.test.ts']);
  },
);

test.each([
  "import { createKiosk } from '#main/kiosk/create-kiosk.ts';",
  "expect(process.env['TZ']).toBe('UTC');",
  "vi.spyOn(door, 'scan');",
])('one with %j shares it: it leaves nothing behind', (text) => {
  expect(alone({ it: text })).toEqual([]);
});
