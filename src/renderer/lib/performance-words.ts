import type { LocalMoment, PerformanceTimes } from '#shared/model/programme.ts';
import type {
  PerformanceStanding,
  ProgrammePerformance,
  ProgrammeState,
} from '#shared/model/programme.ts';
import type { ConnectionState } from '#shared/model/connection.ts';
import type { Format } from './format.ts';
import type { Words } from './i18n/en.ts';

/** The word that marks a performance; null where none does. */
export function standingWord(words: Words, standing: PerformanceStanding): string | null {
  switch (standing) {
    case 'cancelled':
      return words.programme.cancelled;
    case 'sold-out':
      return words.programme.soldOut;
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
  'standing' | 'message' | 'noTicketsMessage' | 'salesOverMessage'
>;

/** What is to be known of a performance, besides its mark. */
export function noticesOf(words: Words, performance: WithMessages): string[] {
  const { standing, message, noTicketsMessage, salesOverMessage } = performance;
  const texts = [standing === 'message' ? message : null, noTicketsMessage, salesOverMessage];
  return once(texts, standingWord(words, standing));
}

/** What is to be known of a whole series. */
export function alertsOf(series: {
  readonly purchaseAlert: string | null;
  readonly noTicketsMessage: string | null;
  readonly salesOverMessage: string | null;
}): string[] {
  return once([series.purchaseAlert, series.noTicketsMessage, series.salesOverMessage], null);
}

type Doors = Extract<PerformanceTimes, { type: 'doors' }>;

/**
 * When an all-day event's doors open and close, in the platform's own words: with their dates where
 * these differ.
 */
export function doorTimes({ opens, closes }: Doors): {
  opens: string | null;
  closes: string | null;
} {
  const dated = opens.date !== null && closes.date !== null && opens.date !== closes.date;
  const text = ({ date, time }: LocalMoment) =>
    [dated || time === null ? date : null, time].filter((part) => part !== null).join(', ') || null;
  const sameDay = !dated && closes.time === null;
  return { opens: text(opens), closes: sameDay ? null : text(closes) };
}

/** The same in one line. */
export function doorsText(words: Words, doors: Doors): string {
  const { opens, closes } = doorTimes(doors);
  if (opens !== null && closes !== null) return `${words.programme.doors} ${opens} – ${closes}`;
  if (opens !== null) return words.programme.doorsOpen(opens);
  return closes === null ? words.programme.allDay : words.programme.doorsClose(closes);
}

/** A time in as few words as there are: the start, or when the doors open. */
export function shortTime(words: Words, times: PerformanceTimes): string {
  if (times.type === 'starts') return times.time;
  return doorTimes(times).opens ?? words.programme.allDay;
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

export function copyAge(
  words: Words,
  format: Format,
  { programme, connection }: { programme: ProgrammeState; connection: ConnectionState },
  now: number,
): CopyAge {
  const { fetchedAt, problem } = programme;
  const offline = connection.status === 'offline' ? connection.reason : null;
  const cause = problem ?? offline;
  const reason =
    cause === null || cause === 'refused'
      ? cause && words.programme.refused
      : words.offline[cause].what;
  const { asOf, never } = words.programme;
  return {
    asOf: fetchedAt === null ? never : asOf(format.since(fetchedAt, now)),
    reason,
    matters: reason !== null || fetchedAt === null || now - fetchedAt > FRESH_FOR,
  };
}
