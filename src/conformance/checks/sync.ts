import {
  ERROR,
  scanningEnvelopeSchema,
  SCANNING_PATHS,
  syncScansResponseSchema,
  type ScannableTicket,
} from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check, type Outcome } from '../check.ts';
import type { Platform, Session } from '../platform.ts';
import { membersOf, read, readOk } from '../reading.ts';
import { NOBODY } from './programme-errors.ts';
import { scanning } from './signed-in.ts';
import { masked, takeTicket, ticketNow, ticketOfOtherClient } from './tickets.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Entry {
  readonly ticketId: number;
  readonly performanceId: number;
  readonly barcode: string;
  readonly scanTime: number;
}

type Change = (entry: Entry) => Partial<Entry>;

/** The reasons of spec 4.2, rule 4: how to provoke each, without spending a ticket. */
const REASONS: readonly (readonly [reason: string, change: Change])[] = [
  ['ticket id not found', () => ({ ticketId: NOBODY })],
  ['ticket does not belong to the performance', () => ({ performanceId: NOBODY })],
  ['scan time in the future', ({ scanTime }) => ({ scanTime: scanTime + 24 * HOUR_MS })],
  [
    'scan time more than 48 hours in the past',
    ({ scanTime }) => ({ scanTime: scanTime - 49 * HOUR_MS }),
  ],
];

/** syncScans (spec 2.11 and 4.2, rules 4 and 5). */
export const syncChecks: readonly Check[] = [
  check('4.2', 'syncScans with no tickets: nothing failed', async (platform, session) => {
    const { problems, failed } = await sync(platform, session, []);
    return judge([...problems, ...expectThat(failed.length === 0, 'something failed')], '0 failed');
  }),
  check(
    '4.2, rule 4',
    'a scan that was made offline is recorded; the download calls the ticket scanned',
    async (platform, session) => {
      const ticket = await takeTicket(platform);
      if (ticket === undefined) return skipped('no such ticket');
      const { problems, failed } = await sync(platform, session, [entryOf(ticket, session)]);
      const now = await ticketNow(platform, ticket);
      return judge(
        [
          ...problems,
          ...expectThat(failed.length === 0, 'it failed'),
          ...expectThat(now?.alreadyScanned === true, 'the download does not call it scanned'),
        ],
        `${masked(ticket.barcode)} is recorded`,
      );
    },
  ),
  ...REASONS.map(([reason, change]) =>
    check('4.2, rule 4', `syncScans: ${reason}`, async (platform, session) => {
      const ticket = await takeTicket(platform);
      if (ticket === undefined) return skipped('no such ticket');
      const entry = entryOf(ticket, session);
      const outcome = await fails(platform, session, ticket, { ...entry, ...change(entry) });
      platform.used.delete(ticket.barcode);
      return outcome;
    }),
  ),
  check(
    '4.2, rule 4',
    'syncScans: ticket does not belong to the client',
    async (platform, session) => {
      const ticket = await ticketOfOtherClient(platform);
      if (ticket === undefined) return skipped('needs a user of two clients');
      const entry = entryOf(ticket, session);
      const { problems, failed } = await sync(platform, session, [entry]);
      const named = failed.some(({ barcode }) => barcode === entry.barcode);
      return judge(
        [...problems, ...expectThat(named, 'its barcode is not among the failed')],
        `${masked(entry.barcode)} failed`,
      );
    },
  ),
  check('4.2, rule 4', 'syncScans: ticket refunded or voided', async (platform, session) => {
    const tickets = (await platform.download()).value?.tickets ?? [];
    const ticket = tickets.find(({ refundedOrVoided }) => refundedOrVoided);
    if (ticket === undefined) return skipped('no such ticket');
    return fails(platform, session, ticket, entryOf(ticket, session));
  }),
  check('4.2, 7.3', 'syncScans without tickets at all: code 15', async (platform, { headers }) => {
    const answer = await platform.ask(SCANNING_PATHS.syncScans, {
      method: 'POST',
      headers,
      body: { clientId: platform.clientId },
    });
    if (!('error' in membersOf(answer.body))) {
      // Spec 2.5 and 4.2 differ on whether syncScans has the envelope.
      const refused = expectThat(answer.status >= 400, `HTTP ${answer.status}, without an error`);
      return judge(refused, `HTTP ${answer.status}`);
    }
    const { value, problems } = read(scanningEnvelopeSchema, answer);
    const code = value?.errorDetails?.errorCodeId;
    return judge(
      [
        ...problems,
        ...expectThat(code === ERROR.inputMissingRequiredField, `code ${code ?? 'unknown'}`),
      ],
      'code 15',
    );
  }),
];

function check(
  section: string,
  requirement: string,
  run: (platform: Platform, session: Session) => Promise<Outcome>,
): Check {
  return {
    section,
    requirement,
    run: (platform) => scanning(platform, (session) => run(platform, session)),
  };
}

/** Sends an entry that cannot be recorded. */
async function fails(
  platform: Platform,
  session: Session,
  ticket: ScannableTicket,
  entry: Entry,
): Promise<Outcome> {
  const { problems, failed } = await sync(platform, session, [entry]);
  const [failure, ...others] = failed;
  const now = await ticketNow(platform, ticket);
  return judge(
    [
      ...problems,
      ...expectThat(failure?.barcode === entry.barcode, 'its barcode is not among the failed'),
      ...expectThat(others.length === 0, 'others failed, too'),
      ...expectThat(failure?.reason !== '', 'there is no reason'),
      ...expectThat(now?.alreadyScanned === ticket.alreadyScanned, 'the ticket is spent'),
    ],
    `${masked(entry.barcode)} failed, with a reason`,
  );
}

async function sync({ ask, clientId }: Platform, { headers }: Session, entries: readonly Entry[]) {
  // The barcode's key is written in two ways (spec 4.2, rule 5).
  const tickets = entries.map((entry) => ({ ...entry, barcodeString: entry.barcode }));
  const answer = await ask(SCANNING_PATHS.syncScans, {
    method: 'POST',
    headers,
    body: { clientId, tickets },
  });
  const { value, problems } = readOk(syncScansResponseSchema, answer);
  return { problems, failed: value?.failedBarcodes ?? [] };
}

/** A scan of a minute ago, on the platform's clock. */
function entryOf(
  { ticketId, performanceId, barcode }: ScannableTicket,
  { clockOffset }: Session,
): Entry {
  const scanTime = Date.now() + clockOffset - MINUTE_MS;
  return { ticketId, performanceId, barcode, scanTime };
}
