/**
 * How long each call may take, in milliseconds, from asking to the last byte of the answer. Whoever
 * waits for less (a guest at the door) stops waiting and lets the call go on.
 */
export interface TimeLimits {
  readonly authenticate: number;
  readonly filterOptions: number;
  /** Long, because an attempt in doubt is followed to its end: did the platform spend the ticket? */
  readonly validateTicket: number;
  /** The whole download; a million tickets over a slow line take minutes. */
  readonly validTickets: number;
  /** A download that brings nothing for so long has died. */
  readonly validTicketsPause: number;
  readonly syncScans: number;
  readonly validateToken: number;
  /** Short: the application is closing, and the token dies within the hour anyway. */
  readonly invalidateToken: number;
  /** Calendar, series and events: a whole download, which nobody waits for. */
  readonly programme: number;
  /** One that brings nothing for so long has died. */
  readonly programmePause: number;
}

/** The time limits in use. */
export const TIME_LIMITS: TimeLimits = {
  authenticate: 15_000,
  filterOptions: 15_000,
  validateTicket: 30_000,
  validTickets: 15 * 60_000,
  validTicketsPause: 30_000,
  syncScans: 60_000,
  validateToken: 10_000,
  invalidateToken: 3_000,
  programme: 2 * 60_000,
  programmePause: 20_000,
};
