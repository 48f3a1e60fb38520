/** A possible selection of the door within the next day. */
export interface NextPerformance {
  readonly performanceId: number;
  /** Null if it is unknown, like the start. */
  readonly productionName: string | null;
  /** Milliseconds since the epoch. */
  readonly start: number | null;
  /** The kiosk has its tickets, and may decide offline. */
  readonly isCopied: boolean;
}
