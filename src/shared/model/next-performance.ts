/** Something that the door may be open for within the next day. */
export interface NextPerformance {
  readonly performanceId: number;
  /** Null where nobody has said it, like the start. */
  readonly productionName: string | null;
  /** Milliseconds since the epoch. */
  readonly start: number | null;
  /** The kiosk has its tickets, and may decide by them without the platform. */
  readonly isCopied: boolean;
}
