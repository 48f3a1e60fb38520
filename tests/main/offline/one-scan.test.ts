import { operatorSchema } from '#main/settings/operator-schema.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askedOfAll } from '#tests/main/ledger/asked.ts';
import { openDoor } from './support/open-door.ts';

/** Everything but the box office's own. */
function ofTheKiosk(asked: ReturnType<typeof askedOfAll>): string[] {
  return asked
    .take()
    .filter(({ file }) => file !== 'box-office.db')
    .map(({ file, sql }) => `${file.replace(/-\d+/, '')}: ${sql.split(' ').slice(0, 3).join(' ')}`);
}

test('a scan at an offline door asks SQLite for what it needs, and nothing twice', async () => {
  const asked = askedOfAll();
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  const [first = '', guest = ''] = evening.tickets('valid', 2);
  expect(await kiosk.scan(first)).toMatchObject({ kind: 'admit', basis: 'cache' });

  asked.take();
  expect(await kiosk.scan(guest)).toMatchObject({ kind: 'admit', basis: 'cache' });
  expect(kiosk.state()).toMatchObject({ records: { uploads: { pending: 2 }, discrepancies: 0 } });
  await evening.quiet();
  expect(ofTheKiosk(asked)).toEqual([
    'snapshot.db: SELECT place FROM',
    'snapshot.db: SELECT sealed FROM',
    'ledger.db: SELECT EXISTS (SELECT',
    'ledger.db: INSERT INTO entry',
  ]);

  expect(await kiosk.scan('NOBODYKNOWS1')).toMatchObject({ kind: 'reject', code: 11 });
  await evening.quiet();
  expect(ofTheKiosk(asked)).toEqual([
    'snapshot.db: SELECT place FROM',
    // Whether everything that is on was in the download: else its silence would prove nothing.
    'programme.db: SELECT performance_id AS',
    // Whether the programme has come whole.
    'programme.db: SELECT 1 FROM',
    // Whether it is near to the barcode of a ticket.
    'snapshot.db: SELECT min(place) FROM',
    'ledger.db: SELECT EXISTS (SELECT',
    'ledger.db: INSERT INTO entry',
  ]);
});

test('a scan that the platform is asked of is kept before it is asked, and not longer than its entry takes', async () => {
  const asked = askedOfAll();
  const { evening, kiosk } = await openDoor();
  const [first = '', guest = ''] = evening.tickets('valid', 2);
  await kiosk.scan(first);
  await evening.quiet();

  asked.take();
  expect(await kiosk.scan(guest)).toMatchObject({ kind: 'admit', basis: 'platform' });
  await evening.quiet();
  expect(ofTheKiosk(asked).filter((sql) => sql.startsWith('ledger.db'))).toEqual([
    // Whether the code is known, and whether the ticket is.
    'ledger.db: SELECT EXISTS (SELECT',
    'ledger.db: INSERT OR REPLACE',
    'ledger.db: INSERT INTO entry',
    'ledger.db: DELETE FROM question',
  ]);
});

test('publishes an offline scan once, as its verdict, and its upload within half a second', async () => {
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  const [first = '', guest = ''] = evening.tickets('valid', 2);
  await kiosk.scan(first);
  await evening.quiet();

  const parse = vi.spyOn(operatorSchema, 'parse');
  onTestFinished(() => parse.mockRestore());
  const before = kiosk.states.length;
  expect(await kiosk.scan(guest)).toMatchObject({ kind: 'admit', basis: 'cache' });
  await evening.quiet();
  expect(kiosk.states.length - before).toBe(1);
  await evening.pass(500);
  const published = kiosk.states.slice(before);
  expect(
    published.map(({ verdict: { waiting, shown: verdict }, records: { uploads } }) => [
      waiting,
      uploads.pending,
      verdict?.sequence,
    ]),
  ).toEqual([
    [0, 1, 2],
    [0, 2, 2],
  ]);
  expect(parse).not.toHaveBeenCalled();
});

test('verdicts that follow each other in one turn are each told', async () => {
  const { evening, kiosk } = await openDoor();
  await evening.proxy.cut();
  const codes = evening.tickets('valid', 3);
  await kiosk.scan(codes[0] ?? '');
  for (const code of codes.slice(1)) void kiosk.handlers.scan({ code, source: 'wedge' });
  await evening.quiet();
  const told = new Set(kiosk.states.map(({ verdict: { shown: verdict } }) => verdict?.sequence));
  expect([...told]).toEqual([undefined, 1, 2, 3]);
});
