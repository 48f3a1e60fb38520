import { describe, expect, test } from 'vitest';
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

describe.skipIf(lacking !== null)('virtual scanners with a light and a beeper', () => {
  test('the one that read the ticket beeps for an admission, and otherwise for a refusal', async () => {
    const kiosk = scannersOfKiosk();
    kiosk.settingsFile.write({ scannerFeedback: true });
    const mine = plugIn('Mine', REAL_SCANNER);
    const other = plugIn('Other', REAL_SCANNER);
    await expect
      .poll(() => kiosk.scanners.state().all.map(({ state }) => state.type), PATIENCE)
      .toEqual(['ready', 'ready']);
    await mine.send(codeOf('GUEST'));
    await kiosk.take('Mine: GUEST');
    kiosk.scanners.showVerdict('admit', kiosk.scans[0]?.readBy ?? '');
    await expect.poll(mine.told, PATIENCE).toEqual([REAL_GOOD]);
    await mine.send(codeOf('NOBODY'));
    await kiosk.take('Mine: GUEST', 'Mine: NOBODY');
    kiosk.scanners.showVerdict('reject', kiosk.scans[1]?.readBy ?? '');
    await expect.poll(mine.told, PATIENCE).toEqual([REAL_GOOD, REAL_BAD]);
    expect(other.told()).toEqual([]);
  });

  test('a green and a red light are switched on, and off again', async () => {
    const kiosk = scannersOfKiosk();
    const device = plugIn('Lamp', scannerThatOffers(LIGHTS));
    await kiosk.become('Lamp: ready');
    const { id } = kiosk.scanners.state().all[0] ?? { id: '' };
    void kiosk.scanners.testFeedback(id, 'good');
    await expect.poll(device.told, PATIENCE).toEqual([
      [5, 0b10],
      [5, 0],
    ]);
    void kiosk.scanners.testFeedback(id, 'bad');
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
    void kiosk.scanners.testFeedback(id, 'bad');
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
