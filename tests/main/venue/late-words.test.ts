import { join } from 'node:path';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openCounter } from '../offline/support/counter.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { openHouse, openKiosk } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);
const SOLD_SINCE = 'SOLDSINCE01';

/**
 * Two kiosks of a house, of which neither's copy has a ticket that is sold now. The platform's word on it comes to
 * the left one too late: it has turned the guest away, and the platform has spent the ticket.
 */
async function turnAwayAtTheLeft({ waiting = 0 } = {}) {
  const data = join(temporaryFolder(), 'box-office.db');
  const boxOffice = await startBoxOffice({ tickets: 400, data });
  onTestFinished(() => boxOffice.close());
  const { url } = await startBroker();
  const left = await openKiosk(boxOffice, url, 'Balcony left', {
    otherDoors: 0,
    onlineBudget: 200,
  });
  const right = await openKiosk(boxOffice, url, 'Foyer right');
  const [ticket = '', ...others] = boxOffice.barcodes('valid', 1 + waiting);
  openCounter(data).reissue(ticket, SOLD_SINCE);
  let comes: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (comes = resolve));
  if (waiting > 0) {
    await left.network.cut();
    for (const code of others) expect(await left.scan(code)).toMatchObject({ kind: 'admit' });
    await right.hears(waiting);
  }
  left.network.fault = ({ path }) => {
    if (path.endsWith('/syncScans')) return waiting > 0 ? { type: 'hang' } : null;
    return path.endsWith('/validateTicket') ? { type: 'hold', until } : null;
  };
  if (waiting > 0) {
    await left.network.mend();
    await eventually(() => expect(left.kiosk.state().session.connection.status).toBe('online'));
  }
  expect(await left.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', basis: 'cache' });
  expect(await right.scan('NOBODYKNOWS1'), 'is no right for anybody else').toMatchObject({
    kind: 'reject',
  });
  if (waiting === 0) left.network.fault = () => null;
  comes();
  const cameAt = performance.now();
  await right.hears(1, ['answered']);
  return { boxOffice, left, right, took: performance.now() - cameAt };
}

test.each([
  ['with the platform', false],
  ['without', true],
])(
  'who was turned away at one kiosk, and then the platform’s late word admits them, comes in at the other, once in the house: %s',
  async (_, isCut) => {
    const { boxOffice, left, right } = await turnAwayAtTheLeft();
    if (isCut) await right.network.cut();
    expect(await right.scan(SOLD_SINCE)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(right.kiosk.state().records.uploads.pending, 'the platform knows').toBe(0);
    await left.hears(1);
    const again = await left.scan(SOLD_SINCE);
    expect(again).toMatchObject({ kind: 'duplicate' });
    expect(again.own?.usedAtDoor?.door).toBe('Foyer right');
    expect(await right.scan(SOLD_SINCE)).toMatchObject({ kind: 'duplicate' });
    expect(boxOffice.scansOf(SOLD_SINCE)).toHaveLength(1);
    for (const { kiosk } of [left, right]) expect(kiosk.state().records.discrepancies).toBe(0);
  },
);

test('a late answer does not wait behind uploads that cannot go up', async () => {
  const { left, right, took } = await turnAwayAtTheLeft({ waiting: 80 });
  expect(left.kiosk.state().records.uploads.pending).toBe(80);
  // A second passes before it is looked at what has been uploaded, 25 at a time.
  expect(took).toBeLessThan(2_000);
  expect(await right.scan(SOLD_SINCE)).toMatchObject({ kind: 'admit', basis: 'late' });
}, 60_000);

test('a guest is not refused in red while another kiosk is asking about the ticket', async () => {
  const { boxOffice, left, right, code } = await openHouse();
  let comes: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (comes = resolve));
  left.network.fault = ({ path }) =>
    path.endsWith('/validateTicket') ? { type: 'hold', until } : null;
  const atTheLeft = left.scan(code);
  await right.hears(1, ['asked']);
  await eventually(() => expect(boxOffice.scansOf(code)).toHaveLength(1));
  expect(await right.scan(code)).toMatchObject({
    ...{ kind: 'undecided', reason: { type: 'word-awaited' } },
  });
  comes();
  expect(await atTheLeft).toMatchObject({ kind: 'admit', basis: 'platform' });
  await right.hears(1);
  expect(await right.scan(code)).toMatchObject({ kind: 'duplicate' });
});
