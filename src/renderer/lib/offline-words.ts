import { endsSession } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ConnectionState } from '#shared/model/connection.ts';
import type { CacheProblem, TicketCacheState } from '#shared/model/snapshot.ts';
import type { UploadProblem, Uploads } from '#shared/model/uploads.ts';
import type { Format } from './format.ts';
import type { Advice, Words } from './i18n/en.ts';

const HOUR = 60 * 60_000;
/** So long after a scan does the platform take it (spec 5.3). */
const TAKEN_FOR = 48 * HOUR;

type Offline = Extract<ConnectionState, { status: 'offline' }>;

/** What is wrong with the connection, and what to do about it. */
export function offlineWords(words: Words, { slow, reason }: Offline): Advice {
  return slow ? { what: words.connection.slow, advice: '' } : words.offline[reason];
}

/** When the platform is tried again: counts down as `now`, on the kiosk's clock, passes. */
export function nextTryText(words: Words, format: Format, { nextTry }: Offline, now: number) {
  // Rounded up, so that the last second is one.
  const seconds = nextTry === null ? 0 : Math.ceil((nextTry - now) / 1000);
  if (seconds <= 0) return words.connection.tryingNow;
  return words.connection.nextTry(format.duration(seconds * 1000));
}

/** By what the kiosk decides while it is alone; null without a copy. */
export function copyText(
  words: Words,
  format: Format,
  { tickets, builtAt }: TicketCacheState,
  platformNow: number,
): string | null {
  if (tickets === null || builtAt === null) return null;
  const asOf = format.since(builtAt, platformNow);
  return words.connection.byCopy(tickets, format.count(tickets), asOf);
}

/** Why the last download brought nothing. */
export function cacheProblemWords(words: Words, problem: CacheProblem): Advice {
  switch (problem.type) {
    case 'refused':
      return words.copy.refused(problem.error.name, problem.error.code);
    case 'offline': {
      const { what, advice } = words.offline[problem.reason];
      return { what: words.copy.offline(what), advice };
    }
    case 'unreadable':
      return words.copy.unreadable(problem.at);
    case 'disk':
      return words.copy.disk(problem.code);
    case 'crashed':
      return words.copy.crashed(problem.code);
    default:
      return assertNever(problem);
  }
}

/** What kept the last upload from being taken. */
export function uploadProblemWords(words: Words, format: Format, problem: UploadProblem): Advice {
  switch (problem.type) {
    case 'offline':
      return { what: words.offline[problem.reason].what, advice: words.waiting.byThemselves };
    case 'busy':
      return words.waiting.busy(format.seconds(problem.until));
    case 'refused': {
      const { error } = problem;
      const say = endsSession(error) ? words.waiting.sessionEnded : words.waiting.refused;
      return say(error.name, error.code);
    }
    case 'ledger':
      return words.ledger.faults[problem.code];
    default:
      return assertNever(problem);
  }
}

/** How many scans wait, and since when the oldest does. */
export function waitingText(
  words: Words,
  format: Format,
  { pending, oldest }: Uploads,
  platformNow: number,
): string {
  if (pending === 0) return words.waiting.none;
  const scans = words.waiting.scans(pending, format.count(pending));
  if (oldest === null) return scans;
  const when = format.since(oldest, platformNow);
  const age = format.duration(platformNow - oldest);
  return `${scans} ${words.waiting.oldest(when, age)}`;
}

/** How urgent it is that they go up; null while it is not. */
export function waitingWarning(
  words: Words,
  format: Format,
  { warning, oldest }: Uploads,
  platformNow: number,
): string | null {
  if (warning === null || oldest === null) return null;
  const left = oldest + TAKEN_FOR - platformNow;
  if (left <= 0) return words.waiting.tooLate;
  return words.waiting.warnings[warning](format.duration(left));
}

/** By how much the machine's clock is wrong, and which way; `skew` as in the kiosk's state. */
export function skewText(words: Words, format: Format, skew: number): string {
  const say = skew > 0 ? words.clock.behind : words.clock.ahead;
  return say(format.duration(Math.abs(skew)));
}
