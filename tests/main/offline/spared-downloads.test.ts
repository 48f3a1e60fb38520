import { describe, expect, test } from 'vitest';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { HOUR, MINUTE, SECOND, type Evening } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

const isDownload = (path: string) => path.includes('/cache/validTickets');
const downloads = ({ proxy }: Evening) =>
  proxy.passed.filter(({ path }) => isDownload(path)).length;

test('five hiccups of the network within seconds cost no download: the snapshot is as good as new', async () => {
  const { evening, kiosk } = await openDoor();
  await evening.pass(2 * SECOND);
  const before = downloads(evening);
  for (let hiccup = 0; hiccup < 5; hiccup += 1) {
    await evening.proxy.cut();
    const [ticket = ''] = evening.tickets('valid', 1);
    expect(await kiosk.scan(ticket)).toMatchObject({ basis: 'cache' });
    await evening.until(() => kiosk.state().session.connection.status === 'offline', 5 * SECOND);
    await evening.proxy.mend();
    await evening.until(() => kiosk.state().session.connection.status === 'online', 15 * SECOND);
  }
  const { builtAt } = kiosk.state().records.snapshot;
  expect(evening.world.now() - (builtAt ?? 0), 'all of it is over within a minute').toBeLessThan(
    MINUTE,
  );
  expect(downloads(evening)).toBe(before);
});

test('what a download weighed on the line is said, and when the next one is due', async () => {
  const { evening, kiosk } = await openDoor();
  const { counter, proxy, world } = evening;
  const lastAnswered = () => proxy.answered.findLast(({ path }) => isDownload(path))?.bytes;
  const next = () => kiosk.state().records.snapshot.next?.at ?? Infinity;
  await evening.until(() => kiosk.state().records.snapshot.next !== null, SECOND);
  const { lastWeight } = kiosk.state().records.snapshot;
  expect(lastWeight).toBe(lastAnswered());
  // 200 tickets are many times as much as they come: the figure is that of the line.
  expect(lastWeight).toBeGreaterThan(1_000);
  expect(lastWeight).toBeLessThan(200 * 100);

  const due = next();
  expect(await evening.until(() => lastAnswered() === 0, 2 * MINUTE)).toBeGreaterThan(0);
  expect(Math.abs(world.now() - due), 'it came when it was said to').toBeLessThan(2 * SECOND);
  await evening.until(() => kiosk.state().records.snapshot.next !== null, SECOND);
  expect(kiosk.state().records.snapshot.lastWeight).toBe(0);

  counter.annul(evening.tickets('valid', 1)[0] ?? '');
  await evening.until(() => (lastAnswered() ?? 0) > 0, 2 * MINUTE);
  await evening.quiet();
  expect(kiosk.state().records.snapshot.lastWeight).toBe(lastAnswered());
});

test('a door that nobody comes to waits for somebody who scans', async () => {
  const { evening, kiosk } = await openDoor();
  await evening.until(() => kiosk.state().records.snapshot.next?.waitsForScan === true, 3 * HOUR);
  const before = downloads(evening);
  await evening.pass(5 * MINUTE);
  expect(downloads(evening)).toBe(before);
  await kiosk.scan(evening.tickets('valid', 1)[0] ?? '');
  await evening.quiet();
  expect(downloads(evening)).toBe(before + 1);
  expect(kiosk.state().records.snapshot.next).toMatchObject({ waitsForScan: false });
});

describe('a platform that asks to be left alone for ten minutes', () => {
  const busy: Fault = {
    type: 'answer',
    status: 429,
    headers: { 'retry-after': '600' },
    body: 'later',
  };

  async function openHeldDoor() {
    const opened = await openDoor();
    const { evening } = opened;
    evening.proxy.fault = ({ path }) => (isDownload(path) ? busy : null);
    await evening.until(() => opened.kiosk.state().records.snapshot.heldUntil !== null, 2 * MINUTE);
    evening.proxy.fault = () => null;
    return { ...opened, before: downloads(evening) };
  }

  test('is, by whoever presses a button, and they hear until when', async () => {
    const { evening, kiosk, before } = await openHeldDoor();
    const { heldUntil } = kiosk.state().records.snapshot;
    expect(await kiosk.handlers.refreshTickets(null)).toStrictEqual({
      ok: false,
      error: { type: 'held', until: heldUntil },
    });
    await evening.pass(MINUTE);
    expect(downloads(evening)).toBe(before);
    await evening.until(() => downloads(evening) > before, 11 * MINUTE);
    expect(evening.world.now()).toBeGreaterThanOrEqual(heldUntil ?? Infinity);
  });

  test('is, when the network comes back and when the door is opened for something else', async () => {
    const { evening, kiosk, before } = await openHeldDoor();
    await evening.proxy.cut();
    await kiosk.scan(evening.tickets('valid', 1)[0] ?? '');
    await evening.proxy.mend();
    await evening.until(() => kiosk.state().session.connection.status === 'online', 15 * SECOND);
    const change = { offlineScope: 'selection' } as const;
    await kiosk.handlers.changeSettings({ change });
    await evening.pass(MINUTE);
    expect(downloads(evening)).toBe(before);
  });
});
