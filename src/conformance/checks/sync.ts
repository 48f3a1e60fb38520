import {
  ERROR,
  scanningEnvelopeSchema,
  SCANNING_PATHS,
  syncScansResponseSchema,
  type ScanFilter,
  type ScannableTicket,
} from '#shared/api/index.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { expectThat, judge, skipped, type Check, type Outcome } from '../check.ts';
import type { Platform, Session } from '../platform.ts';
import { membersOf, read, readOk } from '../reading.ts';
import { NOBODY } from './programme-errors.ts';
import { scanningCheck } from './signed-in.ts';
import {
  isAlone,
  masked,
  takeOffered,
  takeTicket,
  ticketNow,
  ticketOfOtherClient,
} from './tickets.ts';

interface Entry {
  readonly ticketId: number;
  readonly performanceId: number;
  readonly barcode: string;
  readonly scanTime: number;
}

type Change = (entry: Entry) => Partial<Entry>;

/** The two ways in which the key of an entry's barcode is written (spec 4.2, rule 5). */
const KEYS = ['barcode', 'barcodeString'] as const;
type Key = (typeof KEYS)[number];

/** The reasons of spec 4.2, rule 4: how to provoke each, without spending a ticket. */
const REASONS: readonly (readonly [reason: string, change: Change])[] = [
  ['ticket id not found', () => ({ ticketId: NOBODY })],
  ['ticket does not belong to the performance', () => ({ performanceId: NOBODY })],
  ['scan time in the future', ({ scanTime }) => ({ scanTime: scanTime + 24 * HOUR })],
  [
    'scan time more than 48 hours in the past',
    ({ scanTime }) => ({ scanTime: scanTime - 49 * HOUR }),
  ],
];

/** syncScans (spec 2.11 and 4.2, rules 4 and 5). */
export const syncChecks: readonly Check[] = [
  scanningCheck('4.2', 'syncScans with no tickets: nothing failed', async (platform, session) => {
    const { problems, failed } = await sync(platform, session, []);
    return judge([...problems, ...expectThat(failed.length === 0, 'something failed')], '0 failed');
  }),
  scanningCheck(
    '4.2, rule 4',
    'a scan that was made offline is recorded; the download calls the ticket scanned',
    async (platform, session) => {
      const ticket = await takeTicket(platform);
      if (ticket === undefined) return skipped('no such ticket');
      return judgeRecorded(platform, session, ticket);
    },
  ),
  ...(['performanceId', 'productionId'] as const).map((member) =>
    scanningCheck(
      '4.2, rules 3 and 4',
      `a scan that was made offline is recorded under a filter by its own ${member}`,
      async (platform, session) => {
        const found = await takeOffered(platform);
        if (found === undefined) return skipped('no such ticket');
        const { ticket, offered } = found;
        return judgeRecorded(platform, session, ticket, { [member]: offered[member] });
      },
    ),
  ),
  ...KEYS.map((key) =>
    scanningCheck(
      '4.2, rule 5',
      `syncScans with the key ${key} alone: taken, or refused as a whole; at least one is taken`,
      async (platform, session) => {
        const ticket = await takeTicket(platform);
        if (ticket === undefined) return skipped('no such ticket');
        const keys = await keysAlone(platform, session, ticket);
        const other = KEYS.find((each) => each !== key) ?? key;
        const now = await ticketNow(platform, ticket);
        platform.used.delete(ticket.barcode);
        return judge(
          [
            ...expectThat(keys[key].ok || keys[other].ok, 'neither key alone is taken'),
            ...expectThat(now?.alreadyScanned === false, 'a scan of tomorrow spends the ticket'),
          ],
          `${key}: ${keys[key].said}`,
        );
      },
    ),
  ),
  scanningCheck(
    '4.2, rules 4 and 7',
    'a scan that is sent twice, the second time with another: neither is lost',
    async (platform, session) => {
      const [first, second] = [await takeTicket(platform), await takeTicket(platform)];
      if (first === undefined || second === undefined) return skipped('no such tickets');
      const [once, more] = [entryOf(first, session), entryOf(second, session)];
      const before = await sync(platform, session, [once]);
      const after = await sync(platform, session, [once, more]);
      const scanned = async (ticket: ScannableTicket) =>
        (await ticketNow(platform, ticket))?.alreadyScanned === true;
      const named = after.failed.some(({ barcode }) => barcode === once.barcode);
      return judge(
        [
          ...before.problems,
          ...after.problems,
          ...expectThat(await scanned(first), 'the first is not scanned any more'),
          ...expectThat(await scanned(second), 'what came with the repeated one is not recorded'),
          ...expectThat(
            !after.failed.some(({ barcode }) => barcode === more.barcode),
            'what came with the repeated one failed',
          ),
        ],
        `the repeated one is ${named ? 'named as failed' : 'taken'}`,
      );
    },
  ),
  ...REASONS.map(([reason, change]) =>
    scanningCheck('4.2, rule 4', `syncScans: ${reason}`, async (platform, session) => {
      const ticket = await takeTicket(platform);
      if (ticket === undefined) return skipped('no such ticket');
      const entry = entryOf(ticket, session);
      const outcome = await fails(platform, session, ticket, { ...entry, ...change(entry) });
      platform.used.delete(ticket.barcode);
      return outcome;
    }),
  ),
  scanningCheck(
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
  scanningCheck(
    '4.2, rule 4',
    'syncScans: ticket refunded or voided',
    async (platform, session) => {
      const tickets = (await platform.download()).value?.tickets ?? [];
      const ticket = tickets.find(
        ({ refundedOrVoided, barcode }) => refundedOrVoided && isAlone(tickets, barcode),
      );
      if (ticket === undefined) return skipped('no such ticket');
      return fails(platform, session, ticket, entryOf(ticket, session));
    },
  ),
  scanningCheck(
    '4.2, 7.3',
    'syncScans without tickets at all: code 15',
    async (platform, { headers }) => {
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
    },
  ),
];

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

/** Uploads a scan of a ticket, and judges whether it is recorded. */
async function judgeRecorded(
  platform: Platform,
  session: Session,
  ticket: ScannableTicket,
  filter: Partial<ScanFilter> = {},
): Promise<Outcome> {
  const { problems, failed } = await sync(platform, session, [entryOf(ticket, session)], filter);
  const now = await ticketNow(platform, ticket);
  return judge(
    [
      ...problems,
      ...expectThat(failed.length === 0, 'it failed'),
      ...expectThat(now?.alreadyScanned === true, 'the download does not call it scanned'),
    ],
    `${masked(ticket.barcode)} is recorded`,
  );
}

/**
 * Uploads. The barcode's key is written in two ways (spec 4.2, rule 5): both are sent, and where a
 * platform refuses that, the one that it takes.
 */
async function sync(
  platform: Platform,
  session: Session,
  entries: readonly Entry[],
  filter: Partial<ScanFilter> = {},
) {
  const both = await send(platform, session, entries, KEYS, filter);
  const refused = both.answer.status >= 400 || both.value === undefined;
  if (!refused || entries.length === 0) return both;
  for (const key of KEYS) {
    const alone = await send(platform, session, entries, [key], filter);
    if (alone.answer.status === 200 && alone.value !== undefined) return alone;
  }
  return both;
}

async function send(
  { ask, clientId }: Platform,
  { headers }: Session,
  entries: readonly Entry[],
  keys: readonly Key[],
  filter: Partial<ScanFilter> = {},
) {
  const tickets = entries.map(({ barcode, ...entry }) => ({
    ...entry,
    ...Object.fromEntries(keys.map((key) => [key, barcode])),
  }));
  const question = { method: 'POST', headers, body: { clientId, ...filter, tickets } } as const;
  const answer = await ask(SCANNING_PATHS.syncScans, question);
  const { value, problems } = readOk(syncScansResponseSchema, answer);
  return { answer, value, problems, failed: value?.failedBarcodes ?? [] };
}

/** What a scan of tomorrow, which spends nothing, is told with each key alone. */
async function keysAlone(platform: Platform, session: Session, ticket: ScannableTicket) {
  const entry = entryOf(ticket, session);
  const tomorrow = { ...entry, scanTime: entry.scanTime + 24 * HOUR };
  const told = async (key: Key) => {
    const { answer, failed } = await send(platform, session, [tomorrow], [key]);
    // Known by its barcode, it fails for its time; otherwise the request does.
    const ok = failed.some(({ barcode }) => barcode === entry.barcode);
    return { ok, said: ok ? 'taken' : `refused, HTTP ${answer.status}` };
  };
  return { barcode: await told('barcode'), barcodeString: await told('barcodeString') };
}

/** A scan of a minute ago, on the platform's clock. */
function entryOf(
  { ticketId, performanceId, barcode }: ScannableTicket,
  { clockOffset }: Session,
): Entry {
  const scanTime = Date.now() + clockOffset - MINUTE;
  return { ticketId, performanceId, barcode, scanTime };
}
