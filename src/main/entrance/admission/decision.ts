import type { RecordedBasis, TicketIds } from '#main/ledger/entry.ts';
import type { Lineage } from '#main/ledger/lineage.ts';
import type { TicketFacts, VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';

/** The decision about a scan: its outcome, its basis and its reason. */
export interface Decision {
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly reason: VerdictReason;
  /** Null unless the ticket was admitted, only looked up, or sent to another entrance. */
  readonly ticket: TicketFacts | null;
  /** Null where this kiosk's snapshot does not know the ticket. */
  readonly ticketIds: TicketIds | null;
  /** What was known of the ticket; missing: nothing. */
  readonly lineage?: Lineage;
  /** Why somebody was let in anyway, in the words of whoever did it; missing where there are none. */
  readonly words?: string;
  /** Set when the platform admitted a code that the snapshot does not list in exactly this form. */
  readonly isUnlisted?: true;
  /** Set when a ticket was admitted although the platform may have spent it for another door. */
  readonly mayBeAnothers?: boolean;
}
