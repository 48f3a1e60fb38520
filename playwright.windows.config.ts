import { defineConfig } from '@playwright/test';

/** The built kiosk in a process of Windows': `npm run test:windows` runs it, and says where that is. */
export default defineConfig({
  testDir: 'tests/windows',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/windows-evening',
  workers: 1,
  retries: 0,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] === 'true',
});
