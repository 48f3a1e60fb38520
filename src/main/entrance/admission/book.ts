import type { CodeHistory } from '#main/ledger/code-history.ts';
import type { NewEntry, Settlement, TicketIds } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { Admission } from '#main/ledger/ledger.ts';
import type { Result } from '#shared/result.ts';
import type { Attempt, Opening } from './opening.ts';

/** What the door needs of the ledger. Whoever supplies it takes care of the faults; here they only end a scan. */
export interface AdmissionBook {
  history(opening: Opening, code: string): Result<CodeHistory, LedgerFault>;
  firstAdmission(opening: Opening, ticketId: number): Result<Admission | null, LedgerFault>;
  /**
   * The platform is about to be asked: durable when it returns, and until the entry with this id is
   * recorded. If this fails it must not be asked: nobody could record its answer.
   *
   * @param ticketIds null where no copy knows the ticket
   */
  noteQuestion(attempt: Attempt, ticketIds: TicketIds | null): Result<void, LedgerFault>;
  /**
   * Durable when it returns; brings the entry's sequence number. Of an entry that it does not take,
   * it makes up for what the platform may have spent on it, once it can.
   *
   * @param readAt when its code was read, on the steady clock
   */
  record(entry: NewEntry, readAt: number): Result<number, LedgerFault>;
  /**
   * Notes what became of an attempt in doubt, also of one whose entry was not taken: now or, if the
   * ledger does not take it, once it does.
   */
  settle(id: string, settlement: Settlement): void;
}
