import { assertNever } from '#shared/assert-never.ts';
import { isErrorCode } from '#shared/api/error-codes.ts';
import type { Verdict, VerdictReason } from '#shared/model/verdict.ts';
import { Counter, Histogram, type Registry } from 'prom-client';

/** The buckets, in seconds: from immediate answers of the snapshot to times after which guests give up. */
const DECISION_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1.2, 2, 5, 10];
const ROUND_TRIP_BUCKETS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

/** The counters of scans at a door. */
export interface ScanMetrics {
  /** Called when a verdict was given, so many milliseconds after its code was read. */
  noteVerdict(verdict: Verdict, took: number): void;
  /**
   * Called when the platform has answered a question like those that guests wait for, after so many
   * milliseconds.
   */
  noteRoundTrip(took: number): void;
}

/** Registers them. Every label has few values, whatever a platform answers. */
export function scanMetrics(registry: Registry): ScanMetrics {
  const registers = [registry];
  const scans = new Counter({
    name: 'usher_scans_total',
    help: 'Verdicts given since the start, also those of the same ticket read twice.',
    labelNames: ['verdict', 'basis', 'source'],
    registers,
  });
  const refusals = new Counter({
    name: 'usher_refusals_total',
    help: 'Tickets not let in, by the code that the platform gave or would have given.',
    labelNames: ['code'],
    registers,
  });
  const decisions = new Histogram({
    name: 'usher_decision_seconds',
    help: 'From the reading of a code to its verdict.',
    labelNames: ['basis'],
    buckets: DECISION_BUCKETS,
    registers,
  });
  const roundTrips = new Histogram({
    name: 'usher_platform_round_trip_seconds',
    help: 'From asking the platform about a ticket to its whole answer.',
    buckets: ROUND_TRIP_BUCKETS,
    registers,
  });
  return {
    noteVerdict({ kind, basis, source, reason }, took) {
      scans.inc({ verdict: kind, basis, source });
      decisions.observe({ basis }, took / 1000);
      if (basis === 'repeat') return;
      const code = codeOf(reason);
      if (code !== null) refusals.inc({ code });
    },
    noteRoundTrip: (took) => roundTrips.observe(took / 1000),
  };
}

/** A code of the spec (7.3), or `other`, so that a platform cannot create any number of series. */
function codeOf(reason: VerdictReason): string | null {
  switch (reason.type) {
    case 'platform-error':
      return isErrorCode(reason.error.code) ? String(reason.error.code) : 'other';
    case 'copy':
      return String(reason.code);
    case 'admitted':
    case 'valid':
    case 'no-answer':
    case 'not-signed-in':
    case 'not-known':
    case 'not-listed':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
    case 'held':
    case 'came-back':
    case 'went-out':
    case 'house-full':
    case 'overruled':
    case 'elsewhere':
      return null;
    default:
      return assertNever(reason);
  }
}
