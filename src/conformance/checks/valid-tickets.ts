import {
  ERROR,
  SCANNING_PATHS,
  validTicketsResponseSchema,
  type ScanFilter,
  type ValidTicketsResponse,
} from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';
import { DATA, judgeFailure } from './failure.ts';
import { NOBODY } from './programme-errors.ts';
import { signedIn } from './signed-in.ts';

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
          `${value.tickets?.length ?? 0} tickets`,
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
        return filtered(platform, { performanceId }, expected);
      }),
  },
  {
    section: '4.2, rule 3',
    requirement: 'cache/validTickets with productionId: tickets of all its performances',
    run: (platform) =>
      signedIn(platform, async () => {
        const all = (await platform.download()).value?.tickets ?? [];
        const clients = (await platform.filterOptions()).value?.clients ?? [];
        const production = clients
          .find(({ id }) => id === platform.clientId)
          ?.productions?.find(({ performances }) => (performances ?? []).length > 0);
        if (production === undefined) return skipped('no production can be scanned');
        const { productionId } = production;
        const performances = production.performances?.map(({ performanceId }) => performanceId);
        const expected = all.filter((one) => performances?.includes(one.performanceId)).length;
        return filtered(platform, { productionId }, expected);
      }),
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

async function filtered(platform: Platform, filter: Partial<ScanFilter>, expected: number) {
  const answer = await platform.downloadNow(filter);
  const { value, problems } = readOk(validTicketsResponseSchema, answer);
  if (value === undefined) return judge(problems, '');
  const count = value.tickets?.length ?? 0;
  return judge(
    [
      ...problems,
      ...contentProblems(value, platform, filter),
      ...expectThat(count === expected, `${count} tickets instead of ${expected}`),
    ],
    `${count} tickets`,
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
    ...expectThat(
      distinct(({ barcode }) => barcode),
      'a barcode comes twice',
    ),
    ...expectThat(!tickets.some(({ barcode }) => barcode === ''), 'a barcode is empty'),
    ...expectThat(
      performanceId === null || tickets.every((one) => one.performanceId === performanceId),
      'a ticket of another performance is listed',
    ),
    ...expectThat(
      tickets.every(
        ({ ticketsScanned, ticketsSold }) => (ticketsScanned ?? 0) <= (ticketsSold ?? 0),
      ),
      'more tickets of an order are scanned than sold',
    ),
  ];
}
