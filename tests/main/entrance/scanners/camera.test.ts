import { MOST_PER_SECOND } from '#main/entrance/scanners/flood.ts';
import { Scanners } from '#main/entrance/scanners/scanners.ts';
import { operatorSchema } from '#main/settings/operator-schema.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { Scan } from '#shared/model/scan.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import Conf from 'conf';
import { expect, onTestFinished, test } from 'vitest';

const NAME = 'HD Webcam (046d:0825)';

/** A kiosk's scanners at an open door, with a camera that is switched on or off. */
function scannersWith(camera: boolean) {
  const scans: Scan[] = [];
  const logger = new RecordingLogger();
  const settingsFile = openSettingsFile(Conf, {
    ...{ directory: temporaryFolder(), version: '0.1.0', logger },
  });
  settingsFile.write({ camera });
  const scanners = new Scanners({
    ...{ hid: null, clock: new FakeClock(), logger, settingsFile, repeatWindow: () => 2_500 },
    enter: (scan) => scans.push(scan) > 0,
    joinBy: () => false,
    notify: () => true,
    onChange: () => undefined,
    onDeviceChange: () => undefined,
  });
  scanners.start();
  onTestFinished(() => scanners.stop());
  scanners.noteCamera({ name: NAME, state: { type: 'ready' } });
  return { scanners, scans };
}

test('a code that a camera has read is a scan of its own source, with the camera’s name', () => {
  const { scanners, scans } = scannersWith(true);
  expect(scanners.readByCamera('T-1', 'Q1')).toBe(true);
  expect(scans).toMatchObject([{ code: 'T-1', source: 'camera', device: NAME }]);
  expect(scanners.state().all).toMatchObject([
    { id: 'camera', name: NAME, channel: 'camera', state: { type: 'ready' }, codes: 1 },
  ]);
});

test('a camera is set by a name as long as its maker likes', () => {
  const name = 'Integrated Camera, '.repeat(10).trim();
  expect(name.length).toBeGreaterThan(150);
  const settingsFile = openSettingsFile(Conf, {
    ...{ directory: temporaryFolder(), version: '0.1.0', logger: new RecordingLogger() },
  });
  settingsFile.write({ cameraName: name });
  expect(settingsFile.read().cameraName).toBe(name);
  expect(operatorSchema.shape.cameraName.safeParse(name).success).toBe(true);
});

test('a camera that is off reads nothing, and is not listed', () => {
  const { scanners, scans } = scannersWith(false);
  expect(scanners.readByCamera('T-1', 'Q1')).toBe(false);
  expect(scans).toEqual([]);
  expect(scanners.state().all).toEqual([]);
});

test('while scanners are tried it is shown, with its kind, and no ticket is checked', () => {
  const { scanners, scans } = scannersWith(true);
  scanners.try(true);
  expect(scanners.readByCamera('T-1', 'Q1')).toBe(false);
  expect(scans).toEqual([]);
  expect(scanners.state().trial?.arrivals).toMatchObject([
    { type: 'code', channel: 'camera', device: NAME, code: 'T-1', symbology: 'Q1' },
  ]);
});

test('what a keyboard scanner types just after is an echo', () => {
  const { scanners, scans } = scannersWith(true);
  scanners.readByCamera('T-1', 'Q1');
  scanners.typedByScanner('T-1');
  expect(scans).toHaveLength(1);
});

test('more codes than anybody could show are a flood, whatever the page calls the camera meanwhile', () => {
  const { scanners, scans } = scannersWith(true);
  for (let number = 0; number < 200; number += 1) {
    scanners.noteCamera({ name: `${NAME} ${number}`, state: { type: 'ready' } });
    scanners.readByCamera(`T-${number}`, 'Q1');
  }
  expect(scans).toHaveLength(MOST_PER_SECOND);
});

test('what is wrong with it is its state; one that is not in use is not listed', () => {
  const { scanners } = scannersWith(true);
  scanners.noteCamera({ name: NAME, state: { type: 'no-permission' } });
  expect(scanners.state().all[0]?.state).toEqual({ type: 'no-permission', vendor: null });
  scanners.noteCamera({ name: NAME, state: { type: 'dark' } });
  expect(scanners.state().all[0]?.state).toEqual({ type: 'dark' });
  scanners.noteCamera(null);
  expect(scanners.state().all).toEqual([]);
});
