import type { AdmissionLedger } from '#main/entrance/admission/admission-ledger.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { LookUp } from '#main/entrance/admission/evidence.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { PARTY_WITHIN, type PartyFailure, type PartyRefusal } from '#shared/model/party.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface AdmittedTicketPorts {
  readonly ledger: Pick<AdmissionLedger, 'recordedScan'>;
  readonly lookUp: LookUp;
}

/**
 * The ticket that an entry of this door's ledger has let in a moment ago, as the copy has it.
 *
 * @param scope what the door is open for now
 * @param now the platform's time
 */
export function admittedTicket(
  { ledger, lookUp }: AdmittedTicketPorts,
  entryId: string,
  scope: DoorScope,
  now: number,
): Result<SnapshotTicket, PartyFailure> {
  const found = ledger.recordedScan(entryId);
  if (!found.ok) return err({ type: 'ledger', code: found.error.code });
  const record = found.value;
  if (record?.kind !== 'admit' || record.code === null || record.takenBack !== null) {
    return no('no-admission');
  }
  const { baseUrl, filter, platformTime, ticketIds, code } = record;
  if (baseUrl !== scope.baseUrl || filter.clientId !== scope.filter.clientId) return no('not-open');
  if (now - platformTime > PARTY_WITHIN) return no('long-ago');
  for (const word of lookUp(scope, code)) {
    if (word.type === 'none' || word.ticket === null) continue;
    if (word.ticket.ticketId === ticketIds?.ticketId) return ok(word.ticket);
  }
  return no('not-listed');
}

/** There is no party, for this reason. */
export function no(because: PartyRefusal): Result<never, PartyFailure> {
  return err({ type: 'no-party', because });
}
