import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { REFRESH_RULES } from '#main/snapshot/refresh-interval.ts';
import { MOST_PERFORMANCES } from '#main/snapshot/performance-snapshots.ts';
import type { UpcomingPerformance } from '#main/snapshot/options.ts';
import { ok } from '#shared/result.ts';
import { CREDENTIALS, openClient } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { newVault, openSnapshots, SCOPE, SKEW, start, streamOf } from './support/open-snapshots.ts';
import { barcode, head, ticket } from './support/tickets.ts';

const MINUTE = 60_000;
const TONIGHT = 9_000;

interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Four tickets of a performance that has this number. */
function answerOf(performanceId: number, ...more: string[]): string {
  const tickets = [0, 1, 2, 3].map((seat) =>
    JSON.stringify(ticket(performanceId * 10 + seat, { performanceId })),
  );
  return `${head(SCOPE.filter)}${[...tickets, ...more].join(',')}]}`;
}

/** So many performances, one after the other. */
const evening = (count: number): UpcomingPerformance[] =>
  Array.from({ length: count }, (_, place) => ({
    performanceId: TONIGHT + place,
    productionId: null,
  }));

/** A snapshot whose platform gives the matinee, and what is asked for by its number. */
async function openAtPlatform(
  upcoming: readonly UpcomingPerformance[],
  changes: Partial<Parameters<typeof openSnapshots>[0]> = {},
) {
  const asked: { id: number; tag: string | undefined }[] = [];
  let answers = (id: number, tag: string | undefined): Answer =>
    tag === undefined
      ? { headers: { etag: `"${id}"` }, body: answerOf(id) }
      : { status: 304, headers: { etag: tag } };
  const baseUrl = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://platform').searchParams;
    const id = Number(query.get('performanceId') ?? 4711);
    const tag = request.headers['if-none-match'];
    asked.push({ id, tag });
    const { status = 200, headers, body } = answers(id, tag);
    response.writeHead(status, headers);
    response.end(body);
  });
  const { client } = openClient(baseUrl);
  const opened = openSnapshots({
    download: (filter, signal, known) =>
      client.validTickets(CREDENTIALS, filter, { signal, known }),
    upcoming: () => upcoming,
    ...changes,
  });
  /** Refreshes after so long; returns what was asked for beside the large snapshot. */
  async function refreshAfter(ms: number) {
    await opened.clock.advance(ms);
    asked.length = 0;
    await opened.snapshots.refresh();
    return asked.filter(({ id }) => id >= TONIGHT);
  }
  return {
    ...{ ...opened, asked, refreshAfter },
    answer: (other: typeof answers) => (answers = other),
    beside: () => opened.snapshots.usable(opened.clock.now() + SKEW),
  };
}

test('where sixty play tonight, the next ones are asked for, one after the other', async () => {
  const { asked, snapshots } = await openAtPlatform(evening(60));
  await start(snapshots);
  expect(asked.map(({ id }) => id)).toEqual([
    4711,
    ...evening(MOST_PERFORMANCES).map(({ performanceId }) => performanceId),
  ]);
  expect(snapshots.state().tickets).toBe(4 * (1 + MOST_PERFORMANCES));
});

test('a card that is in the large snapshot and in one beside it is known of both', async () => {
  const onCard = (performanceId: number) =>
    JSON.stringify(ticket(performanceId, { performanceId, barcode: 'card' }));
  const { answer, snapshots } = await openAtPlatform(evening(2));
  answer((id) => ({ body: answerOf(id, onCard(id)) }));
  await start(snapshots);
  expect(snapshots.find(284, 'card')).toMatchObject({
    value: [{ performanceId: 4711 }, { performanceId: TONIGHT }, { performanceId: TONIGHT + 1 }],
  });
});

test('they are asked for again when they are twenty minutes old, and cost nothing while they still stand', async () => {
  const { beside, snapshots, clock, refreshAfter } = await openAtPlatform(evening(2));
  await start(snapshots);
  expect(await refreshAfter(MINUTE)).toEqual([]);
  expect(await refreshAfter(20 * MINUTE)).toEqual([
    { id: TONIGHT, tag: `"${TONIGHT}"` },
    { id: TONIGHT + 1, tag: `"${TONIGHT + 1}"` },
  ]);
  expect(snapshots.find(284, barcode(TONIGHT * 10))).toMatchObject({
    value: [{ performanceId: TONIGHT }],
  });
  const builtAt = clock.now() + SKEW;
  expect(beside()).toMatchObject({
    beside: new Map([
      [TONIGHT, { builtAt, productionId: null, tickets: 4, isWhole: true }],
      [TONIGHT + 1, { builtAt, productionId: null, tickets: 4, isWhole: true }],
    ]),
  });
});

test('none is asked for while guests wait for the platform', async () => {
  let isBusy = true;
  const { asked, snapshots, refreshAfter } = await openAtPlatform(evening(2), {
    isBusy: () => isBusy,
  });
  await start(snapshots);
  expect(asked.map(({ id }) => id)).toEqual([4711]);
  isBusy = false;
  expect(await refreshAfter(MINUTE)).toHaveLength(2);
});

test('what the platform refuses is as if it had said nothing of it, and the next one is asked for', async () => {
  const refusal = JSON.stringify({
    ...{ accessTokenExpiration: null, error: true, errorMessageHTML: null, tickets: null },
    errorDetails: {
      errorCodeId: 10,
      errorCodeKey: 'error.ticket.wrongPerformance',
      errorCodeName: 'Ticket Wrong Performance',
      forceLogout: false,
    },
  });
  const { answer, asked, snapshots } = await openAtPlatform(evening(2));
  answer((id) => ({ body: id === TONIGHT ? refusal : answerOf(id) }));
  await start(snapshots);
  expect(asked.map(({ id }) => id)).toEqual([4711, TONIGHT, TONIGHT + 1]);
  expect(snapshots.state().problem).toBeNull();
  expect(snapshots.find(284, barcode((TONIGHT + 1) * 10))).toMatchObject({ ok: true });
  expect(snapshots.performances().map(({ performanceId }) => performanceId)).toEqual([
    4711,
    TONIGHT + 1,
  ]);
});

test('one of which a ticket cannot be read admits by the others, and proves nothing', async () => {
  const { answer, beside, snapshots } = await openAtPlatform(evening(1));
  answer((id) => ({ body: answerOf(id, ...(id === TONIGHT ? ['{"barcode":1}'] : [])) }));
  await start(snapshots);
  expect(snapshots.find(284, barcode(TONIGHT * 10))).toMatchObject({
    value: [{ performanceId: TONIGHT }],
  });
  expect(beside()).toMatchObject({
    skipped: 0,
    beside: new Map([[TONIGHT, expect.objectContaining({ isWhole: false })]]),
  });
});

test('where nothing can be scanned yet today, the kiosk has the evening all the same', async () => {
  const { answer, beside, snapshots } = await openAtPlatform(evening(1));
  answer((id) => ({ body: id === TONIGHT ? answerOf(id) : `${head(SCOPE.filter)}]}` }));
  await start(snapshots);
  expect(beside()).toMatchObject({ status: 'usable', tickets: 4 });
});

test('what a platform sends of another performance is not taken for its snapshot', async () => {
  const { answer, snapshots, beside } = await openAtPlatform(evening(1));
  answer((id) => ({ body: answerOf(id === TONIGHT ? 8_000 : id) }));
  await start(snapshots);
  expect(snapshots.find(284, barcode(80_000))).toStrictEqual({ ok: true, value: [] });
  expect(beside()).toMatchObject({ beside: new Map() });
});

test('once it is in the large snapshot, that knows it best, and the single one goes', async () => {
  const { answer, snapshots, refreshAfter } = await openAtPlatform(evening(1));
  await start(snapshots);
  expect(snapshots.state().tickets).toBe(8);
  answer(() => ({ body: answerOf(TONIGHT) }));
  expect(await refreshAfter(MINUTE)).toEqual([]);
  expect(snapshots.state().tickets).toBe(4);
});

test('the next start has them, and does not ask again', async () => {
  const directory = temporaryFolder();
  const vault = newVault();
  const first = await openAtPlatform(evening(1), { directory, vault });
  await start(first.snapshots);
  await first.snapshots.stop();
  const second = await openAtPlatform(evening(1), { directory, vault });
  await start(second.snapshots);
  expect(second.snapshots.find(284, barcode(TONIGHT * 10))).toMatchObject({ ok: true });
  expect(second.asked.map(({ id }) => id)).toEqual([4711]);
});

test('patrons in them are shown to nobody but who downloaded them', async () => {
  let username = 'ada';
  const { answer, snapshots } = await openAtPlatform(evening(1), {
    scope: () => ({ ...SCOPE, username }),
  });
  await start(snapshots);
  answer(() => ({ status: 500 }));
  username = 'grace';
  expect(snapshots.find(284, barcode(TONIGHT * 10))).toMatchObject({ value: [{ patron: null }] });
});

test('what is heavy is paid for by the pause after it, and no more than that can pay for is asked for', async () => {
  const { asked, snapshots, clock } = await openAtPlatform(evening(4), {
    download: (filter) => {
      asked.push({ id: filter.performanceId ?? 4711, tag: undefined });
      const bytes = filter.performanceId === undefined ? 0 : 60_000_000;
      const body = Buffer.from(answerOf(filter.performanceId ?? 4711));
      const line = () => ({ bytes, transfer: 0 });
      const stream = streamOf([body]);
      return Promise.resolve(ok({ type: 'body', stream, line, validators: null, age: 0 } as const));
    },
  });
  await start(snapshots);
  expect(
    asked.map(({ id }) => id),
    '916 s each, and 25 min at most',
  ).toEqual([4711, TONIGHT, TONIGHT + 1]);
  asked.length = 0;
  await clock.advance(REFRESH_RULES.longest - MINUTE);
  expect(asked).toEqual([]);
});
