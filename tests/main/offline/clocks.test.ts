import { describe, expect, test } from 'vitest';
import type { BoxOfficeOptions } from '#box-office/server.ts';
import {
  HOUR,
  MINUTE,
  openEvening,
  SECOND,
  type Evening,
  type TestKiosk,
} from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** Guests come in one after the other; returns each ticket with the right time of its scan. */
async function letIn({ world, tickets, pass }: Evening, kiosk: TestKiosk, count: number) {
  const scans: { ticket: string; at: number }[] = [];
  for (const ticket of tickets('valid', count)) {
    scans.push({ ticket, at: world.now() });
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await pass(SECOND);
  }
  return scans;
}

/** The platform holds each scan once, with its right time, and none of its future. */
async function expectRightTimes(
  evening: Evening,
  kiosk: TestKiosk,
  scans: readonly { ticket: string; at: number }[],
  /** How far the platform's clock is ahead of the right time. */
  clockOffset = 0,
): Promise<void> {
  await evening.until(() => kiosk.state().records.uploads.pending === 0, 20 * SECOND);
  expect(await kiosk.discrepancies()).toEqual([]);
  for (const { ticket, at } of scans) {
    const recorded = evening.boxOffice.scansOf(ticket);
    expect(recorded).toMatchObject([{ offline: true }]);
    const late = (recorded[0]?.scanTime ?? 0) - clockOffset - at;
    expect(Math.abs(late), `${late} ms off`).toBeLessThanOrEqual(2 * SECOND);
  }
}

describe.each([5 * HOUR, -5 * HOUR])('a kiosk whose clock is %i ms ahead', (ahead) => {
  test('says so, decides as ever, and sends its scans with their right times', async () => {
    const evening = await openEvening();
    const kiosk = await evening.kiosk({ ahead });
    await kiosk.openDoor();
    expect(Math.abs((kiosk.state().session.clockSkew ?? 0) + ahead)).toBeLessThanOrEqual(
      2 * SECOND,
    );
    await evening.proxy.cut();
    const scans = await letIn(evening, kiosk, 2);
    await evening.proxy.mend();
    await expectRightTimes(evening, kiosk, scans);
  });

  test('that it is set right while the network is away moves no scan', async () => {
    const evening = await openEvening();
    const kiosk = await evening.kiosk({ ahead });
    await kiosk.openDoor();
    await evening.proxy.cut();
    const before = await letIn(evening, kiosk, 1);
    kiosk.machine.jump(-ahead);
    const after = await letIn(evening, kiosk, 1);
    await evening.pass(MINUTE);
    await evening.proxy.mend();
    await expectRightTimes(evening, kiosk, [...before, ...after]);
    expect(kiosk.state().session.clockSkew).toBeNull();
  });
});

describe.each<[where: string, options: BoxOfficeOptions]>([
  ['behind a cache that adds Age: 0', { age: 0 }],
  ['behind a cache that holds answers for 40 seconds', { age: 40 }],
  ['whose Date is stripped', { sendsDate: false }],
  ['whose clock is an hour ahead of all others', { clockOffset: HOUR }],
])('a platform %s', (_where, options) => {
  test.each([5 * HOUR, -5 * HOUR])(
    'gets the right times of offline scans from a clock that is %i ms ahead',
    async (ahead) => {
      const evening = await openEvening(options);
      const kiosk = await evening.kiosk({ ahead });
      await kiosk.openDoor();
      await evening.proxy.cut();
      const scans = await letIn(evening, kiosk, 2);
      await evening.proxy.mend();
      await expectRightTimes(evening, kiosk, scans, options.clockOffset);
    },
  );
});

test('a right clock that jumps while the network is away moves no scan, and is told of', async () => {
  const { evening, kiosk } = await openDoor();
  expect(kiosk.state().session.clockSkew).toBeNull();
  await evening.proxy.cut();
  const before = await letIn(evening, kiosk, 1);
  kiosk.machine.jump(3 * HOUR);
  const between = await letIn(evening, kiosk, 1);
  kiosk.machine.jump(-9 * HOUR);
  const after = await letIn(evening, kiosk, 1);
  expect(kiosk.state().session.clockSkew).toBeGreaterThan(5 * HOUR);
  await evening.proxy.mend();
  await expectRightTimes(evening, kiosk, [...before, ...between, ...after]);
});

test('a kiosk that wakes in 1970 without a network lets guests in, and sends them with their right times', async () => {
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  const before = await letIn(evening, kiosk, 1);
  const folder = await kiosk.loseItsPower();
  await evening.pass(10 * MINUTE);

  const again = await evening.kiosk({ folder, ahead: -evening.world.now() });
  expect(new Date(again.machine.now()).getUTCFullYear()).toBe(1970);
  expect(again.state().door.selection, 'the door opens by itself').not.toBeNull();
  const after = await letIn(evening, again, 2);
  await evening.proxy.mend();
  await expectRightTimes(evening, again, [...before, ...after]);
  expect(again.state().session.clockSkew).toBeGreaterThan(HOUR);
});

test('a kiosk that wakes three days behind lets a guest in, and the power fails before it knows the time: the scan goes up', async () => {
  const { evening, kiosk } = await openDoor({ scope: 'production' });
  await evening.proxy.cut();
  const folder = await kiosk.loseItsPower();
  evening.world.sleep(72 * HOUR);

  const behind = await evening.kiosk({ folder, ahead: -72 * HOUR });
  const [ticket = ''] = evening.tickets('valid', 1);
  expect(await behind.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
  const again = await evening.kiosk({ folder: await behind.loseItsPower() });
  await evening.proxy.mend();
  await again.signIn();
  await evening.until(() => again.state().records.uploads.pending === 0, MINUTE);
  expect(await again.discrepancies()).toEqual([]);
  const [scan] = evening.boxOffice.scansOf(ticket);
  expect(scan?.scanTime).toBeGreaterThan(evening.world.now() - 2 * MINUTE);
});
