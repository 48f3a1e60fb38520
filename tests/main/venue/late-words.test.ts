import { join } from 'node:path';
import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openCounter } from '../offline/support/counter.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { openKiosk } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);
const SOLD_SINCE = 'SOLDSINCE01';

/**
 * Two kiosks of a house, of which neither's copy has a ticket that is sold now. The platform's word on it comes to
 * the left one too late: it has turned the guest away, and the platform has spent the ticket.
 */
async function turnAwayAtTheLeft() {
  const data = join(temporaryFolder(), 'box-office.db');
  const boxOffice = await startBoxOffice({ tickets: 200, data });
  onTestFinished(() => boxOffice.close());
  const { url } = await startBroker();
  const left = await openKiosk(boxOffice, url, 'Balcony left', {
    otherDoors: 0,
    onlineBudget: 200,
  });
  const right = await openKiosk(boxOffice, url, 'Foyer right');
  const [ticket = ''] = boxOffice.barcodes('valid', 1);
  openCounter(data).reissue(ticket, SOLD_SINCE);
  let comes: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (comes = resolve));
  left.network.fault = ({ path }) =>
    path.endsWith('/validateTicket') ? { type: 'hold', until } : null;
  expect(await left.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', basis: 'cache' });
  expect(await right.scan('NOBODYKNOWS1'), 'is no right for anybody else').toMatchObject({
    kind: 'reject',
  });
  left.network.fault = () => null;
  comes();
  await right.hears(1);
  return { boxOffice, left, right };
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
    expect(right.kiosk.state().uploads.pending, 'the platform knows').toBe(0);
    // Its own right, and that other kiosk's admission.
    await left.hears(2);
    const again = await left.scan(SOLD_SINCE);
    expect(again).toMatchObject({ kind: 'duplicate' });
    expect(again.own?.usedAtDoor?.door).toBe('Foyer right');
    expect(await right.scan(SOLD_SINCE)).toMatchObject({ kind: 'duplicate' });
    expect(boxOffice.scansOf(SOLD_SINCE)).toHaveLength(1);
    for (const { kiosk } of [left, right]) expect(kiosk.state().discrepancies).toBe(0);
  },
);

test('who comes in at the kiosk that turned them away has used that right at the other', async () => {
  const { boxOffice, left, right } = await turnAwayAtTheLeft();
  expect(await left.scan(SOLD_SINCE)).toMatchObject({ kind: 'admit', basis: 'late' });
  await right.hears(2);
  const again = await right.scan(SOLD_SINCE);
  expect(again).toMatchObject({ kind: 'duplicate' });
  expect(again.own?.usedAtDoor?.door).toBe('Balcony left');
  expect(boxOffice.scansOf(SOLD_SINCE)).toHaveLength(1);
});
