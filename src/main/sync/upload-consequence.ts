import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { UploadFailure } from './upload-failure.ts';
import { GO_ON, RETRY, type Next } from './upload-next.ts';
import type { UploadTimings } from './upload-timings.ts';

/** The consequences of a request that failed as a whole. */
export interface Consequence {
  /**
   * What happens to its scans: they are kept; or a scan that was alone is refused for good, or set aside
   * because the platform fails with it.
   */
  readonly scans: 'kept' | 'let pass' | { readonly refused: ApiError };
  /** The uploads that this session stops for now. */
  readonly barred: 'client' | 'all' | null;
  /** One of the scans may be at fault: the next request has fewer. */
  readonly isSuspect: boolean;
  /** What to do next, if the ledger has recorded the state of the scans. */
  readonly next: Next;
}

const KEPT = { scans: 'kept', barred: null, isSuspect: false } as const;

/**
 * Returns the consequences of a failure.
 *
 * @param count how many scans the request had
 */
export function consequenceOf(
  failure: UploadFailure,
  count: number,
  timings: Pick<UploadTimings, 'hold' | 'retryFirst' | 'longestHold'>,
): Consequence {
  switch (failure.type) {
    case 'called-off':
      return { ...KEPT, next: { type: 'idle' } };
    case 'away':
      return { ...KEPT, next: RETRY };
    case 'too-slow':
      return { ...KEPT, isSuspect: true, next: RETRY };
    case 'busy': {
      const wanted = Math.max(failure.busy.retryAfter ?? timings.hold, timings.retryFirst);
      return { ...KEPT, next: { type: 'hold', for: Math.min(wanted, timings.longestHold) } };
    }
    case 'session':
      return { ...KEPT, barred: 'all', next: GO_ON };
    case 'client':
      return { ...KEPT, barred: 'client', next: GO_ON };
    case 'entry':
      return {
        scans: count > 1 ? 'kept' : { refused: failure.error },
        barred: failure.endsSession ? 'all' : null,
        isSuspect: true,
        next: GO_ON,
      };
    // In case one of the scans is the cause, it is set aside.
    case 'moment':
      return { ...KEPT, scans: count > 1 ? 'kept' : 'let pass', isSuspect: true, next: RETRY };
    default:
      return assertNever(failure);
  }
}
