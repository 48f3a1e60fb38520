import {
  ERROR,
  SCANNING_PATHS,
  validTicketsResponseSchema,
  type ScanFilter,
  type ScannableTicket,
  type ValidTicketsResponse,
} from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check, type Outcome } from '../check.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';
import { DATA, judgeFailure } from './failure.ts';
import { NOBODY } from './programme-errors.ts';
import { signedIn } from './signed-in.ts';
import { seenPerformances } from './views.ts';

/** The download of valid tickets (spec 2.10 and 4.2). */
export const validTicketsChecks: readonly Check[] = [
  {
    section: '4.2, 2.10',
    requirement: 'cache/validTickets: every ticket, every field as written',
    run: (platform) =>
      signedIn(platform, async () => {
        const { value, problems } = await platform.download();
        if (value === undefined) return judge(problems, '');
        return judge(
          [...problems, ...contentProblems(value, platform, {})],
          `${value.tickets?.length ?? 0} tickets, ${sharing(value.tickets ?? [])}`,
        );
      }),
  },
  {
    section: '4.2, rule 3',
    requirement: 'cache/validTickets with performanceId: tickets of this performance only',
    run: (platform) =>
      signedIn(platform, async () => {
        const all = (await platform.download()).value?.tickets ?? [];
        const performanceId = all[0]?.performanceId;
        if (performanceId === undefined) return skipped('there are no tickets');
        const expected = all.filter((ticket) => ticket.performanceId === performanceId).length;
        return filtered(platform, { performanceId }, (count) =>
          expectThat(count === expected, `${count} tickets instead of ${expected}`),
        );
      }),
  },
  {
    section: '4.2, rule 3',
    requirement: 'cache/validTickets with productionId: all its open performances, and no others',
    run: (platform) =>
      signedIn(platform, async () => {
        const all = (await platform.download()).value?.tickets ?? [];
        const clients = (await platform.filterOptions()).value?.clients ?? [];
        const production = clients
          .find(({ id }) => id === platform.clientId)
          ?.productions?.find(({ performances }) => (performances ?? []).length > 0);
        if (production === undefined) return skipped('no production can be scanned');
        const { productionId } = production;
        const open = new Set(production.performances?.map((one) => one.performanceId));
        const others = await performancesOfOthers(platform, productionId);
        const expected = all.filter((one) => open.has(one.performanceId));
        return filtered(platform, { productionId }, (count, tickets) => {
          const ids = new Set(tickets.map(({ ticketId }) => ticketId));
          return [
            ...expectThat(
              expected.every(({ ticketId }) => ids.has(ticketId)),
              'tickets of its open performances are missing',
            ),
            ...expectThat(
              !tickets.some(({ performanceId }) => others.has(performanceId)),
              'a ticket of another production is listed',
            ),
          ];
        });
      }),
  },
  {
    section: '4.2, rules 2, 3',
    requirement:
      'what filterOptions offers, and the tickets of the client, are the same performances',
    run: (platform) => signedIn(platform, () => offeredAndDownloaded(platform)),
  },
  {
    section: '4.2, 7.3',
    requirement: 'cache/validTickets without clientId: code 15, and no tickets',
    run: (platform) =>
      signedIn(platform, async ({ headers }) => {
        const answer = await platform.ask(SCANNING_PATHS.validTickets, { headers });
        return judgeFailure(answer, [ERROR.inputMissingRequiredField], DATA.validTickets);
      }),
  },
  {
    section: '7.3',
    requirement: 'cache/validTickets of a client that the user cannot access: code 7, no tickets',
    run: (platform) =>
      signedIn(platform, async () => {
        const answer = await platform.downloadNow({ clientId: NOBODY });
        return judgeFailure(answer, [ERROR.userWrongClient], DATA.validTickets);
      }),
  },
];

/** How many tickets share their barcode with another one, which no rule forbids. */
function sharing(tickets: readonly ScannableTicket[]): string {
  const shared = tickets.length - new Set(tickets.map(({ barcode }) => barcode)).size;
  return shared === 0 ? 'each with a barcode of its own' : `${shared} with the barcode of another`;
}

/** The performances that are known to belong to other productions. */
async function performancesOfOthers(platform: Platform, productionId: number) {
  const clients = (await platform.filterOptions()).value?.clients ?? [];
  const mine = clients.find(({ id }) => id === platform.clientId)?.productions ?? [];
  const offered = mine
    .filter((production) => production.productionId !== productionId)
    .flatMap(({ performances }) => performances ?? []);
  const listed = (await seenPerformances(platform)).filter(
    (performance) => performance.productionId !== productionId,
  );
  return new Set([...offered, ...listed].map(({ performanceId }) => performanceId));
}

/** Asks for both twice where they differ: a window may have opened or closed in between. */
async function offeredAndDownloaded(platform: Platform, isLastTry = false): Promise<Outcome> {
  const options = await platform.filterOptionsNow();
  const mine = options.value?.clients?.find(({ id }) => id === platform.clientId);
  const offered = (mine?.productions ?? [])
    .flatMap(({ performances }) => performances ?? [])
    .map(({ performanceId }) => performanceId);
  const download = readOk(validTicketsResponseSchema, await platform.downloadNow());
  if (options.value === undefined || download.value === undefined) {
    return skipped('they cannot be read');
  }
  const downloaded = new Set(download.value.tickets?.map(({ performanceId }) => performanceId));
  const problems: string[] = [];
  for (const performanceId of offered.filter((id) => !downloaded.has(id))) {
    const answer = await platform.downloadNow({ performanceId });
    const { tickets } = readOk(validTicketsResponseSchema, answer).value ?? {};
    const count = tickets?.length ?? 0;
    const missing = `performance ${performanceId} has tickets that the client has not`;
    problems.push(...expectThat(count === 0, missing));
  }
  const unasked = [...downloaded].filter((id) => !offered.includes(id));
  problems.push(...unasked.map((id) => `performance ${id} has tickets, and is not offered`));
  if (problems.length > 0 && !isLastTry) return offeredAndDownloaded(platform, true);
  return judge(problems, `${offered.length} offered, ${downloaded.size} with tickets`);
}

async function filtered(
  platform: Platform,
  filter: Partial<ScanFilter>,
  problemsOf: (count: number, tickets: readonly ScannableTicket[]) => string[],
) {
  const answer = await platform.downloadNow(filter);
  const { value, problems } = readOk(validTicketsResponseSchema, answer);
  if (value === undefined) return judge(problems, '');
  const tickets = value.tickets ?? [];
  const count = tickets.length;
  const open = new Set((await platform.download()).value?.tickets?.map((one) => one.performanceId));
  const beyond = tickets.filter(({ performanceId }) => !open.has(performanceId)).length;
  // Whether a filter also needs the scan window can be read in two ways (rule 3): it is told.
  const reach = beyond === 0 ? 'within the scan window' : `${beyond} beyond the scan window`;
  return judge(
    [...problems, ...contentProblems(value, platform, filter), ...problemsOf(count, tickets)],
    `${count} tickets, ${reach}`,
  );
}

function contentProblems(
  value: ValidTicketsResponse,
  { clientId }: Platform,
  filter: Partial<ScanFilter>,
): string[] {
  if (value.error) return [`code ${value.errorDetails?.errorCodeId ?? 'unknown'}`];
  const productionId = filter.productionId ?? null;
  const performanceId = filter.performanceId ?? null;
  const tickets = value.tickets ?? [];
  const distinct = (pick: (ticket: (typeof tickets)[number]) => unknown) =>
    new Set(tickets.map(pick)).size === tickets.length;
  return [
    ...expectThat(value.tickets !== null, 'tickets is null'),
    ...expectThat(value.clientId === clientId, 'clientId is not the one asked for'),
    ...expectThat(value.productionId === productionId, 'productionId is not the one asked for'),
    ...expectThat(value.performanceId === performanceId, 'performanceId is not the one asked for'),
    ...expectThat(
      distinct(({ ticketId }) => ticketId),
      'a ticketId comes twice',
    ),
    ...expectThat(!tickets.some(({ barcode }) => barcode === ''), 'a barcode is empty'),
    ...expectThat(
      performanceId === null || tickets.every((one) => one.performanceId === performanceId),
      'a ticket of another performance is listed',
    ),
  ];
}
