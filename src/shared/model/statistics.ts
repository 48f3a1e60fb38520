/** The numbers of an evening at this door, and of its performances. Times are the platform's, ms since the epoch. */
export interface Statistics {
  /** What was scanned before is not counted. */
  readonly from: number;
  readonly admitted: number;
  readonly duplicates: number;
  readonly undecided: number;
  readonly lookedUp: number;
  /** Codes that were read again at once, and shown the same verdict; since the kiosk was started. */
  readonly repeats: number;
  /** Who was turned away, by the platform's code or what it would have been (null: none); most first. */
  readonly refused: readonly { readonly code: number | null; readonly count: number }[];
  /** Those with a scan here, or that are in the snapshot and on tonight; by their start. */
  readonly performances: readonly PerformanceStatistics[];
  /** Quarters of an hour from {@link Statistics.from} to now, oldest first, without gaps. */
  readonly quarters: readonly Quarter[];
}

/** A quarter of an hour at this door. */
export interface Quarter {
  readonly from: number;
  readonly admitted: number;
  /** Whoever did not come in: refused, scanned before, undecided. */
  readonly turnedAway: number;
}

/** One performance's numbers. */
export interface PerformanceStatistics {
  /** Null: tickets of which nothing here says what they are for. */
  readonly performanceId: number | null;
  readonly name: string | null;
  readonly start: number | null;
  /** At this door. */
  readonly admitted: number;
  readonly turnedAway: number;
  /** Good tickets; null where no snapshot says so. */
  readonly sold: number | null;
  /**
   * At all doors, as of the snapshot, and at this one since. What other doors have done since the snapshot
   * comes with the next one.
   */
  readonly scanned: number | null;
}
