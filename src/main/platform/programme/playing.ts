/** A performance that a door may be open for now, going by what the platform said of it. */
export interface PlayingPerformance {
  readonly performanceId: number;
  /** Null when the kiosk does not know which production it belongs to. */
  readonly productionId: number | null;
  /** Milliseconds since the epoch; null where the platform has not said it. */
  readonly start: number | null;
  readonly productionName?: string;
}

/** When the doors of an all-day event are open, as wall times (local-time.ts). */
export interface DoorHours {
  readonly opens: number;
  readonly closes: number;
}
