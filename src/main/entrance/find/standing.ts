import { lookUpOnly } from '#main/entrance/admission/offline-decision.ts';
import type { Evidence } from '#main/entrance/admission/evidence.ts';
import { evidenceAbout, type EvidencePorts } from '#main/entrance/admission/gather-evidence.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { FoundStanding } from '#shared/model/find.ts';
import { ok, type Result } from '#shared/result.ts';

/** By what a ticket of the copy is found again. */
type TicketOfCopy = Pick<SnapshotTicket, 'barcode' | 'ticketId' | 'performanceId'>;

/**
 * What is known here of a ticket of the copy; null: its code is on none for this performance any more.
 */
export function knownHere(
  ports: EvidencePorts,
  scope: DoorScope,
  { barcode, ticketId, performanceId }: TicketOfCopy,
): Result<Evidence | null, LedgerFault> {
  const words = ports.lookUp(scope, barcode);
  // Its barcode may be on other tickets, too; these appear as separate results.
  const word = words.find(
    (one) =>
      one.type === 'none' ||
      one.ticket === null ||
      (one.ticket.ticketId === ticketId && one.ticket.performanceId === performanceId),
  );
  if (word === undefined) return ok(null);
  const known = evidenceAbout(ports, scope, barcode, word);
  return known.ok ? ok({ ...known.value, words }) : known;
}

/**
 * What a ticket is worth at the door, according to the newest snapshot and this kiosk's own
 * admissions since.
 */
export function standingOf(scope: DoorScope, known: Evidence | null): FoundStanding {
  if (known === null) return { type: 'not-known' };
  const { reason } = lookUpOnly(scope, known);
  return reason.type === 'copy' || reason.type === 'valid' ? reason : { type: 'not-known' };
}

/** The same, of a ticket. */
export function standingHere(
  ports: EvidencePorts,
  scope: DoorScope,
  ticket: TicketOfCopy,
): Result<FoundStanding, LedgerFault> {
  const known = knownHere(ports, scope, ticket);
  return known.ok ? ok(standingOf(scope, known.value)) : known;
}
