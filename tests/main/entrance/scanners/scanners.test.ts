import { MOST_PER_SECOND } from '#main/entrance/scanners/flood.ts';
import { Scanners } from '#main/entrance/scanners/scanners.ts';
import { MOST_LINES, PERIOD } from '#main/entrance/scanners/rate-limited-logger.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { ReadNotice } from '#shared/model/notice.ts';
import { LONGEST_CODE, type Scan } from '#shared/model/scan.ts';
import { ARRIVALS_KEPT } from '#shared/model/scanner.ts';
import { DEFAULT_WEDGE_SETTINGS } from '#shared/wedge/settings.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import Conf from 'conf';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Plugged } from './hid/plugged.ts';
import { report, reportsOf } from './hid/reports.ts';

/** A kiosk's scanners with a HID scanner plugged in, at a door that is open or not. */
async function scannersAt(door: 'open' | 'closed') {
  const hid = new Plugged();
  hid.plugIn();
  const clock = new FakeClock();
  const scans: Scan[] = [];
  const notices: (ReadNotice & { readonly readAt: number })[] = [];
  const joins: string[] = [];
  const logger = new RecordingLogger();
  let changed = 0;
  let awaitsJoinCode = false;
  const settingsFile = openSettingsFile(Conf, {
    directory: temporaryFolder(),
    version: '0.1.0',
    logger: new RecordingLogger(),
  });
  const scanners = new Scanners({
    hid,
    clock,
    logger,
    settingsFile,
    repeatWindow: () => 2_500,
    enter(scan) {
      if (door === 'open') scans.push(scan);
      return door === 'open';
    },
    notify(notice, readAt) {
      if (door === 'open') notices.push({ ...notice, readAt });
      return door === 'open';
    },
    joinBy(code) {
      if (awaitsJoinCode) joins.push(code);
      return awaitsJoinCode;
    },
    onChange: () => void (changed += 1),
    onDeviceChange: () => void (changed += 1),
  });
  scanners.start();
  onTestFinished(() => scanners.stop());
  await clock.advance(0);
  const send = (code: string) => hid.send('a', reportsOf('one-byte-count', code));
  const awaitJoinCode = (): void => void (awaitsJoinCode = true);
  return {
    ...{ scanners, hid, clock, scans, settingsFile, send, logger, changes: () => changed },
    ...{ joins, awaitJoinCode, notices },
  };
}

describe('a code with which a kiosk joins a house', () => {
  const CODE = 'USHERJOIN0123456789ABCDEFGHJKMNPQRSTVWXYZ';

  test.each(['open', 'closed'] as const)('is no ticket at an %s door', async (door) => {
    const { scanners, scans, send } = await scannersAt(door);
    send(CODE);
    expect(scanners.state().missed).toMatchObject({ reason: 'join-code' });
    expect(scanners.typedByScanner(CODE.toLowerCase())).toBe(false);
    expect(scanners.typedByHand(` ${CODE} `)).toBe(false);
    expect(scans).toEqual([]);
  });

  test('is taken by whoever waits for one, and by nobody else', async () => {
    const { scanners, scans, joins, send, awaitJoinCode } = await scannersAt('open');
    awaitJoinCode();
    send(CODE);
    expect(joins).toEqual([CODE]);
    expect(scans).toEqual([]);
    expect(scanners.state().missed).toBeNull();
  });

  test('is shown by no trial of the scanners', async () => {
    const { scanners, send, logger } = await scannersAt('open');
    scanners.try(true);
    send(CODE);
    scanners.typedByScanner(CODE);
    expect(JSON.stringify([scanners.state().trial, logger])).not.toContain(CODE);
  });
});

describe('an open door', () => {
  test('takes a code in with its channel and the scanner’s name', async () => {
    const { scanners, scans, clock, send } = await scannersAt('open');
    send('007 a');
    expect(scans).toEqual([
      {
        ...{ code: '007 a', source: 'hid', device: 'Honeywell 1900', at: clock.now() },
        readBy: scanners.state().all[0]?.id,
        symbology: 'C0',
      },
    ]);
    expect(scanners.state().all).toMatchObject([{ channel: 'hid', codes: 1 }]);
  });

  test('takes in what a keyboard scanner types, and what a person does', async () => {
    const { scanners, scans } = await scannersAt('open');
    expect(scanners.typedByScanner('WEDGE')).toBe(true);
    expect(scanners.typedByHand('  BY HAND ')).toBe(true);
    expect(scans).toMatchObject([
      { code: 'WEDGE', source: 'wedge', device: null },
      { code: 'BY HAND', source: 'manual', device: null },
    ]);
  });

  test('a keyboard scanner is there once it was heard', async () => {
    const { scanners, clock } = await scannersAt('open');
    expect(scanners.state().all).toHaveLength(1);
    scanners.typedByScanner('WEDGE');
    scanners.missedByKeyboard('garbled');
    expect(scanners.state().all[1]).toEqual({
      id: 'wedge',
      name: '',
      channel: 'wedge',
      state: { type: 'ready' },
      lastReadAt: clock.now(),
      codes: 1,
      garbled: 1,
      feedback: { type: 'none' },
    });
  });

  test('a reader that speaks as HID and as a keyboard counts once', async () => {
    const { scanners, scans, clock, send } = await scannersAt('open');
    send('TWICE');
    expect(scanners.typedByScanner('TWICE')).toBe(true);
    await clock.advance(2_600);
    scanners.typedByScanner('TWICE');
    expect(scans.map(({ source }) => source)).toEqual(['hid', 'wedge']);
  });

  test('and once, too, when it sends UPC-A with 12 digits and with 13', async () => {
    const { scanners, scans, send } = await scannersAt('open');
    send('036000291452');
    expect(scanners.typedByScanner('0036000291452')).toBe(true);
    expect(scans).toMatchObject([{ code: '036000291452', source: 'hid' }]);
  });

  test('and once, too, when it ends its codes with Tab', async () => {
    const { scanners, scans, send } = await scannersAt('open');
    send('TWICE\t');
    expect(scanners.typedByScanner('TWICE')).toBe(true);
    expect(scans).toMatchObject([{ code: 'TWICE', source: 'hid' }]);
  });

  test('a code typed by hand after it was scanned is a person’s own wish', async () => {
    const { scanners, scans, send } = await scannersAt('open');
    send('TWICE');
    scanners.typedByHand('TWICE');
    expect(scans.map(({ source }) => source)).toEqual(['hid', 'manual']);
  });
});

describe('tickets after a code that is none', () => {
  test.each([
    'TEL:+442079460000',
    'BEGIN:VCARD\r\nN:Lovelace;Ada',
    'BCD\n002\n1\nSCT\nAda\n',
    '@\r\nANSI 636026080102DL',
  ])('are all taken in: %j', async (foreign) => {
    const { scans, clock, send, notices, settingsFile, scanners } = await scannersAt('open');
    settingsFile.write({ camera: true });
    send(foreign);
    scanners.readByCamera(foreign, 'Q1');
    for (let n = 0; n < 10; n += 1) {
      await clock.advance(100);
      send(`N:${String(n)}`);
      scanners.readByCamera(`TITLE:${String(n)}`, 'Q1');
    }
    expect(notices).toMatchObject([{ kind: 'not-a-ticket' }, { kind: 'not-a-ticket' }]);
    expect(scans).toHaveLength(20);
  });
});

describe('what is not taken in is told', () => {
  test('a scan at a closed door, and again', async () => {
    const { scanners, clock, send } = await scannersAt('closed');
    expect(scanners.state().missed).toBeNull();
    send('EARLY');
    expect(scanners.state().missed).toEqual({ number: 1, reason: 'door-closed', at: clock.now() });
    expect(scanners.typedByScanner('EARLIER')).toBe(false);
    expect(scanners.state().missed).toMatchObject({ number: 2 });
  });

  test.each([
    ['longer than any code', 'x'.repeat(LONGEST_CODE + 1), 'too-long'],
    ['nothing but blanks', '   ', 'empty'],
  ])('%s', async (_what, code, reason) => {
    const { scanners, scans } = await scannersAt('open');
    expect(scanners.typedByScanner(code)).toBe(false);
    expect(scanners.state().missed).toMatchObject({ reason });
    expect(scanners.state().missed).not.toHaveProperty('byHand');
    expect(scanners.typedByHand(code)).toBe(false);
    expect(scans).toEqual([]);
    expect(scanners.state().missed).toMatchObject({ reason, byHand: true });
  });

  test('half a code of a HID scanner, until the next whole one', async () => {
    const { scanners, hid, clock, send } = await scannersAt('open');
    hid.send('a', [report('one-byte-count', 'HALF', { goesOn: true })]);
    await clock.advance(600);
    expect(scanners.state().missed).toMatchObject({ reason: 'garbled' });
    send('WHOLE');
    expect(scanners.state().missed).toBeNull();
  });

  test('is a notice at an open door, and only a message at a closed one', async () => {
    for (const door of ['open', 'closed'] as const) {
      const { scanners, notices } = await scannersAt(door);
      scanners.missedByKeyboard('garbled');
      expect(notices).toMatchObject(door === 'open' ? [{ kind: 'not-read' }] : []);
      expect(scanners.state().missed?.isNotice).toBe(door === 'open' ? true : undefined);
    }
  });

  test('typed by hand is no notice: the field says it', async () => {
    const { scanners, notices } = await scannersAt('open');
    scanners.typedByHand('   ');
    expect(notices).toEqual([]);
    expect(scanners.state().missed).toMatchObject({ reason: 'empty', byHand: true });
  });

  test('half a code is as old as its last part', async () => {
    const { hid, clock, notices } = await scannersAt('open');
    const began = clock.steady();
    hid.send('a', [report('one-byte-count', 'HALF', { goesOn: true })]);
    await clock.advance(600);
    expect(notices).toMatchObject([{ kind: 'not-read', readAt: began }]);
  });

  test('a keyboard scanner’s half code', async () => {
    const { scanners } = await scannersAt('open');
    scanners.missedByKeyboard('garbled');
    expect(scanners.state().missed).toMatchObject({ number: 1, reason: 'garbled' });
  });
});

describe('while scanners are tried', () => {
  test('codes are shown and no ticket is checked, until the trial ends', async () => {
    const { scanners, scans, send } = await scannersAt('open');
    scanners.try(true);
    send('TRIED');
    expect(scanners.typedByScanner('TYPED')).toBe(false);
    expect(scans).toEqual([]);
    expect(scanners.state()).toMatchObject({
      missed: null,
      trial: {
        arrivals: [
          { number: 1, type: 'bytes', device: 'Honeywell 1900' },
          { number: 2, type: 'code', code: 'TRIED', symbology: 'C0', channel: 'hid' },
        ],
      },
    });
    const [bytes] = scanners.state().trial?.arrivals ?? [];
    expect(bytes?.type === 'bytes' ? bytes.hex : '').toMatch(/^02055d43305452494544/);
    scanners.try(false);
    expect(scanners.state().trial).toBeNull();
    send('TRIED');
    expect(scans).toMatchObject([{ code: 'TRIED' }]);
  });

  test('half a code is shown, too, and missed by nobody', async () => {
    const { scanners, hid, clock } = await scannersAt('open');
    scanners.try(true);
    hid.send('a', [report('one-byte-count', 'HALF', { goesOn: true })]);
    await clock.advance(600);
    expect(scanners.state().missed).toBeNull();
    expect(scanners.state().trial?.arrivals).toMatchObject([
      { type: 'bytes' },
      { type: 'garbled', number: 2 },
    ]);
  });

  test('what a keyboard scanner gets wrong just then is missed by nobody either', async () => {
    const { scanners } = await scannersAt('open');
    scanners.try(true);
    scanners.missedByKeyboard('garbled');
    expect(scanners.state()).toMatchObject({ missed: null, all: [{}, { garbled: 1 }] });
  });

  test('only so much is kept, and a new trial begins empty', async () => {
    const { scanners, send } = await scannersAt('open');
    scanners.try(true);
    for (let index = 0; index < ARRIVALS_KEPT; index += 1) send(`CODE ${index}`);
    const arrivals = scanners.state().trial?.arrivals ?? [];
    expect(arrivals).toHaveLength(ARRIVALS_KEPT);
    expect(arrivals.at(-1)).toMatchObject({ number: 2 * ARRIVALS_KEPT });
    scanners.try(true);
    expect(scanners.state().trial?.arrivals).toEqual([]);
  });
});

describe('what is set lasts', () => {
  test('how keyboard scanners are set up, and how they type', async () => {
    const { scanners, settingsFile } = await scannersAt('open');
    const wedge = { ...DEFAULT_WEDGE_SETTINGS, layout: 'fr' } as const;
    scanners.useWedge(wedge);
    scanners.keepRhythms([{ gap: 6, hold: 2 }]);
    expect(settingsFile.read()).toMatchObject({ wedge, wedgeRhythms: [{ gap: 6, hold: 2 }] });
    expect(scanners.state()).toMatchObject({ wedge, rhythms: [{ gap: 6, hold: 2 }] });
  });

  test('a serial scanner that is set is watched from then on, and no longer once it is not', async () => {
    const { scanners, clock } = await scannersAt('open');
    const path = `${temporaryFolder()}/no-such-port`;
    await scanners.useSerial([{ path, baudRate: 9600, end: 'cr', pauseMs: 50 }]);
    await clock.advance(10);
    expect(scanners.state().all).toMatchObject([
      { channel: 'hid' },
      { channel: 'serial', id: path, state: { type: 'gone' } },
    ]);
    await scanners.useSerial([]);
    expect(scanners.state().all).toMatchObject([{ channel: 'hid' }]);
  });

  test('a scanner that is gone for good is forgotten; one that is there is not', async () => {
    const { scanners, hid } = await scannersAt('open');
    const id = scanners.state().all[0]?.id ?? '';
    scanners.forget(id);
    expect(scanners.state().all).toHaveLength(1);
    hid.unplug('a');
    expect(scanners.state().all).toMatchObject([{ state: { type: 'gone' } }]);
    scanners.forget(id);
    expect(scanners.state().all).toEqual([]);
  });
});

describe('a device that sends more than anybody could scan', () => {
  test('is not listened to until it is silent; the others are', async () => {
    const { scanners, clock, scans, send } = await scannersAt('open');
    for (let second = 0; second < 60; second += 1) {
      for (let number = 0; number < 1_000; number += 1) send(`${second}-${number}`);
      await clock.advance(500);
    }
    expect(scans).toHaveLength(MOST_PER_SECOND);
    scanners.typedByScanner('ANOTHER');
    expect(scans.at(-1)).toMatchObject({ code: 'ANOTHER' });
    await clock.advance(1_000);
    send('GUEST');
    expect(scans.at(-1)).toMatchObject({ code: 'GUEST' });
  });

  test('changes the screen no more often than people can see', async () => {
    const { hid, clock, changes } = await scannersAt('open');
    const before = changes();
    for (let time = 0; time < 1_000; time += 1) {
      hid.send('a', [report('one-byte-count', 'x').fill(0xff, 1)]);
      await clock.advance(1);
    }
    expect(changes() - before).toBeLessThan(2 * MOST_PER_SECOND);
  });

  test('fills no log', async () => {
    const { hid, clock, logger } = await scannersAt('open');
    for (let time = 0; time < 1_000; time += 1) {
      hid.send('a', [report('one-byte-count', 'x').fill(0xff, 1)]);
      hid.unplug('a');
      hid.plugIn();
      hid.hint();
      await clock.advance(20);
    }
    expect(logger.lines.length).toBeLessThanOrEqual(MOST_LINES + 1);
    expect(logger.lines.join()).toContain('More happens than is written down');
    await clock.advance(PERIOD);
    hid.unplug('a');
    await clock.advance(0);
    expect(logger.lines.length).toBeGreaterThan(MOST_LINES + 1);
  });
});

test('after the machine has slept, devices are opened again', async () => {
  const { scanners, hid, clock, scans, send } = await scannersAt('open');
  hid.opened.clear();
  scanners.resume();
  await clock.advance(0);
  send('AWAKE');
  expect(scans).toMatchObject([{ code: 'AWAKE' }]);
});

test('once it has stopped, no device is open and nothing is taken in', async () => {
  const { scanners, hid, scans } = await scannersAt('open');
  const [listener] = hid.opened.values();
  const stopped = scanners.stop();
  for (const each of reportsOf('one-byte-count', 'LATE')) listener?.onReport(each);
  await stopped;
  expect(hid.opened.size).toBe(0);
  expect(scans).toEqual([]);
});
