import { expect, test } from 'vitest';
import { hidFeedback } from '#main/entrance/scanners/hid/feedback-device.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const LIGHT_ON = Uint8Array.of(1, 1);
const BEEP = Uint8Array.of(2, 1);
const LIGHT_OFF = Uint8Array.of(1, 0);
const REPORTS = {
  good: {
    begin: [LIGHT_ON, BEEP].map((bytes) => ({ kind: 'output' as const, bytes })),
    end: [{ kind: 'output' as const, bytes: LIGHT_OFF }],
  },
};

/** A scanner with a light and a beeper, which takes what it is given by a rule. */
function scanner(takes: (bytes: Uint8Array) => boolean | Promise<boolean>) {
  const sent: Uint8Array[] = [];
  const send = async (bytes: Uint8Array) => {
    sent.push(bytes);
    return takes(bytes);
  };
  const open = { sendOutput: send, sendFeature: send, close: () => Promise.resolve() };
  return { sent, device: hidFeedback(open, REPORTS, new FakeClock()) };
}

test('a light goes off again where the beep after it is refused', async () => {
  const { sent, device } = scanner((bytes) => bytes !== BEEP);
  expect(await device.show('good')).toBe(false);
  expect(sent).toEqual([LIGHT_ON, BEEP, LIGHT_OFF]);
});

test('and where the scanner is let go of while it is told', async () => {
  const beeps: ((isTaken: boolean) => void)[] = [];
  const beeped = new Promise<boolean>((resolve) => beeps.push(resolve));
  const { sent, device } = scanner((bytes) => (bytes === BEEP ? beeped : true));
  const shown = device.show('good');
  await eventually(() => expect(sent).toEqual([LIGHT_ON, BEEP]));
  device.close?.();
  for (const beep of beeps) beep(true);
  await shown;
  expect(sent).toEqual([LIGHT_ON, BEEP, LIGHT_OFF]);
});
