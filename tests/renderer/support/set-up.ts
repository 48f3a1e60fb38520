import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import { followLanguage } from '#renderer/i18n/locale.svelte.ts';
import { listeningForKeys, watchListening } from './listening-on.ts';

// All files share one page, which each leaves as it found it.
watchListening();

beforeAll(() => page.viewport(1280, 800));

// Not after the test that forgot it: some of what a test opens is closed after everything else.
beforeEach(() =>
  expect(listeningForKeys(), 'the test before has left somebody listening').toEqual([]),
);

// After whatever a file itself puts right.
afterEach(() => {
  // What clears up by itself does so in the first file alone.
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.getElementById('app')?.remove();
  const root = document.documentElement;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  sessionStorage.clear();
  localStorage.clear();
  followLanguage('en');
});
