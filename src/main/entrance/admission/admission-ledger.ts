import type { CodeHistory } from '#main/ledger/code-history.ts';
import type { NewEntry, Settlement, TicketIds } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Admission, Ledger } from '#main/ledger/ledger.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Result } from '#shared/result.ts';
import type { Attempt, DoorScope } from './door-scope.ts';

/**
 * What the door needs of the ledger. The implementation deals with faults of the ledger; here a fault only
 * ends the scan.
 */
export interface AdmissionLedger {
  history(scope: DoorScope, code: string): Result<CodeHistory, LedgerFault>;
  firstAdmission(scope: DoorScope, ticketId: number): Result<Admission | null, LedgerFault>;
  /**
   * Records that the platform is about to be asked. Durable when it returns, and kept until the entry with
   * this id is recorded. If this fails the platform must not be asked, because its answer could not be
   * recorded.
   *
   * @param ticketIds null where no snapshot knows the ticket
   */
  noteQuestion(attempt: Attempt, ticketIds: TicketIds | null): Result<void, LedgerFault>;
  /**
   * Records an entry, durable when it returns, and returns its sequence number. If the ledger refuses the
   * entry, the attempt is written later, so that a ticket the platform may have spent lets its holder in.
   *
   * @param readAt when its code was read, on the steady clock
   */
  record(entry: NewEntry, readAt: number): Result<number, LedgerFault>;
  /**
   * Records the outcome of an attempt in doubt, also of one whose entry could not be recorded. If the
   * ledger refuses it, it is written later.
   */
  settle(id: string, settlement: Settlement): void;
}

export interface AdmissionLedgerPorts {
  readonly keeper: LedgerKeeper;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  /** An entry is in the ledger under this sequence number. `readAt` is on the steady clock. */
  readonly onRecorded: (sequence: number, readAt: number) => void;
}

/** The ledger, as the door writes into it. */
export function createAdmissionLedger({
  keeper,
  platformClock,
  onRecorded,
}: AdmissionLedgerPorts): AdmissionLedger {
  /** Attempts for which the platform was asked and that have no entry yet. */
  const asked = new Set<string>();
  const now = () => platformClock.now();

  function write(ledger: Ledger, entry: NewEntry, readAt: number): Result<number, LedgerFault> {
    const isTimeGuessed = !platformClock.isKnown();
    const recorded = ledger.record({ ...entry, isTimeGuessed });
    if (recorded.ok) onRecorded(recorded.value, readAt);
    return recorded;
  }

  function settle(id: string, settlement: Settlement): void {
    keeper.deferWrite((ledger) => {
      // A damaged file may have been quarantined since, and the new one does not have the attempt.
      const awaits = ledger.awaitsWord(id);
      return awaits.ok && awaits.value ? ledger.settle(id, settlement, now()) : awaits;
    });
  }

  /**
   * The platform has spent a ticket, or may have, and this cannot be recorded: the guest has to wait. Once
   * it can be, the attempt is recorded like that of anybody turned away by mistake, so that the next scan
   * of the ticket admits its holder.
   */
  function rescue(entry: NewEntry, readAt: number): void {
    keeper.deferWrite((ledger) => write(ledger, asTurnedAway(entry), readAt));
    if (!entry.inDoubt) settle(entry.id, { word: 'admitted' });
  }

  return {
    history: ({ baseUrl, filter }, code) =>
      keeper.use((ledger) =>
        ledger.history({ baseUrl, clientId: filter.clientId }, filter, code, now()),
      ),
    firstAdmission: ({ baseUrl, filter }, ticketId) =>
      keeper.use((ledger) =>
        ledger.firstAdmission({ baseUrl, clientId: filter.clientId }, ticketId),
      ),
    noteQuestion(attempt, ticketIds) {
      const isTimeGuessed = !platformClock.isKnown();
      const noted = keeper.use((ledger) =>
        ledger.noteQuestion({ ...attempt, ticketIds, isTimeGuessed }),
      );
      if (noted.ok) asked.add(attempt.id);
      return noted;
    },
    record(entry, readAt) {
      const recorded = keeper.use((ledger) => write(ledger, entry, readAt));
      const wasAsked = asked.delete(entry.id);
      if (recorded.ok) return recorded;
      if (entry.inDoubt || isPlatformAdmission(entry)) rescue(entry, readAt);
      // The answer is known: after a restart it must not count as one that never came.
      else if (wasAsked) keeper.deferWrite((ledger) => ledger.forgetQuestion(entry.id));
      return recorded;
    },
    settle,
  };
}

function isPlatformAdmission({ kind, basis }: NewEntry): boolean {
  return kind === 'admit' && basis === 'platform';
}

function asTurnedAway(entry: NewEntry): NewEntry {
  if (entry.kind !== 'admit') return entry;
  return {
    ...entry,
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'no-answer', cause: 'timeout' },
    inDoubt: true,
  };
}
