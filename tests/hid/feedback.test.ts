import { describe, expect, test } from 'vitest';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import { openEvening } from '#tests/main/offline/support/evening.ts';
import {
  BEEPS_AS_FEATURES,
  KEYBOARD_WITH_LIGHTS,
  LIGHTS,
  REAL_BAD,
  REAL_GOOD,
  REAL_SCANNER,
  scannerThatOffers,
} from '#tests/main/entrance/scanners/hid/feedback-descriptors.ts';
import { reportsOf } from '#tests/main/entrance/scanners/hid/reports.ts';
import { lacking, PATIENCE, plugIn, scannersOfKiosk } from './rig.ts';

const codeOf = (text: string) => reportsOf('one-byte-count', text);

/** A whole kiosk, its door open, that wants verdicts shown by the scanners of this machine. */
async function openDoor(...names: readonly string[]) {
  const evening = await openEvening();
  const kiosk = await evening.kiosk({ hid: nodeHidPort(), settings: { scannerFeedback: true } });
  await kiosk.openDoor();
  await expect
    .poll(
      () => kiosk.state().scanners.all.map(({ name, state }) => `${name}: ${state.type}`),
      PATIENCE,
    )
    .toEqual(names.map((name) => `${name}: ready`));
  /** Waits until the last verdict is this. */
  const answers = (kind: string) =>
    expect.poll(() => kiosk.state().lastVerdict?.kind, PATIENCE).toBe(kind);
  return { ...evening, kiosk, answers };
}

describe.skipIf(lacking !== null)('virtual scanners with a light and a beeper', () => {
  test('the one that read the ticket beeps for an admission, and otherwise for a refusal', async () => {
    const mine = plugIn('Mine', REAL_SCANNER);
    const other = plugIn('Other', REAL_SCANNER);
    const { tickets, answers } = await openDoor('Mine', 'Other');
    await mine.send(codeOf(tickets('valid', 1)[0] ?? ''));
    await answers('admit');
    await expect.poll(mine.told, PATIENCE).toEqual([REAL_GOOD]);
    await mine.send(codeOf('NOBODYKNOWS'));
    await answers('reject');
    await expect.poll(mine.told, PATIENCE).toEqual([REAL_GOOD, REAL_BAD]);
    expect(other.told()).toEqual([]);
  });

  test('a green and a red light are switched on, and off again', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Lamp', scannerThatOffers(LIGHTS));
    await kiosk.become('Lamp: ready');
    const { id } = kiosk.scanners.state().all[0] ?? { id: '' };
    expect(await kiosk.scanners.testFeedback(id, 'good')).toEqual({ ok: true, value: null });
    await expect.poll(device.told, PATIENCE).toEqual([
      [5, 0b10],
      [5, 0],
    ]);
    expect(await kiosk.scanners.testFeedback(id, 'bad')).toEqual({ ok: true, value: null });
    await expect
      .poll(() => device.told().slice(2), PATIENCE)
      .toEqual([
        [5, 0b01],
        [5, 0],
      ]);
  });

  test('one that never answers is said to show nothing, and is read all the while', async () => {
    const kiosk = scannersOfKiosk();
    // The kernel waits for the answer to a feature report, as it does over USB.
    const device = plugIn('Hung', scannerThatOffers(BEEPS_AS_FEATURES));
    await kiosk.become('Hung: ready');
    const { id } = kiosk.scanners.state().all[0] ?? { id: '' };
    const tested = kiosk.scanners.testFeedback(id, 'good');
    await device.send(codeOf('GUEST'));
    await kiosk.take('Hung: GUEST');
    expect(await tested).toEqual({ ok: false, error: { type: 'not-shown' } });
    await device.send(codeOf('NEXT'));
    await kiosk.take('Hung: GUEST', 'Hung: NEXT');
    expect(kiosk.scanners.state().all[0]?.feedback).toMatchObject({ isFailing: true });
  });

  test('a keyboard beside a scanner is told nothing', async () => {
    const kiosk = scannersOfKiosk();
    const both = Uint8Array.from([...KEYBOARD_WITH_LIGHTS, ...scannerThatOffers(LIGHTS)]);
    const device = plugIn('Both', both);
    await kiosk.become('Both: ready');
    const { id } = kiosk.scanners.state().all[0] ?? { id: '' };
    await kiosk.scanners.testFeedback(id, 'bad');
    await expect
      .poll(() => device.told().filter(([report]) => report === 5), PATIENCE)
      .toEqual([
        [5, 0b01],
        [5, 0],
      ]);
    expect(device.told().filter(([report]) => report !== 5)).toEqual([]);
  });

  test('one that offers nothing says so', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Plain');
    await kiosk.become('Plain: ready');
    const { id, feedback } = kiosk.scanners.state().all[0] ?? { id: '' };
    expect(feedback).toEqual({ type: 'none' });
    expect(await kiosk.scanners.testFeedback(id, 'good')).toMatchObject({ ok: false });
    expect(device.told()).toEqual([]);
  });
});
