import { expect, onTestFinished, test as unitTest } from 'vitest';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lacksMosquitto, startBroker } from './support/broker.ts';
import { openKiosk } from './support/kiosks.ts';

const test = unitTest.skipIf(lacksMosquitto);
const TAKEN_OVER = /took the tickets over from another door/;

/** How often the platform was asked for the tickets. */
const downloads = ({ requests }: BoxOffice): number =>
  requests.filter(({ path }) => path.endsWith('/cache/validTickets')).length;

async function openPlatform() {
  const boxOffice = await startBoxOffice({ tickets: 2_000 });
  onTestFinished(() => boxOffice.close());
  const { url } = await startBroker();
  const open = (name: string, unusual: Parameters<typeof openKiosk>[3]) =>
    openKiosk(boxOffice, url, name, unusual);
  return { boxOffice, open };
}

test('one door downloads the tickets, the others take them over and decide by them', async () => {
  const { boxOffice, open } = await openPlatform();
  const first = await open('Foyer', { otherDoors: 0 });
  const { tickets, builtAt } = first.kiosk.state().records.snapshot;
  await eventually(() => expect(first.kiosk.state().records.snapshot.refreshing).toBeNull());
  const before = downloads(boxOffice);
  const second = await open('Balcony', { otherDoors: 1 });
  const third = await open('Stalls', { otherDoors: 2 });
  for (const { kiosk, logger } of [second, third]) {
    expect(kiosk.state().records.snapshot).toMatchObject({
      tickets,
      builtAt,
      problem: null,
      skipped: 0,
    });
    expect(logger.lines.join('\n')).toMatch(TAKEN_OVER);
  }
  expect(downloads(boxOffice)).toBe(before);
  second.network.fault = () => ({ type: 'reset' });
  const [valid = ''] = boxOffice.barcodes('valid', 1);
  const [voided = ''] = boxOffice.barcodes('voided', 1);
  expect(await second.scan(valid)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(await second.scan(voided)).toMatchObject({ kind: 'reject', reason: { code: 13 } });
  // What was offered at the door that downloaded proves absence here, too.
  expect(await second.scan('999999999999')).toMatchObject({ kind: 'reject', reason: { code: 11 } });
});

test('a door that has lost the platform before it had tickets gets them from its neighbour', async () => {
  const { open } = await openPlatform();
  const first = await open('Foyer', { otherDoors: 0 });
  const { tickets } = first.kiosk.state().records.snapshot;
  const { kiosk, logger } = await open('Balcony', {
    beforeOpening: (network) =>
      (network.fault = ({ path }) => (path.includes('/cache/') ? { type: 'reset' } : null)),
  });
  expect(kiosk.state().records.snapshot).toMatchObject({ tickets });
  expect(logger.lines.join('\n')).toMatch(TAKEN_OVER);
});

test('patrons stay with the user who may see them', async () => {
  const { boxOffice, open } = await openPlatform();
  await open('Foyer', { otherDoors: 0, user: 'scanner-with-patrons' });
  const before = downloads(boxOffice);
  await open('Balcony', { otherDoors: 1, user: 'scanner' });
  expect(downloads(boxOffice), 'shows nothing of patrons, and takes them over without').toBe(
    before,
  );
  const asked = { otherDoors: 2, settings: { patronDetails: ['name'] } };
  await open('Stalls', { ...asked, user: 'scanner' });
  expect(downloads(boxOffice), 'its user may see something else').toBeGreaterThan(before);
  const since = downloads(boxOffice);
  const { kiosk } = await open('Gallery', {
    ...asked,
    otherDoors: 3,
    user: 'scanner-with-patrons',
  });
  expect(downloads(boxOffice), 'the same user').toBe(since);
  expect(kiosk.state().records.snapshot.tickets).toBeGreaterThan(0);
});
