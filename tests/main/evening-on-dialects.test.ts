import type { BoxOfficeOptions } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { expect, test } from 'vitest';
import { askedOf, openDoor, openVenue } from './rehearsal/support/venue.ts';

const PLATFORMS: readonly (readonly [string, BoxOfficeOptions])[] = [
  ['strict', { dialect: 'strict' }],
  ['strict, and keeps filters within the window', { filterWindow: 'within' }],
  ['strict, and lists what has begun', { listsBegun: true }],
  ['strict, and takes offline scans by the letter of rule 3', { syncNeedsWindow: true }],
  ['strict, and offers only clients that play', { offersOpenClientsOnly: true }],
  ['strict, and reads only barcodeString', { syncKey: 'barcodeString' }],
  ['stern', { dialect: 'stern' }],
  ['stern, and knows only barcodeString', { dialect: 'stern', syncKey: 'barcodeString' }],
  ['loose', { dialect: 'loose' }],
];

/** Words may differ, verdicts may not. */
const VERDICTS = [
  ['scanned', 'duplicate'],
  ['voided', 'reject'],
  ['refunded', 'reject'],
] as const;

test.each(PLATFORMS)('an evening on a platform that is %s', async (_name, boxOffice) => {
  const venue = await openVenue(undefined, { boxOffice });
  const door = await openDoor(venue);
  const { platform, network } = venue;
  const [online = '', offline = ''] = platform.barcodes('valid', 2);
  const refused = VERDICTS.map(([kind, verdict]) => {
    const [first = '', second = ''] = platform.barcodes(kind, 2);
    return { kind, verdict, first, second };
  });
  expect(door.state().session.current.status).toBe('signed-in');
  expect(door.state().records.snapshot).toMatchObject({ skipped: 0, problem: null });
  expect(door.state().programme).toMatchObject({
    fetchedAt: expect.any(Number) as number,
    problem: null,
  });

  expect(await door.scan(online)).toMatchObject({ kind: 'admit', basis: 'platform' });
  for (const { kind, verdict, first } of refused) {
    expect(await door.scan(first), kind).toMatchObject({ kind: verdict, basis: 'platform' });
  }

  await network.cut();
  expect(await door.scan(offline)).toMatchObject({ kind: 'admit', basis: 'cache' });
  for (const { kind, verdict, second } of refused) {
    expect(await door.scan(second), kind).toMatchObject({ kind: verdict, basis: 'cache' });
  }
  expect(door.state().records.uploads.pending).toBe(1);

  await network.mend();
  await eventually(() => expect(platform.scansOf(offline)).toMatchObject([{ offline: true }]));
  await eventually(() => expect(door.state().records.uploads.pending).toBe(0));
  expect(door.state().records.discrepancies).toBe(0);

  await door.close();
  expect(askedOf(venue)).toContain('DELETE invalidateToken');
  expect(platform.requests.filter(({ errorCode }) => errorCode === 15)).toEqual([]);
});
