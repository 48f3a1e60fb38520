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
  "process.env['TZ'] ??= 'UTC';",
  "delete process.env['TZ'];",
  "process.chdir('docs');",
  'vi.useFakeTimers();',
  'vi.resetModules();',
  "vi.stubEnv('TZ', 'UTC');",
  "vi.mock('#main/kiosk/create-kiosk.ts');",
  'process.memoryUsage().heapUsed;',
  'new ThreadEnd(worker);',
])(
  'a test with %j has a process of its own: others would find it changed, or have a part in it',
  (text) => {
    expect(alone({ it: text, other: 'export {};' })).toEqual(['tests/door/it.test.ts']);
  },
);

test.each([
  "import { createKiosk } from '#main/kiosk/create-kiosk.ts';",
  "expect(process.env['TZ']).toBe('UTC');",
  "const mustRun = process.env['CI'] === 'true';",
  "vi.spyOn(door, 'scan');",
])('one with %j shares it: it leaves nothing behind', (text) => {
  expect(alone({ it: text })).toEqual([]);
});
