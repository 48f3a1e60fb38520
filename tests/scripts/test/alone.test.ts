import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testsAlone } from '../../../scripts/test/alone.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'usher-alone-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** Which of these tests, by their texts, get a process of their own; `others` are files that they import. */
function alone(tests: Record<string, string>, others: Record<string, string> = {}) {
  const files = Object.entries(tests).map(([name, text]) => [`tests/door/${name}.test.ts`, text]);
  for (const [path = '', text = ''] of [...files, ...Object.entries(others)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return testsAlone(root, ['tests/*/**/*.test.ts']);
}

test('a test that reaches a database has a process of its own, however far away it is', () => {
  const others = {
    'src/main/kiosk/create-kiosk.ts': "import { open } from '../ledger/open.ts';",
    'src/main/ledger/open.ts': "import Database from 'better-sqlite3';",
  };
  expect(
    alone(
      { kiosk: "import { createKiosk } from '#main/kiosk/create-kiosk.ts';", pure: 'export {};' },
      others,
    ),
  ).toEqual(['tests/door/kiosk.test.ts']);
});

test.each([
  "import { createServer } from 'node:http';",
  "import {\n  spawn,\n  type ChildProcess,\n} from 'node:child_process';",
  "export { Worker } from 'node:worker_threads';",
  "const { Agent } = await import('undici');",
  "process.env['TZ'] = 'UTC';",
  'vi.useFakeTimers();',
])('so has one with %j', (text) => {
  expect(alone({ it: text })).toHaveLength(1);
});

test.each([
  "import type { Database } from 'better-sqlite3';",
  "import {\n  readFileSync,\n} from 'node:fs';",
  "// as 'node:http' does",
])('one with %j has not', (text) => {
  expect(alone({ it: text })).toEqual([]);
});

test('files that import each other do not go on for ever', () => {
  const others = {
    'src/main/a.ts': "import '#main/b.ts';",
    'src/main/b.ts': "import '#main/a.ts';\nimport 'node:net';",
  };
  expect(alone({ it: "import { a } from '#main/a.ts';" }, others)).toHaveLength(1);
});
