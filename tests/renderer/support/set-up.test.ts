import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { endListeningForKeys, listeningForKeys } from './listening-on.ts';

describe('what a test leaves behind', () => {
  let title = '';
  let isShifted: boolean | null = null;
  const note = ({ shiftKey }: KeyboardEvent) => void (isShifted = shiftKey);

  beforeAll(() => void ({ title } = document));

  test('is a title, a held key, an attribute of the root', async () => {
    document.title = 'Another';
    document.documentElement.dataset['screen'] = 'verdict';
    document.addEventListener('keydown', note);
    await userEvent.keyboard('{Shift>}');
    await userEvent.keyboard('a');
    document.removeEventListener('keydown', note);
    expect(isShifted).toBe(true);
  });

  test('and is put back before the next', async () => {
    expect(document.title).toBe(title);
    expect(document.documentElement.attributes).toHaveLength(0);
    document.addEventListener('keydown', note);
    await userEvent.keyboard('a');
    document.removeEventListener('keydown', note);
    expect(isShifted).toBe(false);
  });

  afterAll(() => expect(document.title).toBe(title));
});

test('who listens on is named with the test that began it, and is ended', () => {
  const presses: string[] = [];
  const listen = ({ key }: KeyboardEvent) => void presses.push(key);
  window.addEventListener('keydown', listen, true);
  const left = [
    'keydown, since tests/renderer/support/set-up.test.ts, ' +
      'who listens on is named with the test that began it, and is ended',
  ];
  expect(listeningForKeys()).toEqual(left);
  expect(endListeningForKeys()).toEqual(left);
  expect(listeningForKeys()).toEqual([]);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
  expect(presses).toEqual([]);
});
