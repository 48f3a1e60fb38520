import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutputSetting } from '#shared/model/output.ts';
import type { Party, PartyRefusal } from '#shared/model/party.ts';
import { err, ok } from '#shared/result.ts';
import { USER } from '#tests/box-office/support.ts';
import type { SoldTo } from '#tests/main/offline/support/counter.ts';
import {
  MINUTE,
  openEvening,
  SECOND,
  type Start,
  type TestKiosk,
} from '#tests/main/offline/support/evening.ts';
import { entrance } from '#tests/support/entrances.ts';
import { eventually } from '#tests/support/eventually.ts';

const PIN = '24683579';
/** A copy that takes for ever to be looked through, the first time. */
const SLOW_FIRST = { tickets: fileURLToPath(new URL('./slow-first-search.ts', import.meta.url)) };

interface Opening extends Start {
  /** How many tickets each order has. */
  readonly sold?: readonly (SoldTo & { readonly count: number })[];
  readonly username?: string;
}

/** A party has bought tickets for tonight, and a kiosk with a PIN has them in its copy. */
async function openParty({ sold = [{ count: 4 }], username = USER.door, ...start }: Opening = {}) {
  const evening = await openEvening();
  const { counter, boxOffice, proxy, until } = evening;
  const orders = sold.map(({ count, ...buyer }) =>
    counter.sell(boxOffice.ids.performanceId, count, buyer),
  );
  const kiosk = await evening.kiosk(start);
  await kiosk.signIn(username);
  await kiosk.open();
  await kiosk.handlers.setPin({ pin: PIN });

  /** The rest of the party of whoever was let in last. */
  const find = async (entryId = kiosk.state().verdict.shown?.entryId ?? '') =>
    kiosk.handlers.findParty({ entryId });
  const party = async (): Promise<Party> => {
    const found = await find();
    if (!found.ok) throw new Error(JSON.stringify(found.error));
    return found.value;
  };
  const letIn = async (ids: readonly string[]) => {
    const answer = await kiosk.handlers.letInParty({ ids: [...ids] });
    if (!answer.ok) throw new Error(answer.error.type);
    await until(() => kiosk.state().door.party?.isRunning === false, MINUTE);
    return (kiosk.state().door.party?.guests ?? []).map(({ outcome }) =>
      outcome?.type === 'decided' ? `${outcome.kind} ${outcome.basis}` : outcome?.type,
    );
  };
  const spent = () => orders.map((codes) => codes.map((code) => boxOffice.scansOf(code).length));
  const ids = ({ tickets }: Party) => tickets.map(({ id }) => id);
  const [first = []] = orders;
  return {
    evening,
    kiosk,
    proxy,
    counter,
    boxOffice,
    orders,
    first,
    find,
    party,
    letIn,
    spent,
    ids,
  };
}

/** Waits until the slow thread has begun. */
const isRead = ({ folder }: TestKiosk) =>
  eventually(() => expect(readdirSync(folder, { recursive: true }).join()).toContain('.searched'));

const none = (because: PartyRefusal) => err({ type: 'no-party', because });

test('of a party of four one ticket is scanned, and the others are let in together: each asked, each on record', async () => {
  const { kiosk, first, party, letIn, ids, spent } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  expect(rest).toMatchObject({ sold: 4, isWhole: true });
  expect(rest.tickets.map(({ section, seat }) => [section, seat])).toEqual([
    ...[2, 3, 4].map((seat) => ['Parquet', `Row P, ${seat}`]),
  ]);
  expect(spent(), 'nothing is spent by looking').toEqual([[1, 0, 0, 0]]);
  const before = kiosk.state().verdict.shown;
  expect(await letIn(ids(rest))).toEqual(Array(3).fill('admit platform'));
  expect(spent()).toEqual([[1, 1, 1, 1]]);
  expect(
    kiosk.states.every(
      ({ verdict: { shown: verdict } }) => (verdict?.sequence ?? 1) === before?.sequence,
    ),
  ).toBe(true);

  await kiosk.close();
  expect(
    kiosk.ledger().map(({ kind, basis, source, code }) => [kind, basis, source, code]),
  ).toEqual([
    ['admit', 'platform', 'wedge', first[0]],
    ...first.slice(1).map((code) => ['admit', 'platform', 'manual', code]),
  ]);
});

test('without the network the copy lets them in, and each goes up later', async () => {
  const { kiosk, evening, proxy, first, party, letIn, ids, spent } = await openParty();
  await proxy.cut();
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  expect(rest.isWhole).toBe(true);
  expect(await letIn(ids(rest))).toEqual(Array(3).fill('admit cache'));
  expect(kiosk.state().records.uploads.pending).toBe(4);
  await proxy.mend();
  await evening.until(() => kiosk.state().records.uploads.pending === 0, 2 * MINUTE);
  expect(spent()).toEqual([[1, 1, 1, 1]]);
});

test('nothing of a barcode or a name reaches the page', async () => {
  const { kiosk, first, party, letIn, ids } = await openParty({ username: USER.foyer });
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  const told = [rest, await letIn(ids(rest)), kiosk.state().door.party];
  expect(JSON.stringify(told)).not.toMatch(/PARTY-|Ottoline|patrons\.example/);
});

test('whoever has the same name and as many tickets is told apart by nothing but who ticks: not by one press', async () => {
  const twin = { firstName: 'Ottoline', lastName: 'Twin', email: 'one@twins.example' };
  const sold = [
    { ...twin, count: 2 },
    { ...twin, count: 2, email: 'two@twins.example', section: 'Gallery' },
  ];
  const { kiosk, first, party, letIn, spent } = await openParty({ sold });
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  expect(rest.isWhole).toBe(false);
  expect(rest.tickets.map(({ section }) => section)).toEqual(['Gallery', 'Gallery', 'Parquet']);
  expect(
    await letIn(rest.tickets.filter(({ section }) => section === 'Parquet').map(({ id }) => id)),
  ).toEqual(['admit platform']);
  expect(spent(), 'the other one’s tickets are good as before').toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test('a kiosk whose user sees addresses leaves the other one out', async () => {
  const twin = { firstName: 'Ottoline', lastName: 'Twin' };
  const sold = [
    { ...twin, count: 2 },
    { ...twin, count: 2, section: 'Gallery' },
  ];
  const { kiosk, first, party } = await openParty({ sold, username: USER.foyer });
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  expect(rest.tickets.map(({ section }) => section)).toEqual(['Parquet']);
  expect(rest.isWhole).toBe(true);
});

test('one who came in by another door is refused, and the others are let in', async () => {
  const { kiosk, counter, evening, first, party, letIn, ids } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  counter.admitElsewhere(first[1] ?? '', evening.world.now() - MINUTE);
  expect(await letIn(ids(rest))).toEqual([
    'duplicate platform',
    'admit platform',
    'admit platform',
  ]);
});

test('the platform counts one more than this kiosk knows of: nobody is let in with one press', async () => {
  const { kiosk, counter, evening, first, party } = await openParty();
  counter.admitElsewhere(first[2] ?? '', evening.world.now() - MINUTE);
  await kiosk.scan(first[0] ?? '');
  // It counts two now, with this one: so it is whole either way. The third scan is the one too many.
  counter.admitElsewhere(first[3] ?? '', evening.world.now() - MINUTE);
  await kiosk.scan(first[1] ?? '');
  expect((await party()).isWhole).toBe(false);
});

test('who has been scanned here since is in, and cannot be chosen', async () => {
  const { kiosk, evening, first, party, letIn, ids } = await openParty();
  await kiosk.scan(first[0] ?? '');
  await evening.pass(5 * SECOND);
  await kiosk.scan(first[2] ?? '');
  const rest = await party();
  expect(rest.tickets.map(({ isGood }) => isGood)).toEqual([false, true, true]);
  expect(rest.isWhole).toBe(true);
  expect(await kiosk.handlers.letInParty({ ids: ids(rest) })).toEqual(err({ type: 'gone' }));
  expect(await letIn(ids(rest).slice(1))).toEqual(['admit platform', 'admit platform']);
});

test('a guest’s scan meanwhile waits for one of the party at most', async () => {
  const { kiosk, evening, first, party, ids } = await openParty();
  const [stranger = ''] = evening.tickets('valid', 1);
  await kiosk.scan(first[0] ?? '');
  await evening.pass(5 * SECOND);
  const rest = await party();
  void kiosk.handlers.letInParty({ ids: ids(rest) });
  void kiosk.handlers.scan({ code: stranger, source: 'wedge' });
  await evening.until(() => kiosk.state().door.party?.isRunning === false, MINUTE);
  expect(kiosk.state().verdict.shown).toMatchObject({ kind: 'admit', source: 'wedge' });
  await kiosk.close();
  const codes = kiosk.ledger().map(({ code }) => code);
  expect(codes).toHaveLength(5);
  expect(codes.indexOf(stranger)).toBe(2);
});

test('called off, nobody more is asked about', async () => {
  const { kiosk, evening, proxy, first, party, ids, spent } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  proxy.fault = () => ({ type: 'hang' });
  await kiosk.handlers.letInParty({ ids: ids(rest) });
  await kiosk.handlers.stopParty(null);
  await evening.until(() => kiosk.state().door.party?.isRunning === false, MINUTE);
  expect(kiosk.state().door.party?.guests.map(({ outcome }) => outcome?.type)).toEqual([
    'decided',
    'not-asked',
    'not-asked',
  ]);
  expect(spent()[0]?.slice(2)).toEqual([0, 0]);
});

test('at a door that only looks tickets up, or that is closed meanwhile, nobody is let in', async () => {
  const { kiosk, first, find, party, ids, spent } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  await kiosk.handlers.lookUpOnly({ on: true });
  expect(await find()).toEqual(none('not-open'));
  expect(await kiosk.handlers.letInParty({ ids: ids(rest) })).toEqual(err({ type: 'gone' }));
  await kiosk.handlers.lookUpOnly({ on: false });
  expect(
    await kiosk.handlers.letInParty({ ids: ids(rest) }),
    'it has to be asked for again',
  ).toEqual(err({ type: 'gone' }));
  expect(spent()).toEqual([[1, 0, 0, 0]]);
});

test('it takes a PIN that is set and entered', async () => {
  const { kiosk, first, find } = await openParty();
  await kiosk.scan(first[0] ?? '');
  await kiosk.handlers.lock(null);
  expect([kiosk.mayCall('findParty'), kiosk.mayCall('letInParty')]).toEqual([false, false]);
  await kiosk.handlers.unlock({ pin: PIN });
  await kiosk.handlers.setPin({ pin: null });
  expect(await find()).toEqual(none('no-pin'));
});

test('whoever came alone, or was not let in, or long ago, has no party', async () => {
  const { kiosk, evening, first, orders, find } = await openParty({
    sold: [{ count: 2 }, { count: 1 }],
  });
  await kiosk.scan(orders[1]?.[0] ?? '');
  expect(await find()).toEqual(none('alone'));
  await evening.pass(5 * SECOND);
  await kiosk.scan('NO-SUCH-TICKET');
  expect(await find()).toEqual(none('no-admission'));
  expect(await find('4b1e14d4-1f0f-4d2b-9a32-0d9d6f5a3c11')).toEqual(none('no-admission'));
  await kiosk.scan(first[0] ?? '');
  const { entryId } = kiosk.state().verdict.shown ?? {};
  await evening.pass(11 * MINUTE);
  expect(await find(entryId)).toEqual(none('long-ago'));
});

test('two cards that are on several tickets are not let in by this', async () => {
  const { kiosk, counter, boxOffice, evening, first } = await openParty();
  const [other = ''] = counter.ticketsOf(boxOffice.ids.siblingPerformanceId, 1);
  counter.putOnOneCard([first[1] ?? '', other]);
  const again = await evening.kiosk();
  await again.signIn();
  await again.open('anything-open');
  await again.handlers.setPin({ pin: PIN });
  await again.scan(first[0] ?? '');
  const found = await again.handlers.findParty({
    entryId: again.state().verdict.shown?.entryId ?? '',
  });
  expect(found).toMatchObject(ok({ isWhole: false }));
  expect(found.ok && found.value.tickets.map(({ isGood }) => isGood)).toEqual([false, true, true]);
  await kiosk.close();
});

test('whoever belongs to another entrance is told so, and nothing is spent', async () => {
  const gallery = { count: 3, section: 'Gallery' };
  const { kiosk, first, party, letIn, ids, spent } = await openParty({
    sold: [gallery],
    settings: { entrance: 'foyer' },
  });
  await kiosk.scan(first[0] ?? '');
  const rest = await party();
  const entrances = [entrance('foyer'), entrance('stairs', [{ section: 'Gallery' }])];
  await kiosk.handlers.useEntrances({ entrances });
  expect(await letIn(ids(rest))).toEqual(['elsewhere cache', 'elsewhere cache']);
  expect(spent()).toEqual([[1, 0, 0]]);
});

test('nobody is spent who was not ticked, whatever is ticked', async () => {
  const { kiosk, evening, orders, find, letIn, spent } = await openParty({
    sold: Array.from({ length: 6 }, () => ({ count: 4 })),
  });
  const ticks = fc.sample(fc.subarray([0, 1, 2], { minLength: 1 }), orders.length);
  for (const [at, codes] of orders.entries()) {
    await evening.pass(5 * SECOND);
    await kiosk.scan(codes[0] ?? '');
    const found = await find();
    if (!found.ok) throw new Error('there is no party');
    const chosen = ticks[at] ?? [];
    await letIn(
      found.value.tickets.filter((_, place) => chosen.includes(place)).map(({ id }) => id),
    );
  }
  expect(spent()).toEqual(
    ticks.map((chosen) => [1, ...[0, 1, 2].map((place) => (chosen.includes(place) ? 1 : 0))]),
  );
});

test('whoever leaves the list while it is still looked for can ask for the next party at once', async () => {
  const { kiosk, first, find, party, letIn, ids } = await openParty({ workers: SLOW_FIRST });
  await kiosk.scan(first[0] ?? '');
  const left = find();
  await isRead(kiosk);
  await kiosk.handlers.leaveParty(null);
  expect(await left).toEqual(none('busy'));
  expect(await letIn(ids(await party()))).toEqual(Array(3).fill('admit platform'));
});

test('a page that was lost while it looked for a party asks again, and gets it', async () => {
  const { kiosk, first, find } = await openParty({ workers: SLOW_FIRST });
  await kiosk.scan(first[0] ?? '');
  const lost = find();
  await isRead(kiosk);
  expect(await find()).toMatchObject(ok({ sold: 4 }));
  expect(await lost).toEqual(none('busy'));
});

test('a kiosk that is locked looks for nobody more', async () => {
  const { kiosk, first, find, party } = await openParty({ workers: SLOW_FIRST });
  await kiosk.scan(first[0] ?? '');
  const { entryId } = kiosk.state().verdict.shown ?? {};
  const looking = find(entryId);
  await isRead(kiosk);
  await kiosk.handlers.lock(null);
  expect(await looking).toEqual(none('busy'));
  await kiosk.handlers.unlock({ pin: PIN });
  expect(await party()).toMatchObject({ sold: 4 });
});

test('what became of them is forgotten after a few minutes, or when somebody leaves it', async () => {
  const { kiosk, evening, first, party, letIn, ids } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const [one = ''] = ids(await party());
  await letIn([one]);
  await evening.pass(6 * MINUTE);
  await eventually(() => expect(kiosk.state().door.party).toBeNull());
});

test('a kiosk that is locked, or whose door is closed, lets in nobody more', async () => {
  const { kiosk, evening, proxy, first, find, party, ids, spent } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const { entryId } = kiosk.state().verdict.shown ?? {};
  const locked = await party();
  proxy.fault = () => ({ type: 'hang' });
  await kiosk.handlers.letInParty({ ids: ids(locked) });
  await kiosk.handlers.lock(null);
  await evening.until(() => kiosk.state().door.party === null, MINUTE);
  proxy.fault = () => null;
  await evening.pass(MINUTE);
  expect(spent()[0]?.slice(2), 'whoever was being asked about is in').toEqual([0, 0]);

  await kiosk.handlers.unlock({ pin: PIN });
  const closed = await find(entryId);
  if (!closed.ok) throw new Error('there is no party');
  const {
    door: { selection },
  } = kiosk.state();
  if (selection === null) throw new Error('the door is closed');
  const good = closed.value.tickets.filter(({ isGood }) => isGood).map(({ id }) => id);
  expect(good).toHaveLength(2);
  await kiosk.handlers.select({ selection });
  expect(await kiosk.handlers.letInParty({ ids: good })).toEqual(err({ type: 'gone' }));
});

test('whoever is being asked about when somebody leaves the list gets a verdict on the screen', async () => {
  const { kiosk, evening, proxy, first, party, ids } = await openParty();
  await kiosk.scan(first[0] ?? '');
  const [one = '', ...others] = ids(await party());
  const before = kiosk.state().verdict.shown?.sequence ?? 0;
  proxy.fault = () => ({ type: 'hang' });
  await kiosk.handlers.letInParty({ ids: [one, ...others] });
  await kiosk.handlers.leaveParty(null);
  await evening.until(() => (kiosk.state().verdict.shown?.sequence ?? 0) > before, MINUTE);
  expect(kiosk.state().verdict.shown).toMatchObject({
    kind: 'admit',
    source: 'manual',
    basis: 'cache',
  });
  expect(kiosk.state().door.party).toBeNull();
});

test('who has left may come in again, but is none of those whom the order lacks', async () => {
  const { kiosk, evening, first, party } = await openParty({ settings: { reentry: 'always' } });
  const [one = '', two = ''] = first;
  const scanBoth = async () => {
    for (const code of [one, two]) {
      await kiosk.scan(code);
      await evening.pass(5 * SECOND);
    }
  };
  await scanBoth();
  await kiosk.handlers.useAsWayOut({ on: true });
  await scanBoth();
  await kiosk.handlers.useAsWayOut({ on: false });
  expect(await kiosk.scan(one)).toMatchObject({ kind: 'admit', basis: 'venue' });
  const rest = await party();
  expect(rest.tickets.filter(({ isGood }) => isGood)).toHaveLength(3);
  expect(rest.isWhole).toBe(false);
});

test('between two of a party a gate has time for its whole pulse', async () => {
  const gate: OutputSetting = {
    ...{ name: 'Gate', purpose: 'gate', follows: ['admit'], pulse: 3_000 },
    way: { type: 'serial', path: '/dev/nothing', baudRate: 9_600, on: '1', off: '0' },
  };
  const { kiosk, evening, first, party, letIn, ids } = await openParty({
    settings: { outputs: [gate] },
  });
  await kiosk.scan(first[0] ?? '');
  const rest = ids(await party());
  const before = evening.world.now();
  expect(await letIn(rest)).toEqual(Array(3).fill('admit platform'));
  expect(evening.world.now() - before).toBeGreaterThanOrEqual(2 * 3_500);
});
