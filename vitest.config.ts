import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { licencesPlugin } from './scripts/licences/plugin.ts';
import { messagesPlugin } from './scripts/messages/plugin.ts';
import { testsAlone } from './scripts/test/alone.ts';
import { quickFolder } from './scripts/test/quick-folder.ts';
import { filesLeftOut, LEFT_OUT } from './scripts/windows/left-out.ts';
import { asksAll } from './tests/support/how-much.ts';

/** Debian's Chromium where there is one, at best without windows; otherwise the one that Playwright brings. */
const chromium = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  .map((program) => `/usr/bin/${program}`)
  .find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;

/** Tests of what runs in Node, without a screen. */
const UNIT_TESTS = {
  include: ['tests/**/*.test.ts'],
  exclude: [
    'tests/renderer/**',
    'tests/e2e/**',
    'tests/hid/**',
    'tests/package/**',
    'tests/windows/**',
    ...(process.platform === 'win32' ? filesLeftOut(LEFT_OUT) : []),
  ],
};
// Whatever this Node was given to load, the processes of the tests, and theirs, load as well.
if (process.platform === 'win32') process.env['NODE_OPTIONS'] ??= process.execArgv.join(' ');

const alone = testsAlone(import.meta.dirname, ['tests/*/**/*.test.ts']);
const temporary = quickFolder();
const pictures = process.env['USHER_PICTURES'];

/** What hangs has to fail; how long something may take on a busy machine is for the test itself to say. */
const patience = (milliseconds: number) => ({
  testTimeout: milliseconds,
  hookTimeout: milliseconds,
});
const UNIT = {
  // More than any one thing that a test waits for, so that its own words are heard; at its full size one may take minutes.
  ...patience(asksAll() ? 1_200_000 : 120_000),
  globalSetup: ['tests/support/build-workers.ts'],
  ...(temporary !== null && { env: { TMPDIR: temporary } }),
};

export default defineConfig({
  test: {
    attachmentsDir: 'test-results/attachments',
    projects: [
      {
        test: {
          name: 'node',
          ...UNIT,
          include: alone,
          exclude: UNIT_TESTS.exclude,
        },
      },
      {
        test: {
          name: 'node-together',
          ...UNIT,
          include: UNIT_TESTS.include,
          exclude: [...UNIT_TESTS.exclude, ...alone],
          isolate: false,
          setupFiles: ['tests/support/leaves-nothing.ts'],
          // What one test watches, the next one does not.
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'hid',
          include: ['tests/hid/**/*.test.ts'],
          // The virtual machine is a slow one: what a test loads, the next one has.
          isolate: false,
          // A virtual machine may be slow.
          testTimeout: 60_000,
          // Every test sees every virtual device of the machine.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          globalSetup: ['tests/package/set-up.ts'],
          // A program of 200 MB starts, and people type as slowly as people do.
          testTimeout: 120_000,
          // One screen, one keyboard.
          fileParallelism: false,
        },
      },
      {
        plugins: [
          messagesPlugin(import.meta.dirname),
          licencesPlugin(import.meta.dirname),
          svelte(),
        ],
        resolve: { conditions: ['browser'] },
        // What does not compile is said in the report; over the pages of all other tests it would lie in their way.
        server: { hmr: { overlay: false } },
        // Compiled like our own components: bundled one by one as tests come upon them, they would
        // bring a second Svelte with them in the middle of a run.
        optimizeDeps: { exclude: ['@lucide/svelte', 'virtua'] },
        test: {
          name: 'browser',
          ...patience(30_000),
          // Some go through all states of the kiosk, or draw them in 4K, beside three other pages that do the same.
          testTimeout: 60_000,
          // One page for the files of a worker: to load it anew takes longer than most of them.
          isolate: false,
          setupFiles: ['tests/renderer/support/set-up.ts'],
          // A page waits for its parts, and a busy machine for the page.
          expect: { poll: { timeout: 10_000 } },
          // The page has no environment of its own.
          ...(pictures !== undefined && { env: { USHER_PICTURES: pictures } }),
          include: ['tests/renderer/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            expect: {
              toMatchScreenshot: {
                comparatorName: 'pixelmatch',
                // A letter more or less is more than this; another machine's rounding is not.
                comparatorOptions: { threshold: 0.1, allowedMismatchedPixelRatio: 0.0005 },
                resolveScreenshotPath: ({ root, arg, ext }) =>
                  `${root}/tests/renderer/verdict-pictures/${arg}${ext}`,
                resolveDiffPath: ({ root, arg, ext }) =>
                  `${root}/test-results/pictures/${arg}${ext}`,
              },
            },
            provider: playwright({
              launchOptions: {
                ...(chromium !== undefined && { executablePath: chromium }),
                args: [
                  // Chromium's sandbox does not start for root.
                  ...(isRoot ? ['--no-sandbox'] : []),
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--no-first-run',
                  // As in a window: the pictures to compare with were drawn so.
                  '--font-render-hinting=slight',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
