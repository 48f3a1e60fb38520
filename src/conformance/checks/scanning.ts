import {
  ERROR,
  SCANNING_PATHS,
  validateTicketResponseSchema,
  type ErrorCode,
  type ScannableTicket,
} from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check, type Outcome } from '../check.ts';
import type { Platform, Session } from '../platform.ts';
import { readOk } from '../reading.ts';
import { DATA, failureProblems, judgeFailure } from './failure.ts';
import { NOBODY } from './programme-errors.ts';
import { scanningCheck } from './signed-in.ts';
import {
  isAlone,
  masked,
  takeOffered,
  takeTicket,
  ticketNow,
  ticketOfOtherClient,
  validate,
} from './tickets.ts';

/** Sold by nobody. */
const NO_BARCODE = 'conformance-no-such-ticket';

/** validateTicket (spec 2.8 and 4.2): each answer that a ticket can have. */
export const scanningChecks: readonly Check[] = [
  scanningCheck(
    '4.2, 2.8, 7.3',
    'a good ticket is admitted, with its data; a second time it has code 12, and none',
    admitted,
  ),
  ...(['performanceId', 'productionId'] as const).map((member) =>
    scanningCheck(
      '4.2, rule 3',
      `a good ticket is admitted under a filter by its own ${member}`,
      async (platform, { headers }) => {
        const found = await takeOffered(platform);
        if (found === undefined) return skipped('no such ticket');
        const { barcode } = found.ticket;
        const filter = { [member]: found.offered[member] };
        const answer = await validate(platform, headers, barcode, filter);
        const { value, problems } = readOk(validateTicketResponseSchema, answer);
        const code = value?.errorDetails?.errorCodeId;
        return judge(
          [...problems, ...expectThat(value?.error !== true, `code ${code ?? 'unknown'}`)],
          `${masked(barcode)} is admitted`,
        );
      },
    ),
  ),
  scanningCheck('7.3', 'a barcode that no ticket has: code 11', async (platform, { headers }) =>
    judgeFailure(
      await validate(platform, headers, NO_BARCODE),
      [ERROR.ticketNotValid],
      DATA.validateTicket,
    ),
  ),
  scanningCheck(
    '7.3',
    'validateTicket without a barcode: code 15',
    async (platform, { headers }) => {
      const body = { clientId: platform.clientId };
      const question = { method: 'POST', headers, body } as const;
      const answer = await platform.ask(SCANNING_PATHS.validateTicket, question);
      return judgeFailure(answer, [ERROR.inputMissingRequiredField], DATA.validateTicket);
    },
  ),
  scanningCheck(
    '7.3',
    'a client that the user cannot access: code 7',
    async (platform, { headers }) =>
      judgeFailure(
        await validate(platform, headers, NO_BARCODE, { clientId: NOBODY }),
        [ERROR.userWrongClient],
        DATA.validateTicket,
      ),
  ),
  scanningCheck(
    '4.2, rule 3',
    'a ticket of another performance than the filter: code 10, and it is not spent',
    async (platform, session) => {
      const productions = await productionsOf(platform);
      const siblings = productions.find(({ performances }) => (performances?.length ?? 0) > 1);
      const [mine, other] = siblings?.performances?.map((one) => one.performanceId) ?? [];
      const ticket = await takeTicket(platform, (one) => one.performanceId === mine);
      if (ticket === undefined || other === undefined) return skipped('no such ticket');
      const filter = { performanceId: other };
      return notSpent(platform, session, ticket, filter, ERROR.ticketWrongPerformance);
    },
  ),
  scanningCheck(
    '4.2, rule 3',
    'a ticket of another series than the filter: code 9, and it is not spent',
    async (platform, session) => {
      const [mine, other] = await productionsOf(platform);
      const ids = mine?.performances?.map(({ performanceId }) => performanceId) ?? [];
      const ticket = await takeTicket(platform, (one) => ids.includes(one.performanceId));
      if (ticket === undefined || other === undefined) return skipped('no such ticket');
      const filter = { productionId: other.productionId };
      return notSpent(platform, session, ticket, filter, ERROR.ticketWrongSeries);
    },
  ),
  scanningCheck('7.3', "another client's ticket: code 8", async (platform, { headers }) => {
    const ticket = await ticketOfOtherClient(platform);
    if (ticket === undefined) return skipped('needs a user of two clients');
    const answer = await validate(platform, headers, ticket.barcode);
    return judgeFailure(answer, [ERROR.ticketWrongClient], DATA.validateTicket);
  }),
  scanningCheck(
    '7.3',
    'a voided or refunded ticket: code 13 or 14',
    async (platform, { headers }) => {
      const tickets = (await platform.download()).value?.tickets ?? [];
      const ticket = tickets.find(
        ({ refundedOrVoided, barcode }) => refundedOrVoided && isAlone(tickets, barcode),
      );
      if (ticket === undefined) return skipped('no such ticket');
      const answer = await validate(platform, headers, ticket.barcode);
      const codes = [ERROR.ticketVoided, ERROR.ticketRefunded];
      return judgeFailure(answer, codes, DATA.validateTicket);
    },
  ),
];

async function admitted(platform: Platform, { headers }: Session): Promise<Outcome> {
  const known = (await platform.download()).value?.tickets ?? [];
  const ticket =
    platform.barcode === undefined
      ? await takeTicket(platform)
      : known.find(({ barcode }) => barcode === platform.barcode);
  const barcode = platform.barcode ?? ticket?.barcode;
  if (barcode === undefined) return skipped('no such ticket');
  platform.used.add(barcode);

  const { value, problems } = readOk(
    validateTicketResponseSchema,
    await validate(platform, headers, barcode),
  );
  if (value === undefined) return judge(problems, '');
  if (value.error) {
    return judge([`${masked(barcode)} has code ${value.errorDetails?.errorCodeId ?? '?'}`], '');
  }
  const again = await validate(platform, headers, barcode);
  const scanned = value.ticketsScanned ?? 0;
  return judge(
    [
      ...problems,
      ...expectThat(value.errorDetails === null, 'errorDetails without an error'),
      ...expectThat(value.accessTokenExpiration !== null, 'accessTokenExpiration is null'),
      ...(ticket === undefined ? [] : await ticketProblems(platform, ticket)),
      ...failureProblems(again, [ERROR.ticketAlreadyScanned], DATA.validateTicket),
    ],
    `${masked(barcode)}: ${scanned} of ${value.ticketsSold ?? 0} of its order scanned`,
  );
}

/**
 * What the download has to say after a scan. The document does not say how ticketsScanned and ticketsSold are
 * counted: they are reported, and never a breach.
 */
async function ticketProblems(platform: Platform, ticket: ScannableTicket): Promise<string[]> {
  const now = await ticketNow(platform, ticket);
  return expectThat(now?.alreadyScanned === true, 'the download does not call it scanned');
}

async function notSpent(
  platform: Platform,
  { headers }: Session,
  ticket: ScannableTicket,
  filter: { performanceId: number } | { productionId: number },
  code: ErrorCode,
): Promise<Outcome> {
  const answer = await validate(platform, headers, ticket.barcode, filter);
  const now = await ticketNow(platform, ticket);
  platform.used.delete(ticket.barcode);
  return judge(
    [
      ...failureProblems(answer, [code], DATA.validateTicket),
      ...expectThat(now?.alreadyScanned === false, 'the ticket is spent'),
    ],
    `${masked(ticket.barcode)}: code ${code}`,
  );
}

async function productionsOf({ filterOptions, clientId }: Platform) {
  const clients = (await filterOptions()).value?.clients ?? [];
  return clients.find(({ id }) => id === clientId)?.productions ?? [];
}
