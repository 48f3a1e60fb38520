import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import { followLanguage } from '#renderer/i18n/locale.svelte.ts';
import { endListeningForKeys, nowRuns, watchListening } from './listening-on.ts';
import { resize } from './page.ts';

const { title } = document;

// All files share one page, which each leaves as it found it.
watchListening();

beforeAll(async () => {
  nowRuns(`the beginning of ${fileOfTest()}`);
  await resize(1280, 800);
});

// Some of what a test opens is closed after everything else, and so is what it leaves: it is found here.
beforeEach(async () => {
  nobodyListens();
  nowRuns(`${fileOfTest()}, ${expect.getState().currentTestName ?? ''}`);
  await putBack();
});

// After whatever a file itself puts right.
afterEach(putBack);

// Nobody comes after the last test of a file.
afterAll(nobodyListens);

function nobodyListens(): void {
  expect(endListeningForKeys(), 'somebody was left listening').toEqual([]);
}

function fileOfTest(): string {
  const { testPath = '' } = expect.getState();
  return testPath.replace(/^.*\/(?=tests\/)/, '');
}

async function putBack(): Promise<void> {
  // What clears up by itself does so in the first file alone.
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  // Keys that are still held.
  await userEvent.cleanup();
  document.getElementById('app')?.remove();
  document.title = title;
  const root = document.documentElement;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  sessionStorage.clear();
  localStorage.clear();
  followLanguage('en');
}
