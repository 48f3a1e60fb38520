import { lookUpOnly } from '#main/admission/here.ts';
import { ownKnowledge, type KnowledgePorts } from '#main/admission/known.ts';
import type { Opening } from '#main/admission/opening.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { FoundStanding } from '#shared/model/find.ts';
import { ok, type Result } from '#shared/result.ts';

/** What a ticket is worth at the door, by the newest copy and by whom this kiosk has let in since. */
export function standingHere(
  ports: KnowledgePorts,
  opening: Opening,
  code: string,
): Result<FoundStanding, LedgerFault> {
  const past = ports.book.history(opening, code);
  if (!past.ok) return past;
  const known = ownKnowledge(ports, opening, code, past.value);
  if (!known.ok) return known;
  const { reason } = lookUpOnly(opening, known.value);
  return ok(reason.type === 'copy' || reason.type === 'valid' ? reason : { type: 'not-known' });
}
