import { expect, test } from 'vitest';
import { FACTS_PIECE } from '#main/snapshot/lending.ts';
import {
  answerOf,
  lentFactsSchema,
  type LentFacts,
  type Source,
} from '#main/snapshot/neighbours.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import { ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSnapshots, SCOPE, SKEW, start, streamOf } from './support/open-snapshots.ts';
import { answer, barcode, ticket } from './support/tickets.ts';

const TICKETS = 3_000;
/** One that cannot be read, and one that is listed twice. */
const ODD = ['{"ticketId":1}', JSON.stringify(ticket(7))];
const whole = (count = TICKETS) =>
  Promise.resolve(ok(streamOf([Buffer.from(answer(SCOPE.filter, count, ...ODD))])));

/** A kiosk that has downloaded the tickets. */
async function lender() {
  let extra = 0;
  const opened = openSnapshots({ download: () => whole(TICKETS + extra++) });
  await start(opened.snapshots);
  const [held] = opened.snapshots.held();
  if (held === undefined) throw new Error('it has no snapshot');
  const ask = (piece: number, isSameUser = true) =>
    opened.snapshots.lend({ download: held.download, piece, isSameUser: () => isSameUser });
  const facts = (isSameUser = true) =>
    lentFactsSchema.parse(JSON.parse(ask(FACTS_PIECE, isSameUser) ?? ''));
  return { ...opened, ask, facts, held };
}

async function* each(pieces: readonly (string | null)[]): AsyncGenerator<string | null> {
  for (const piece of pieces) {
    // As from a network: never at once.
    await Promise.resolve();
    yield piece;
  }
}

/** A kiosk whose neighbour has this for it each time. */
function taker(sources: (() => Source)[]) {
  let downloads = 0;
  const opened = openSnapshots({
    download: () => {
      downloads += 1;
      return whole(10);
    },
    neighbours: {
      find: () => Promise.resolve(sources.shift()?.() ?? { type: 'platform', done: () => {} }),
    },
  });
  return { ...opened, downloads: () => downloads };
}

const piecesOf = ({ ask, facts }: Awaited<ReturnType<typeof lender>>, isSameUser = true) =>
  Array.from({ length: facts().pieces }, (_, index) => ask(index + 1, isSameUser));

const found = (snapshots: Snapshots, number: number) =>
  snapshots.find(SCOPE.filter.clientId, barcode(number));

test('what is taken over is what was downloaded: tickets, patrons, repeats and what was skipped', async () => {
  const from = await lender();
  const { download, platformTime } = from.held;
  const pieces = piecesOf(from);
  expect(pieces.length).toBeGreaterThan(3);
  const spoiled: string[] = [];
  const to = taker([
    () => ({
      ...{ type: 'copy', facts: from.facts(), stream: answerOf(each(pieces)) },
      spoil: () => spoiled.push('spoilt'),
    }),
  ]);
  await start(to.snapshots);
  expect(to.downloads()).toBe(0);
  expect(spoiled).toEqual([]);
  expect(to.snapshots.state()).toMatchObject({ tickets: TICKETS, skipped: 1, duplicates: 1 });
  expect(to.snapshots.held()).toMatchObject([{ download, platformTime, offered: [] }]);
  for (const number of [0, 7, TICKETS - 1]) {
    expect(found(to.snapshots, number)).toEqual(found(from.snapshots, number));
  }
});

/** A door to which another one hands this over, and what it made of that. */
async function handed(facts: LentFacts, pieces: readonly (string | null)[]) {
  let spoilt = false;
  const stream = answerOf(each(pieces));
  const to = taker([() => ({ type: 'copy', facts, stream, spoil: () => (spoilt = true) })]);
  await start(to.snapshots);
  return { ...to, spoilt };
}

test('a download keeps its id from door to door, with patrons and without', async () => {
  const odd = { ...ticket(8), ticketId: 8, productionName: 'Hamlet &amp;amp; Faust &amp;lt;3' };
  const body = Buffer.from(answer(SCOPE.filter, 20, JSON.stringify(odd)));
  const first = openSnapshots({ download: () => Promise.resolve(ok(streamOf([body]))) });
  await start(first.snapshots);
  let from: Snapshots = first.snapshots;
  const names: unknown[] = [found(from, 8)];
  for (const isSameUser of [true, true, false, false]) {
    const [{ download } = { download: '' }] = from.held();
    const ask = (piece: number) => from.lend({ download, piece, isSameUser: () => isSameUser });
    const facts = lentFactsSchema.parse(JSON.parse(ask(FACTS_PIECE) ?? ''));
    const to = await handed(facts, [ask(1)]);
    expect(to.downloads()).toBe(0);
    expect(to.snapshots.held()).toMatchObject([{ download, isOfAnother: !isSameUser }]);
    from = to.snapshots;
    if (isSameUser) names.push(found(from, 8));
  }
  expect(names).toEqual([names[0], names[0], names[0]]);
});

test.each<
  [string, (facts: LentFacts, pieces: (string | null)[]) => [LentFacts, (string | null)[]]]
>([
  [
    'a made-up barcode',
    (facts, [one = '', ...more]) => [
      facts,
      [one?.replace(barcode(7), '999999999999') ?? null, ...more],
    ],
  ],
  [
    'a made-up name',
    (facts, [one = '', ...more]) => [
      facts,
      [one?.replace('guest.7@', 'guest.8@') ?? null, ...more],
    ],
  ],
  ['tickets left out', (facts, pieces) => [facts, pieces.slice(1)]],
  ['performances it does not cover', (facts, pieces) => [{ ...facts, offered: [4711] }, pieces]],
  ['unreadable tickets denied', (facts, pieces) => [{ ...facts, skipped: 0 }, pieces]],
])('the id of an honest download vouches for nothing else: %s', async (_, forge) => {
  const from = await lender();
  const to = await handed(...forge(from.facts(), piecesOf(from)));
  expect(to.spoilt).toBe(true);
  expect(to.downloads(), 'the platform is asked immediately').toBe(1);
  expect(to.snapshots.state()).toMatchObject({ tickets: 10 });
});

test('drops patrons that should have been left out', async () => {
  const from = await lender();
  const to = await handed(from.facts(false), piecesOf(from, true));
  expect(to.downloads()).toBe(0);
  expect(found(to.snapshots, 5)).toMatchObject({ value: [{ barcode: barcode(5), patron: null }] });
});

test('patrons go to their own user alone', async () => {
  const from = await lender();
  expect(piecesOf(from).join()).toContain('quittenbaum.example');
  const others = piecesOf(from, false);
  expect(others.join()).not.toMatch(/quittenbaum\.example|Speicherstrasse|firstName/);
  expect(others.join()).toContain(barcode(5));
  expect(from.facts(false)).toMatchObject({ tickets: TICKETS });
});

test('a neighbour that goes in the middle costs nothing but a little time', async () => {
  const from = await lender();
  const spoilt: string[] = [];
  const broken = [...piecesOf(from).slice(0, 2), null];
  const to = taker([
    () => ({ type: 'platform', done: () => {} }),
    () => ({
      ...{ type: 'copy', facts: from.facts(), stream: answerOf(each(broken)) },
      spoil: () => spoilt.push('spoilt'),
    }),
  ]);
  await start(to.snapshots);
  expect(to.snapshots.state()).toMatchObject({ tickets: 10 });
  await to.snapshots.refresh();
  expect(to.snapshots.state()).toMatchObject({ tickets: 10, problem: null });
  expect(spoilt).toEqual(['spoilt']);
});

test('what another door has asked the platform about since is as new as that', async () => {
  const now = (): number => to.clock.now() + SKEW;
  const to = taker([
    () => ({ type: 'platform', done: () => {} }),
    () => ({ type: 'confirmed', platformTime: now() - 1_000 }),
  ]);
  await start(to.snapshots);
  await to.clock.advance(30_000);
  await to.snapshots.refresh();
  expect(to.downloads()).toBe(1);
  expect(to.snapshots.state()).toMatchObject({ tickets: 10, builtAt: now() - 1_000 });
});

test('the claim to a download ends with it, however it ends', async () => {
  let done = 0;
  const to = taker([() => ({ type: 'platform', done: () => (done += 1) })]);
  await start(to.snapshots);
  await eventually(() => expect(done).toBe(1));
});

test('a copy is handed over to its end although there is a newer one, and then its file is closed', async () => {
  const from = await lender();
  const first = from.ask(1);
  await from.snapshots.refresh();
  expect(from.snapshots.held()[0]?.download).not.toBe(from.held.download);
  expect(from.ask(2)).not.toBeNull();
  await from.clock.advance(16_000);
  expect(from.ask(3)).toBeNull();
  expect(first).not.toBeNull();
});

test('reads no facts with a time of which no date can be made', () => {
  const facts = {
    ...{ download: 'd'.repeat(43), patronsDigest: 'p'.repeat(43), isOfAnother: false },
    ...{ platformTime: 1, offered: [], tickets: 0, skipped: 0, pieces: 0 },
  };
  expect(lentFactsSchema.safeParse(facts).success).toBe(true);
  const odd = { ...facts, platformTime: Number.MIN_SAFE_INTEGER };
  expect(lentFactsSchema.safeParse(odd).success).toBe(false);
});
