import { endsSession, ERROR, knownError } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ConnectionState } from '#shared/model/connection.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { SnapshotProblem, DownloadHeld, SnapshotState } from '#shared/model/snapshot.ts';
import type { UploadProblem, Uploads } from '#shared/model/uploads.ts';
import type { Format } from '#renderer/lib/format.ts';
import { m } from '#renderer/i18n/messages.ts';
import { HOUR } from '#shared/time.ts';
import { adviceOf, type Advice } from '#renderer/lib/advice.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';

/** So long after a scan does the platform take it (spec 5.3). */
const TAKEN_FOR = 48 * HOUR;

type Offline = Extract<ConnectionState, { status: 'offline' }>;

/** What is wrong with the connection, and what to do about it. */
export function offlineWords({ slow, reason }: Offline): Advice {
  return slow ? { what: m.connection_slow(), advice: '' } : adviceOf(`offline_${reason}`);
}

/** When the platform is tried again: counts down as `now`, on the kiosk's clock, passes. */
export function nextTryText(format: Format, { nextTry }: Offline, now: number) {
  // Rounded up, so that the last second is one.
  const seconds = nextTry === null ? 0 : Math.ceil((nextTry - now) / 1000);
  if (seconds <= 0) return m.connection_tryingNow();
  return m.connection_nextTry({ duration: format.duration(seconds * 1000) });
}

/** By what the kiosk decides while it is alone; null without a snapshot. */
export function snapshotText(
  format: Format,
  { tickets, builtAt }: SnapshotState,
  platformNow: number,
): string | null {
  if (tickets === null || builtAt === null) return null;
  const asOf = format.since(builtAt, platformNow);
  return m.connection_bySnapshot({ count: tickets, shown: format.count(tickets), asOf });
}

/** Why the last download brought nothing. */
export function snapshotProblemWords(problem: SnapshotProblem): Advice {
  switch (problem.type) {
    case 'refused':
      return {
        what: m.snapshot_refused_what({ name: problem.error.name, code: problem.error.code }),
        advice: m.snapshot_refused_advice(),
      };
    case 'offline': {
      const { what, advice } = adviceOf(`offline_${problem.reason}`);
      return { what: m.snapshot_offline({ reason: what }), advice };
    }
    case 'unreadable':
      return {
        what: m.snapshot_unreadable_what({ at: problem.at }),
        advice: m.snapshot_unreadable_advice(),
      };
    case 'empty':
      return { what: m.snapshot_empty_what(), advice: m.snapshot_empty_advice() };
    case 'disk':
      return {
        what: m.snapshot_disk_what({ code: problem.code }),
        advice: m.snapshot_disk_advice(),
      };
    case 'crashed':
      return {
        what: m.snapshot_crashed_what({ code: problem.code }),
        advice: m.snapshot_crashed_advice(),
      };
    default:
      return assertNever(problem);
  }
}

/** Why a download that was asked for does not begin. */
export function downloadFailureWords(format: Format, failure: DownloadHeld | CallFailure): Advice {
  if (failure.type !== 'held') return callFailureWords(failure);
  return {
    what: m.waiting_busy_what({ until: format.seconds(failure.until) }),
    advice: m.snapshot_held_advice(),
  };
}

/** What kept the last upload from being taken. */
export function uploadProblemWords(format: Format, problem: UploadProblem): Advice {
  switch (problem.type) {
    case 'offline':
      return {
        what: m[`offline_${problem.reason}_what` as const](),
        advice: m.waiting_byThemselves(),
      };
    case 'busy':
      return {
        what: m.waiting_busy_what({ until: format.seconds(problem.until) }),
        advice: m.waiting_busy_advice(),
      };
    case 'refused': {
      const { error } = problem;
      const { name, code } = error;
      if (endsSession(error)) {
        return {
          what: m.waiting_sessionEnded_what({ name, code }),
          advice: m.waiting_sessionEnded_advice(),
        };
      }
      return knownError(error) === ERROR.userWrongClient
        ? {
            what: m.waiting_wrongClient_what({ name, code }),
            advice: m.waiting_wrongClient_advice(),
          }
        : { what: m.waiting_refused_what({ name, code }), advice: m.waiting_refused_advice() };
    }
    case 'ledger':
      return adviceOf(`ledger_faults_${problem.code}`);
    default:
      return assertNever(problem);
  }
}

/** How many scans wait, and since when the oldest does. */
export function waitingText(
  format: Format,
  { pending, oldest }: Uploads,
  platformNow: number,
): string {
  if (pending === 0) return m.waiting_none();
  const scans = m.waiting_scans({ count: pending, shown: format.count(pending) });
  if (oldest === null) return scans;
  const when = format.since(oldest, platformNow);
  const age = format.duration(platformNow - oldest);
  return `${scans} ${m.waiting_oldest({ when, age })}`;
}

/** How urgent it is that they go up; null while it is not. */
export function waitingWarning(
  format: Format,
  { warning, oldest }: Uploads,
  platformNow: number,
): string | null {
  if (warning === null || oldest === null) return null;
  const left = oldest + TAKEN_FOR - platformNow;
  if (left <= 0) return m.waiting_tooLate();
  return m[`waiting_warnings_${warning}` as const]({ left: format.duration(left) });
}

/** By how much the machine's clock is wrong, and which way; `skew` as in the kiosk's state. */
export function skewText(format: Format, skew: number): string {
  const amount = format.duration(Math.abs(skew));
  return skew > 0 ? m.clock_behind({ amount }) : m.clock_ahead({ amount });
}
