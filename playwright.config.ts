import { defineConfig } from '@playwright/test';

// Node reads TypeScript by itself. Playwright's processes would translate every module for a checkout that they have not
// seen; this switch of theirs is in no documentation, and without it the tests only take longer.
process.env['PW_DISABLE_TS_ESM'] = '1';

const MEASURES = process.env['BENCH'] !== undefined;

/**
 * What waits for most of its time, for the kiosk's own limits (a page that hangs, a pause after failures) and
 * for slow scanners. It has at most two of the workers; the others may have all three.
 */
const PATIENT = ['recovery', 'watchdog', 'wedge'].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Each worker has a screen of its own. What is measured wants a machine that does nothing else.
  ...(MEASURES
    ? { testMatch: '**/*.bench.ts', workers: 1 }
    : {
        workers: 3,
        projects: [
          { name: 'patient', testMatch: PATIENT, workers: 2 },
          { name: 'kiosk', testMatch: '**/*.test.ts', testIgnore: PATIENT, workers: 3 },
        ],
      }),
  // A test that passes only now and then has failed.
  retries: 0,
  // For what hangs: each wait within a test has a limit of its own. Some tests take 40 s of a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] === 'true',
});
