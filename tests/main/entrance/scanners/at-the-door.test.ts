import { describe, expect, test } from 'vitest';
import { guestState } from '#main/kiosk/guest-state.ts';
import { openEvening, SECOND } from '#tests/main/offline/support/evening.ts';
import { Plugged } from './hid/plugged.ts';
import { report, reportsOf } from './hid/reports.ts';

/** An open door at which two HID scanners are plugged in. */
async function doorWithScanners() {
  const evening = await openEvening();
  const hid = new Plugged();
  hid.plugIn();
  hid.plugIn({ path: 'b', name: 'Zebra DS9308', vendor: 0x05e0 });
  const kiosk = await evening.kiosk({ hid });
  await kiosk.openDoor();
  const read = (path: string, code: string) => hid.send(path, reportsOf('two-byte-count', code));
  const readHalf = (path: string) =>
    hid.send(path, [report('two-byte-count', 'HALF', { goesOn: true })]);
  const decided = () => evening.until(() => kiosk.state().verdict.waiting === 0, 5 * SECOND);
  const asked = () =>
    evening.boxOffice.requests.filter(({ path }) => path.includes('validateTicket')).length;
  return { ...evening, kiosk, hid, read, readHalf, decided, asked };
}

test('two scanners, a keyboard and fingers side by side: each is named in the ledger', async () => {
  const { kiosk, tickets, read, decided } = await doorWithScanners();
  const [one = '', two = '', three = '', four = ''] = tickets('valid', 4);
  read('a', one);
  read('b', two);
  await kiosk.handlers.scan({ code: three, source: 'wedge' });
  await kiosk.handlers.scan({ code: four, source: 'manual' });
  await decided();
  await kiosk.close();
  expect(
    kiosk.ledger().map(({ code, source, device, kind }) => [code, source, device, kind]),
  ).toEqual([
    [one, 'hid', 'Honeywell 1900', 'admit'],
    [two, 'hid', 'Zebra DS9308', 'admit'],
    [three, 'wedge', null, 'admit'],
    [four, 'manual', null, 'admit'],
  ]);
});

test('a reader that speaks as HID and as a keyboard asks the platform once, and one row is kept', async () => {
  const { kiosk, tickets, read, decided, asked } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  read('a', code);
  await kiosk.handlers.scan({ code, source: 'wedge' });
  await decided();
  expect(asked()).toBe(1);
  expect(kiosk.state().verdict.last).toMatchObject({ sequence: 1, kind: 'admit', source: 'hid' });
  await kiosk.close();
  expect(kiosk.ledger()).toHaveLength(1);
});

test('a guest whose ticket was only looked up comes in at a scanner of another channel', async () => {
  const { kiosk, tickets, read, decided, asked } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  await kiosk.handlers.lookUpOnly({ on: true });
  read('a', code);
  await decided();
  await kiosk.handlers.lookUpOnly({ on: false });
  await kiosk.handlers.scan({ code, source: 'wedge' });
  await decided();
  expect(asked()).toBe(1);
  expect(kiosk.state().verdict.last).toMatchObject({ kind: 'admit', source: 'wedge' });
});

test('a ticket that is handed from scanner to scanner is found out when its time is over', async () => {
  const { kiosk, tickets, read, decided, pass } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  read('a', code);
  await decided();
  await pass(2_250);
  read('a', code);
  await decided();
  await pass(2_250);
  await kiosk.handlers.scan({ code, source: 'wedge' });
  await decided();
  expect(kiosk.state().verdict.last).toMatchObject({ kind: 'duplicate', source: 'wedge' });
});

test('the same ticket at both scanners within seconds is one reading, told twice', async () => {
  const { kiosk, tickets, read, decided, asked } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  read('a', code);
  await decided();
  read('b', code);
  await decided();
  expect(asked()).toBe(1);
  expect(kiosk.state().verdict.last).toMatchObject({ sequence: 2, kind: 'admit', basis: 'repeat' });
});

test('while scanners are tried, no guest’s ticket is spent', async () => {
  const { kiosk, tickets, read, quiet, decided, asked } = await doorWithScanners();
  const [code = ''] = tickets('valid', 1);
  await kiosk.handlers.tryScanners({ on: true });
  read('a', code);
  await kiosk.handlers.scan({ code, source: 'wedge' });
  await quiet();
  expect(asked()).toBe(0);
  expect(kiosk.state()).toMatchObject({
    verdict: { waiting: 0, shown: null },
    scanners: { missed: null },
  });
  await kiosk.handlers.tryScanners({ on: false });
  read('a', code);
  await decided();
  expect(asked()).toBe(1);
});

test('a scan at a closed door is told, and spends nothing', async () => {
  const { kiosk, tickets, read, quiet, asked } = await doorWithScanners();
  await kiosk.signOut();
  const before = asked();
  read('b', tickets('valid', 1)[0] ?? '');
  await quiet();
  expect(asked()).toBe(before);
  expect(kiosk.state().scanners.missed).toMatchObject({ number: 1, reason: 'door-closed' });
});

test('a kiosk that closes has let go of its scanners, and takes nothing in meanwhile', async () => {
  const { kiosk, hid, tickets, read } = await doorWithScanners();
  const closing = kiosk.close();
  read('a', tickets('valid', 1)[0] ?? '');
  await closing;
  expect(hid.opened.size).toBe(0);
  expect(kiosk.ledger()).toEqual([]);
});

test('codes by the second from both scanners are decided in the order in which they came', async () => {
  const { kiosk, tickets, read, decided, pass } = await doorWithScanners();
  const codes = tickets('valid', 40);
  for (const [index, code] of codes.entries()) {
    read(index % 2 === 0 ? 'a' : 'b', code);
    await pass(100);
  }
  await decided();
  await kiosk.close();
  expect(kiosk.ledger().map(({ code }) => code)).toEqual(codes);
});

describe('a code that is no ticket', () => {
  const SECRET = 'Lovelace';
  const LINES = ['BEGIN:VCARD', `N:${SECRET};Ada`, 'TEL:+442079460000', 'END:VCARD'];

  test.each(['wedge', 'hid', 'camera'] as const)(
    'is sent and kept nowhere: %s',
    async (channel) => {
      const { kiosk, tickets, read, decided, asked, pass, quiet } = await doorWithScanners();
      const [code = ''] = tickets('valid', 1);
      if (channel === 'wedge') {
        for (const line of LINES) await kiosk.handlers.scan({ code: line, source: 'wedge' });
        await kiosk.handlers.missScan({ reason: 'garbled' });
      } else if (channel === 'camera') {
        await kiosk.handlers.changeSettings({ change: { camera: true } });
        await kiosk.handlers.readByCamera({ code: LINES.join('\r\n'), symbology: 'Q1' });
      } else read('a', LINES.join('\r\n'));
      await quiet();
      expect(asked()).toBe(0);
      if (channel !== 'wedge')
        expect(kiosk.state().verdict.notice).toMatchObject({ kind: 'not-a-ticket' });
      expect(JSON.stringify(kiosk.states)).not.toContain(SECRET);
      read('a', code);
      await decided();
      await pass(SECOND);
      expect(kiosk.state().verdict.shown).toMatchObject({ kind: 'admit' });
      await kiosk.close();
      expect(kiosk.ledger().map((row) => row.code)).toEqual([code]);
    },
  );

  test('six tickets back to back stay six scans', async () => {
    const { kiosk, tickets, decided } = await doorWithScanners();
    const codes = tickets('valid', 6);
    for (const code of codes) void kiosk.handlers.scan({ code, source: 'wedge' });
    await decided();
    await kiosk.close();
    expect(kiosk.ledger().map(({ code }) => code)).toEqual(codes);
  });
});

describe('a failed read', () => {
  test('takes the previous guest’s welcome off both displays', async () => {
    const { kiosk, tickets, read, readHalf, decided, pass } = await doorWithScanners();
    read('a', tickets('valid', 1)[0] ?? '');
    await decided();
    await pass(2 * SECOND);
    expect(kiosk.state().verdict.shown).toMatchObject({ kind: 'admit' });
    readHalf('a');
    await pass(SECOND);
    for (const state of [kiosk.state(), guestState(kiosk.state())]) {
      expect(state.verdict).toMatchObject({ shown: null, notice: { kind: 'not-read' } });
    }
    expect(kiosk.state().verdict.last).toMatchObject({ kind: 'admit' });
  });

  test.each(['too-long', 'garbled'] as const)(
    'of a keyboard scanner counts too: %s',
    async (reason) => {
      const { kiosk, tickets, read, decided, pass } = await doorWithScanners();
      read('a', tickets('valid', 1)[0] ?? '');
      await decided();
      await pass(2 * SECOND);
      await kiosk.handlers.missScan({ reason });
      await pass(0);
      expect(kiosk.state().verdict).toMatchObject({
        shown: null,
        notice: { kind: 'not-read', reason },
      });
    },
  );

  test('gives way to the next scan, and leaves like a verdict', async () => {
    const { kiosk, tickets, read, readHalf, decided, pass } = await doorWithScanners();
    readHalf('a');
    await pass(SECOND);
    expect(kiosk.state().verdict.notice).not.toBeNull();
    read('a', tickets('valid', 1)[0] ?? '');
    await decided();
    expect(kiosk.state().verdict).toMatchObject({ shown: { kind: 'admit' }, notice: null });
    readHalf('a');
    await pass(SECOND);
    expect(kiosk.state().verdict.notice).not.toBeNull();
    await pass(9 * SECOND);
    expect(kiosk.state().verdict).toMatchObject({ shown: null, notice: null });
  });

  test('leaves with the door', async () => {
    const { kiosk, readHalf, pass } = await doorWithScanners();
    readHalf('a');
    await pass(SECOND);
    await kiosk.signOut();
    expect(kiosk.state().verdict.notice).toBeNull();
    readHalf('a');
    await pass(SECOND);
    expect(kiosk.state().verdict.notice).toBeNull();
    expect(kiosk.state().scanners.missed).toMatchObject({ reason: 'garbled' });
  });
});
