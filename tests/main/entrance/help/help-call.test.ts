import { HelpCall, SAME_CALL } from '#main/entrance/help/help-call.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { expect, test } from 'vitest';

function helpCall({ isOffered = true, isForGuests = true } = {}) {
  const clock = new FakeClock();
  const calls = { asked: 0, changed: 0 };
  const help = new HelpCall({
    clock,
    isOffered: () => isOffered,
    isForGuests: () => isForGuests,
    onAsked: () => (calls.asked += 1),
    onChange: () => (calls.changed += 1),
  });
  return { clock, help, calls };
}

test('a guest who presses again, because nobody has come yet, calls nobody anew', async () => {
  const { clock, help, calls } = helpCall();
  const at = clock.now();
  help.ask();
  await clock.advance(60_000);
  help.ask();
  expect(help.view).toEqual({ isOffered: true, askedAt: at });
  expect(calls).toEqual({ asked: 1, changed: 1 });
});

test('whoever has been helped can call again, at once', () => {
  const { help, calls } = helpCall();
  help.ask();
  help.end();
  help.end();
  expect(help.view.askedAt).toBeNull();
  help.ask();
  expect(calls).toEqual({ asked: 2, changed: 3 });
});

test('who plays with the button rings the house once; a little later it is another guest, who is heard', async () => {
  const { clock, help, calls } = helpCall();
  const at = clock.now();
  help.ask();
  for (const _ of [1, 2, 3]) {
    help.takeBack();
    expect(help.view.askedAt).toBeNull();
    await clock.advance(SAME_CALL - 1);
    help.ask();
  }
  expect(help.view.askedAt).toBe(at);
  expect(calls.asked).toBe(1);
  help.takeBack();
  await clock.advance(SAME_CALL);
  help.ask();
  expect(calls.asked).toBe(2);
});

test('at a screen that has become an usher’s nobody waits for anybody', () => {
  const { help } = helpCall({ isForGuests: false });
  help.ask();
  expect(help.view.askedAt).toBeNull();
});

test('a page that calls although nobody would hear it has nobody wait', () => {
  const { help, calls } = helpCall({ isOffered: false });
  help.ask();
  expect(help.view.askedAt).toBeNull();
  expect(calls).toEqual({ asked: 0, changed: 0 });
});
