import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { UploadFailure } from './upload-failure.ts';
import { GO_ON, RETRY, type Next } from './upload-next.ts';
import type { UploadTimings } from './upload-timings.ts';

/** What follows from a request that failed as a whole. */
export interface Consequence {
  /**
   * What becomes of its scans: they are kept; or the only one is refused for good, or lets the others pass,
   * as the platform stumbles over it.
   */
  readonly scans: 'kept' | 'let pass' | { readonly refused: ApiError };
  /** For whom this session uploads nothing more for now. */
  readonly barred: 'client' | 'all' | null;
  /** One of the scans may be at fault: fewer go up in the next request. */
  readonly isSuspect: boolean;
  /** What comes next, if the ledger keeps the scans. */
  readonly next: Next;
}

const KEPT = { scans: 'kept', barred: null, isSuspect: false } as const;

/**
 * What follows from a failure.
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
    // Should that be over one of the scans, it lets the others pass.
    case 'moment':
      return { ...KEPT, scans: count > 1 ? 'kept' : 'let pass', isSuspect: true, next: RETRY };
    default:
      return assertNever(failure);
  }
}
