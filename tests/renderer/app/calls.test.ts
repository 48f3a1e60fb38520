import { callsWithPin } from '#renderer/lib/kiosk/calls.ts';
import { PinPrompt } from '#renderer/lib/kiosk/pin-prompt.svelte.ts';
import type { KioskMethods } from '#shared/ipc/kiosk-api.ts';
import { err, ok } from '#shared/result.ts';
import { expect, test } from 'vitest';

/** A kiosk that is locked until it is not; which calls reached it. */
function lockedKiosk() {
  const made: string[] = [];
  const kiosk = { isLocked: true };
  const calls = {
    signOut() {
      made.push('signOut');
      return Promise.resolve(kiosk.isLocked ? err({ type: 'locked' }) : ok(null));
    },
  } as unknown as KioskMethods;
  return { kiosk, calls, made };
}

test('what staff have begun goes on when they have entered the PIN', async () => {
  const { kiosk, calls, made } = lockedKiosk();
  const prompt = new PinPrompt();
  const answer = callsWithPin(calls, prompt).signOut(null);
  await expect.poll(() => prompt.isAsked).toBe(true);
  kiosk.isLocked = false;
  prompt.settle(true);
  expect(await answer).toEqual(ok(null));
  expect(made).toHaveLength(2);
});

test('what a guest has pressed does not: whoever enters the PIN has not asked for it', async () => {
  const { kiosk, calls, made } = lockedKiosk();
  const prompt = new PinPrompt();
  const answer = callsWithPin(calls, prompt, () => false).signOut(null);
  await expect.poll(() => prompt.isAsked).toBe(true);
  kiosk.isLocked = false;
  prompt.settle(true);
  expect(await answer).toEqual(err({ type: 'locked' }));
  expect(made).toHaveLength(1);
});
