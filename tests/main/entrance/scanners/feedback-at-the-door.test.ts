import { expect, test } from 'vitest';
import type { Settings } from '#main/settings/settings.ts';
import type { FeedbackSignal } from '#shared/model/scanner-feedback.ts';
import { HOUR, openEvening, SECOND } from '#tests/main/offline/support/evening.ts';
import { REAL_BAD, REAL_GOOD, REAL_SCANNER } from './hid/feedback-descriptors.ts';
import { Plugged } from './hid/plugged.ts';
import { reportsOf } from './hid/reports.ts';

const REPORTS: Readonly<Record<FeedbackSignal, readonly number[]>> = {
  good: REAL_GOOD,
  bad: REAL_BAD,
};

/** An open door at which two scanners of the same model can show verdicts. */
async function doorWithScanners(settings: Partial<Settings> = { scannerFeedback: true }) {
  const evening = await openEvening();
  const hid = new Plugged();
  for (const path of ['a', 'b']) {
    hid.plugIn({ path });
    hid.descriptors.set(path, REAL_SCANNER);
  }
  const kiosk = await evening.kiosk({ hid, settings });
  await kiosk.openDoor();
  const read = async (path: string, code: string) => {
    hid.send(path, reportsOf('one-byte-count', code));
    await evening.until(() => kiosk.state().verdict.waiting === 0, 5 * SECOND);
    await turn();
  };
  /** What was shown, oldest first: by which scanner, and what. */
  const shown = () =>
    hid.outputs.map(({ path, report }) => {
      const signal = report[1] === REPORTS.good[1] ? 'good' : 'bad';
      expect(report).toEqual(REPORTS[signal]);
      return `${path}: ${signal}`;
    });
  return { ...evening, kiosk, hid, read, shown };
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

test('each guest’s verdict is shown by the scanner that read the ticket, and by no other', async () => {
  const { kiosk, tickets, read, shown, pass } = await doorWithScanners();
  const [one = '', two = ''] = tickets('valid', 2);
  await read('a', one);
  await read('b', two);
  await read('b', 'no such ticket');
  await pass(3 * SECOND);
  await read('a', one);
  expect(kiosk.state().verdict.last?.kind).toBe('duplicate');
  expect(shown()).toEqual(['a: good', 'b: good', 'b: bad', 'a: bad']);
});

test('a ticket that is held to two scanners is answered by both, each the same', async () => {
  const { tickets, read, shown } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  await read('a', code);
  await read('b', code);
  expect(shown()).toEqual(['a: good', 'b: good']);
});

test('unless it is wanted, no scanner is told anything; a change is in force at once', async () => {
  const { kiosk, tickets, read, shown } = await doorWithScanners({});
  const [one = '', two = ''] = tickets('valid', 2);
  await read('a', one);
  expect(shown()).toEqual([]);
  await kiosk.handlers.changeSettings({ change: { scannerFeedback: true } });
  await read('a', two);
  expect(shown()).toEqual(['a: good']);
});

test('what was typed or only looked up is shown by no scanner', async () => {
  const { kiosk, tickets, read, shown } = await doorWithScanners();
  const [one = '', two = '', three = ''] = tickets('valid', 3);
  await kiosk.handlers.scan({ code: one, source: 'wedge' });
  await kiosk.handlers.scan({ code: two, source: 'manual' });
  await kiosk.handlers.lookUpOnly({ on: true });
  await read('a', three);
  expect(kiosk.state().verdict.last?.kind).toBe('checked');
  expect(shown()).toEqual([]);
});

test('a ticket of which nobody knows is left to the screen: it is neither good nor bad', async () => {
  const { kiosk, read, shown, proxy, world } = await doorWithScanners();
  await proxy.cut();
  world.sleep(HOUR);
  await read('a', 'SOLD SINCE');
  expect(kiosk.state().verdict.last?.kind).toBe('undecided');
  expect(shown()).toEqual([]);
});

test('at a way out each guest is told that the scan counted', async () => {
  const { kiosk, tickets, read, shown } = await doorWithScanners({
    ...{ scannerFeedback: true, reentry: 'once' },
  });
  const [code = ''] = tickets('valid', 1);
  await read('a', code);
  await kiosk.handlers.useAsWayOut({ on: true });
  await read('b', code);
  expect(kiosk.state().verdict.last?.kind).toBe('exit');
  expect(shown()).toEqual(['a: good', 'b: good']);
});

test('a scan at a closed door, or while scanners are tried, has no verdict and shows none', async () => {
  const { kiosk, tickets, read, shown } = await doorWithScanners();
  const [one = '', two = ''] = tickets('valid', 2);
  await kiosk.handlers.tryScanners({ on: true });
  await read('a', one);
  await kiosk.handlers.tryScanners({ on: false });
  await kiosk.signOut();
  await read('b', two);
  expect(shown()).toEqual([]);
});

test('a scanner that hangs delays no verdict, and the other one goes on', async () => {
  const { kiosk, hid, tickets, read, shown } = await doorWithScanners();
  hid.taking = new Promise(() => undefined);
  const codes = tickets('valid', 4);
  for (const code of codes) await read('a', code);
  hid.taking = Promise.resolve();
  await read('b', 'no such ticket');
  expect(shown()).toEqual(['a: good', 'b: bad']);
  await kiosk.close();
  expect(kiosk.ledger().map(({ kind }) => kind)).toEqual([...codes.map(() => 'admit'), 'reject']);
});

test('somebody tries a scanner’s light and beeper, whether or not verdicts are shown', async () => {
  const { kiosk, hid, shown } = await doorWithScanners({});
  const id = kiosk.state().scanners.all[1]?.id ?? '';
  expect(await kiosk.handlers.testScanner({ id, signal: 'bad' })).toEqual({
    ok: true,
    value: null,
  });
  expect(shown()).toEqual(['b: bad']);
  hid.unplug('b');
  expect(await kiosk.handlers.testScanner({ id, signal: 'good' })).toEqual({
    ok: false,
    error: { type: 'cannot' },
  });
});
