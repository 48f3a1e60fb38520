import type { RecordedBasis, TicketIds } from '#main/ledger/entry.ts';
import type { TicketFacts, VerdictKind, VerdictReason } from '#shared/model/verdict.ts';

/** What was decided about a scan, its basis and its reason. */
export interface Decision {
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly reason: VerdictReason;
  /** Null unless the ticket was admitted, or only looked up. */
  readonly ticket: TicketFacts | null;
  /** Null where this kiosk's snapshot does not know the ticket. */
  readonly ticketIds: TicketIds | null;
  /** Admitted although the platform may have spent the ticket at another door. */
  readonly mayBeAnothers?: boolean;
}

/** The platform admitted a ticket that the snapshot does not have: the platform has newer tickets. */
export function wasUnknownToSnapshot({ kind, basis, ticketIds }: Decision): boolean {
  return kind === 'admit' && basis === 'platform' && ticketIds === null;
}
