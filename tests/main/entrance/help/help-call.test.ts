import { HelpCall, LONGEST_CALL, SAME_CALL } from '#main/entrance/help/help-call.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { helpCalls } from '#main/kiosk/calls/help-calls.ts';
import { Lock } from '#main/operations/lock/lock.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { QUICK } from '#tests/main/operations/lock/quick.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function helpCall({ isOffered = true, isForGuests = true } = {}) {
  const clock = new FakeClock();
  /** Which calls the house was told, each once, and how often something has changed. */
  const told = new Set<number>();
  const calls = {
    changed: 0,
    get asked() {
      return told.size;
    },
  };
  const help = new HelpCall({
    clock,
    isOffered: () => isOffered,
    isForGuests: () => isForGuests,
    onAsked: (call) => told.add(call),
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
  expect(calls).toMatchObject({ asked: 1, changed: 1 });
});

test('whoever has been helped can call again, at once', async () => {
  const { clock, help, calls } = helpCall();
  help.ask();
  help.end();
  help.end();
  expect(help.view.askedAt).toBeNull();
  await clock.advance(1);
  help.ask();
  expect(calls).toMatchObject({ asked: 2, changed: 3 });
});

test('a call after somebody has come is a new one, however soon after one that was taken back', async () => {
  const { clock, help, calls } = helpCall();
  help.ask();
  help.takeBack();
  help.ask();
  help.end();
  await clock.advance(1);
  help.ask();
  expect(calls.asked).toBe(2);
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
  expect(calls).toMatchObject({ asked: 0, changed: 0 });
});

test('whoever takes it back and calls again for ever holds nobody’s place: it is another call in the end', async () => {
  const { clock, help, calls } = helpCall();
  help.ask();
  for (let passed = 0; passed <= LONGEST_CALL; passed += SAME_CALL / 2) {
    help.takeBack();
    await clock.advance(SAME_CALL / 2);
    help.ask();
  }
  expect(calls.asked).toBe(2);
});

test('only an unlocked kiosk notes that somebody came', async () => {
  const { clock, help, calls } = helpCall();
  const lock = new Lock({
    ...{ clock, logger: new RecordingLogger(), onChange: () => undefined, cost: QUICK },
    file: sealedFile(join(temporaryFolder(), 'pin.sealed'), Buffer.alloc(32, 7)),
  });
  const { askForHelp, endHelp } = helpCalls({ help, lock });
  const askEndAsk = async () => {
    await askForHelp(null);
    await endHelp({ why: 'somebody-came' });
    await clock.advance(1);
    await askForHelp(null);
    return calls.asked;
  };
  await lock.setPin('2468');
  lock.lock();
  expect(await askEndAsk(), 'a guest has only taken the call back').toBe(1);
  await lock.unlock('2468');
  expect(await askEndAsk()).toBe(2);
});
