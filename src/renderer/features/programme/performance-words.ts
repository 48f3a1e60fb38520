import { assertNever } from '#shared/assert-never.ts';
import type { LocalMoment, PerformanceTimes } from '#shared/model/programme.ts';
import type {
  PerformanceStanding,
  ProgrammeMonth,
  ProgrammePart,
  ProgrammePerformance,
  ProgrammeSeries,
  ProgrammeState,
} from '#shared/model/programme.ts';
import type { ConnectionState } from '#shared/model/connection.ts';
import type { Format } from '#renderer/lib/format.ts';
import { readTime } from '#shared/wall-time.ts';
import { m } from '#renderer/i18n/messages.ts';
import { timeText } from '#renderer/lib/platform-times.ts';
import { isSameMonth } from '#renderer/lib/days.ts';

/** The day of a performance for guests who stand there today; what began before today and is still on is today's. */
export function boardDay(
  format: Format,
  { date }: Pick<ProgrammePerformance, 'date'>,
  today: string,
): string {
  return date <= today ? m.programme_boardToday() : format.shortDay(date);
}

/** The word that marks a performance; null where none does. */
export function standingWord(standing: PerformanceStanding): string | null {
  switch (standing) {
    case 'cancelled':
      return m.programme_cancelled();
    case 'sold-out':
      return m.programme_soldOut();
    case 'normal':
    case 'message':
      return null;
  }
}

/** Each once, in this order, and nothing that its mark says already. */
function once(texts: readonly (string | null)[], mark: string | null): string[] {
  const plain = (text: string) => text.trim().replace(/[.!]$/, '').toLowerCase();
  const said = new Set(mark === null ? [] : [plain(mark)]);
  return texts.filter((text): text is string => {
    if (text === null || text.trim() === '' || said.has(plain(text))) return false;
    said.add(plain(text));
    return true;
  });
}

type WithMessages = Pick<
  ProgrammePerformance,
  'standing' | 'message' | 'saleLimit' | 'noTicketsMessage' | 'salesOverMessage'
>;

/** What is to be known of a performance, besides its mark. */
export function noticesOf(performance: WithMessages): string[] {
  const { standing, salesOverMessage } = performance;
  const message = standing === 'message' ? performance.message : null;
  return once([message, saleText(performance, message), salesOverMessage], standingWord(standing));
}

/** What is to be known of a whole series. */
export function alertsOf(
  series: Pick<
    ProgrammeSeries,
    'purchaseAlert' | 'saleLimit' | 'noTicketsMessage' | 'salesOverMessage'
  >,
): string[] {
  const { purchaseAlert, salesOverMessage } = series;
  return once([purchaseAlert, saleText(series, purchaseAlert), salesOverMessage], null);
}

/**
 * Why tickets cannot be bought: in the platform's words, else in ours. That they are not on sale is only
 * said where the platform says nothing: its message may be where they are.
 */
function saleText(
  { saleLimit, noTicketsMessage, salesOverMessage }: Omit<WithMessages, 'standing' | 'message'>,
  message: string | null,
): string | null {
  if (noTicketsMessage !== null) return noTicketsMessage;
  switch (saleLimit) {
    case null:
      return null;
    case 'none-left':
      return m.programme_noTicketsLeft();
    case 'package-holders':
      return m.programme_packageHolders();
    case 'not-on-sale':
      return (message ?? salesOverMessage) === null ? m.programme_notOnSale() : null;
    default:
      return assertNever(saleLimit);
  }
}

type Doors = Extract<PerformanceTimes, { type: 'doors' }>;

/**
 * When an all-day event's doors open and close: with their dates, in the platform's own words, where
 * these differ.
 */
export function doorTimes(
  format: Format,
  { opens, closes }: Doors,
): {
  opens: string | null;
  closes: string | null;
} {
  const dated = opens.date !== null && closes.date !== null && opens.date !== closes.date;
  const text = ({ date, time }: LocalMoment) =>
    [dated || time === null ? date : null, time && timeText(format, time)]
      .filter((part) => part !== null)
      .join(', ') || null;
  const sameDay = !dated && closes.time === null;
  return { opens: text(opens), closes: sameDay ? null : text(closes) };
}

/** The same in one line. */
export function doorsText(format: Format, doors: Doors): string {
  const { opens, closes } = doorTimes(format, doors);
  if (opens !== null && closes !== null) return `${m.programme_doors()} ${opens} – ${closes}`;
  if (opens !== null) return m.programme_doorsOpen({ when: opens });
  return closes === null ? m.programme_allDay() : m.programme_doorsClose({ when: closes });
}

/** How many performances there are. */
export function amountText(format: Format, count: number): string {
  if (count === 0) return m.programme_amountNone();
  return m.programme_amount({ count, shown: format.count(count) });
}

/** Day and time of a performance; the platform's own words where its time cannot be read. */
export function startText(
  format: Format,
  { date, times }: Pick<ProgrammePerformance, 'date' | 'times'>,
): string {
  if (times.type === 'doors') return format.fullDay(date);
  if (readTime(times.time) === null) return times.text;
  return `${format.fullDay(date)}, ${timeText(format, times.time)}`;
}

/** A time in as few words as there are: the start, or when the doors open. */
export function shortTime(format: Format, times: PerformanceTimes): string {
  if (times.type === 'starts') return timeText(format, times.time);
  return doorTimes(format, times).opens ?? m.programme_allDay();
}

/** How old the copy is, and why it is not newer. */
export interface CopyAge {
  /** "as of 18:05" */
  readonly asOf: string;
  /** Why nothing newer came; null if nothing is wrong. */
  readonly reason: string | null;
  /** Whether whoever reads the programme has to know. */
  readonly matters: boolean;
}

/** Younger ones are taken to be up to date; milliseconds. */
const FRESH_FOR = 2 * 60 * 60_000;

/** The part of the state that says how old the copy of the programme is. */
interface CopiedState {
  readonly programme: ProgrammeState;
  readonly session: { readonly connection: ConnectionState };
}

export function copyAge(format: Format, { programme, session }: CopiedState, now: number): CopyAge {
  const { fetchedAt, problem, missing } = programme;
  const { connection } = session;
  const offline = connection.status === 'offline' ? connection.reason : null;
  const reason = missing.length > 0 ? partsText(format, missing) : problemText(problem ?? offline);
  return {
    asOf:
      fetchedAt === null
        ? m.programme_never()
        : m.programme_asOf({ when: format.since(fetchedAt, now) }),
    reason,
    matters: reason !== null || fetchedAt === null || now - fetchedAt > FRESH_FOR,
  };
}

function problemText(problem: ProgrammeState['problem']): string | null {
  if (problem === null) return null;
  return problem === 'refused' ? m.programme_refused() : m[`offline_${problem}_what` as const]();
}

/** The parts that the last refresh lacked. */
function partsText(format: Format, missing: readonly ProgrammePart[]): string {
  const names = missing.map((part) => {
    switch (part.type) {
      case 'series':
        return m.programme_series();
      case 'events':
        return m.programme_performances();
      case 'calendar':
        return format.month(part);
      default:
        return assertNever(part);
    }
  });
  return m.programme_notUpdated({ parts: format.list(names) });
}

/** How old a month is, if it is older than the rest of the programme; null otherwise. */
export function monthAge(
  format: Format,
  month: Pick<ProgrammeMonth, 'year' | 'month' | 'fetchedAt'>,
  { missing }: Pick<ProgrammeState, 'missing'>,
  now: number,
): string | null {
  const { fetchedAt } = month;
  if (fetchedAt === null) return m.programme_monthNotHere();
  const isMissing = missing.some((part) => part.type === 'calendar' && isSameMonth(part, month));
  return isMissing || now - fetchedAt > FRESH_FOR
    ? m.programme_monthAsOf({ when: format.since(fetchedAt, now) })
    : null;
}
