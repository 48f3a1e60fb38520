import { expect, test } from 'vitest';
import { FACTS_PIECE } from '#main/snapshot/lending.ts';
import { answerOf, lentFactsSchema, type Source } from '#main/snapshot/neighbours.ts';
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
  const opened = openSnapshots({ download: () => whole() });
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

test('a copy with a ticket less than was said is not used', async () => {
  const from = await lender();
  const spoilt: string[] = [];
  const to = taker([
    () => ({
      ...{ type: 'copy', facts: from.facts(), stream: answerOf(each(piecesOf(from).slice(1))) },
      spoil: () => spoilt.push('spoilt'),
    }),
  ]);
  await start(to.snapshots);
  expect(to.snapshots.state(), 'the platform is asked at once').toMatchObject({ tickets: 10 });
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
