import { expect, test } from 'vitest';
import { SCANNING_PATHS } from '#shared/api/paths.ts';
import { HOUR, MINUTE, SECOND } from '#tests/main/offline/support/evening.ts';
import { BAD_GATEWAY } from '#tests/support/bad-network.ts';
import { openDoor } from '#tests/main/offline/support/open-door.ts';

/** An open door, and what is counted at it. */
async function openCounted() {
  const { evening, kiosk, selection } = await openDoor();
  const counted = async (hours = 4) => {
    const statistics = await kiosk.handlers.statistics({ hours });
    if (!statistics.ok) throw new Error('the ledger does not tell');
    return statistics.value;
  };
  return { ...evening, kiosk, selection, counted };
}

test('an evening in numbers: by verdict, by reason, by performance, by the quarter of an hour', async () => {
  const { kiosk, selection, proxy, tickets, pass, world, counted } = await openCounted();
  // The evening begins with a quarter of an hour, and what is scanned at once may be stamped before it.
  await pass(2 * SECOND);
  const [one = '', two = '', three = ''] = tickets('valid', 3);
  const [unknown = '', unknownToo = ''] = tickets('unknown', 2);
  const [voided = ''] = tickets('voided', 1);
  await kiosk.scanAll([one, two, unknown, unknownToo, voided]);
  // Copies that are made meanwhile take real time.
  await proxy.cut();
  await pass(15 * MINUTE);
  await kiosk.scanAll([three, one]);
  const numbers = await counted();
  expect(numbers).toMatchObject({ admitted: 3, duplicates: 1, undecided: 0, lookedUp: 0 });
  expect(numbers.refused).toEqual([
    { code: 11, count: 2 },
    { code: 13, count: 1 },
  ]);
  const performanceId = selection.scope === 'performance' ? selection.performanceId : 0;
  expect(numbers.performances.find((each) => each.performanceId === performanceId)).toMatchObject({
    name: selection.scope === 'performance' ? selection.productionName : '',
    admitted: 3,
    turnedAway: 2,
  });
  expect(numbers.performances.at(-1)).toMatchObject({ performanceId: null, turnedAway: 2 });
  expect(numbers.quarters).toHaveLength(4 * 4 + 1);
  expect(numbers.quarters.slice(-2)).toMatchObject([
    { admitted: 2, turnedAway: 3 },
    { admitted: 1, turnedAway: 1 },
  ]);
  const last = numbers.quarters.at(-1)?.from ?? 0;
  expect(last % (15 * MINUTE)).toBe(0);
  expect(world.now() - last).toBeLessThan(15 * MINUTE);
});

test('a ticket that is held out twice is one scan, and one that was read again', async () => {
  const { kiosk, tickets, pass, counted, world } = await openCounted();
  const [one = '', two = ''] = tickets('valid', 2);
  await kiosk.scanAll([one, one, one, two]);
  expect(await counted()).toMatchObject({ admitted: 2, duplicates: 0, repeats: 2 });
  await pass(3 * SECOND);
  await kiosk.scanAll([one]);
  expect(await counted()).toMatchObject({ admitted: 2, duplicates: 1, repeats: 2 });
  await world.advance(2 * HOUR);
  expect(await counted(1), 'of the last hour').toMatchObject({ repeats: 0 });
  await kiosk.close();
  expect(kiosk.ledger().map(({ kind }) => kind)).toEqual(['admit', 'admit', 'duplicate']);
});

test('scanned against sold goes on without the network, and is no more than was sold', async () => {
  const { kiosk, selection, proxy, tickets, pass, counted } = await openCounted();
  const ofTheOpen = async () => {
    const { performances } = await counted();
    const id = selection.scope === 'performance' ? selection.performanceId : null;
    return performances.find(({ performanceId }) => performanceId === id);
  };
  const before = await ofTheOpen();
  expect(before?.sold).toBeGreaterThan(0);
  await kiosk.scanAll(tickets('valid', 2));
  expect((await ofTheOpen())?.scanned).toBe((before?.scanned ?? 0) + 2);
  await pass(2 * MINUTE);
  expect((await ofTheOpen())?.scanned, 'the next copy has them').toBe((before?.scanned ?? 0) + 2);
  await proxy.cut();
  await kiosk.scanAll(tickets('valid', 3));
  expect((await ofTheOpen())?.scanned).toBe((before?.scanned ?? 0) + 5);
  // The network is back, but the platform takes no scans yet: a new copy of the tickets lacks them.
  const { builtAt } = kiosk.state().records.snapshot;
  proxy.fault = ({ path }) => (path === SCANNING_PATHS.syncScans ? BAD_GATEWAY : null);
  await proxy.mend();
  await pass(2 * MINUTE);
  expect(kiosk.state()).toMatchObject({ records: { uploads: { pending: 3 } } });
  expect(kiosk.state().records.snapshot.builtAt).toBeGreaterThan(builtAt ?? Infinity);
  expect((await ofTheOpen())?.scanned, 'not uploaded').toBe((before?.scanned ?? 0) + 5);
  proxy.fault = () => null;
  await pass(5 * MINUTE);
  expect(kiosk.state().records.uploads.pending).toBe(0);
  expect((await ofTheOpen())?.scanned, 'uploaded').toBe((before?.scanned ?? 0) + 5);
});

test('what was before is not counted, and a closed door counts nothing', async () => {
  const { kiosk, proxy, tickets, pass, counted } = await openCounted();
  await kiosk.scanAll(tickets('valid', 1));
  await proxy.cut();
  await pass(HOUR + 15 * MINUTE + SECOND);
  expect(await counted(1)).toMatchObject({ admitted: 0 });
  expect(await counted(2)).toMatchObject({ admitted: 1 });
  await kiosk.handlers.select({ selection: null });
  expect(await counted(2)).toMatchObject({ admitted: 0, performances: [] });
});
