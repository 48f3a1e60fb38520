/**
 * The time limit of each call, in milliseconds, from asking to the last byte of the answer. Where somebody
 * waits for less (a guest at the door), the wait ends earlier and the call goes on.
 */
export interface TimeLimits {
  readonly authenticate: number;
  readonly filterOptions: number;
  /**
   * Long, because a call in doubt is followed to its end to learn whether the platform spent the ticket.
   */
  readonly validateTicket: number;
  /** The whole download; a million tickets over a slow line take minutes. */
  readonly validTickets: number;
  /** How long a download may deliver nothing. */
  readonly validTicketsPause: number;
  readonly syncScans: number;
  readonly validateToken: number;
  /** Short: the application is closing, and the token expires within the hour anyway. */
  readonly invalidateToken: number;
  /** Calendar, series and events: the whole download, for which nobody waits. */
  readonly programme: number;
  /** How long such a download may deliver nothing. */
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
