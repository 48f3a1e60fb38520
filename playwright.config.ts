import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/e2e',
  // What is measured wants a machine that does nothing else.
  testMatch: process.env['BENCH'] === undefined ? '**/*.test.ts' : '**/*.bench.ts',
  outputDir: 'test-results/e2e',
  // Each has a screen of its own; most of a test's time it waits for its kiosk. One measures alone.
  workers: process.env['BENCH'] === undefined ? 2 : 1,
  // A test that passes only now and then has failed.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] === 'true',
});
