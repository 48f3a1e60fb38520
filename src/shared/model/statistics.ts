/**
 * The statistics of an evening at this door, and of its performances. Times are the platform's, ms since
 * the epoch.
 */
export interface Statistics {
  /** Scans before this time are not counted. */
  readonly from: number;
  readonly admitted: number;
  /** Those among them who had been refused, and were let in anyway. */
  readonly overruled: number;
  readonly duplicates: number;
  readonly undecided: number;
  readonly lookedUp: number;
  /** Asked to wait, because the doors were held or the house was full: they come again. */
  readonly held: number;
  /** Let out: those that may come in again among them. */
  readonly wentOut: number;
  /** Sent to another entrance: they come again there. */
  readonly sentElsewhere: number;
  /** Codes that were read again at once, and shown the same verdict; since the kiosk was started. */
  readonly repeats: number;
  /**
   * The guests who were turned away, by the platform's code or the one it would have given (null: none);
   * most frequent first.
   */
  readonly refused: readonly { readonly code: number | null; readonly count: number }[];
  /** Performances with a scan here, or in the snapshot and on tonight; by start. */
  readonly performances: readonly PerformanceStatistics[];
  /** Quarters of an hour from {@link Statistics.from} to now, oldest first, without gaps. */
  readonly quarters: readonly Quarter[];
}

/** A quarter of an hour at this door. */
export interface Quarter {
  readonly from: number;
  readonly admitted: number;
  /** Guests who were not admitted: refused, scanned before, undecided. */
  readonly turnedAway: number;
}

/** One performance's numbers. */
export interface PerformanceStatistics {
  /** Null: tickets whose performance the kiosk does not know. */
  readonly performanceId: number | null;
  readonly name: string | null;
  readonly start: number | null;
  /** At this door. */
  readonly admitted: number;
  readonly turnedAway: number;
  /** The number of valid tickets; null without a snapshot. */
  readonly sold: number | null;
  /**
   * At all doors as of the snapshot, plus this door since. Later scans at other doors come with the next
   * snapshot.
   */
  readonly scanned: number | null;
}
