import type { RecordedBasis, TicketIds } from '#main/ledger/entry.ts';
import type { TicketFacts, VerdictKind, VerdictReason } from '#shared/model/verdict.ts';

/** What was decided about a scan, on what, and why. */
export interface Decision {
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly reason: VerdictReason;
  /** Null unless the ticket was admitted, or only looked up. */
  readonly ticket: TicketFacts | null;
  /** Null where this kiosk's snapshot does not know the ticket. */
  readonly ticketIds: TicketIds | null;
  /** Admitted although it may be another door that the platform has spent the ticket for. */
  readonly mayBeAnothers?: boolean;
}

/** The platform let a ticket in that the snapshot did not know: it knows more by now. */
export function wasUnknownToSnapshot({ kind, basis, ticketIds }: Decision): boolean {
  return kind === 'admit' && basis === 'platform' && ticketIds === null;
}
