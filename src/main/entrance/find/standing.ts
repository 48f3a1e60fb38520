import { lookUpOnly } from '#main/entrance/admission/here.ts';
import { knowledgeOf, type KnowledgePorts } from '#main/entrance/admission/known.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { FoundStanding } from '#shared/model/find.ts';
import { ok, type Result } from '#shared/result.ts';

/**
 * What a ticket is worth at the door, according to the newest snapshot and this kiosk's own
 * admissions since.
 */
export function standingHere(
  ports: KnowledgePorts,
  scope: DoorScope,
  { barcode, performanceId }: Pick<SnapshotTicket, 'barcode' | 'performanceId'>,
): Result<FoundStanding, LedgerFault> {
  const past = ports.ledger.history(scope, barcode);
  if (!past.ok) return past;
  // Its barcode may be on tickets for other performances, too; these appear as separate results.
  const word = ports
    .lookUp(scope, barcode)
    .find(
      (word) =>
        word.type === 'none' || (word.ticket?.performanceId ?? performanceId) === performanceId,
    );
  if (word === undefined) return ok({ type: 'not-known' });
  const known = knowledgeOf(ports, scope, barcode, word, past.value);
  if (!known.ok) return known;
  const { reason } = lookUpOnly(scope, known.value);
  return ok(reason.type === 'copy' || reason.type === 'valid' ? reason : { type: 'not-known' });
}
