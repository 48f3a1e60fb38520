import type { NewEntry, Settlement, TicketIds } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { EventsWanted } from '#main/ledger/own-events.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Result } from '#shared/result.ts';
import type { Attempt, DoorScope } from './door-scope.ts';

/**
 * What the door needs of the ledger. The implementation handles the ledger's faults; at the door a
 * fault only ends the scan.
 */
export interface AdmissionLedger {
  /** Returns this kiosk's own events about a code, and about the tickets that bear it. */
  ticketEvents(
    scope: DoorScope,
    wanted: Omit<EventsWanted, 'clientRef'>,
  ): Result<readonly TicketEvent[], LedgerFault>;
  /** Returns a scan by its id; null: there is none. */
  recordedScan(id: string): Result<LedgerRecord | null, LedgerFault>;
  /**
   * Notes that the platform is about to be asked. Durable on return, and kept until the entry with
   * this id is recorded. If this fails, the platform must not be asked: its answer could not be
   * recorded.
   *
   * @param ticketIds null where no snapshot knows the ticket
   */
  noteQuestion(attempt: Attempt, ticketIds: TicketIds | null): Result<void, LedgerFault>;
  /**
   * Records an entry and returns its sequence number. Durable on return. If the ledger does not
   * take an entry for which the platform may have spent the ticket, the ticket's holder is noted as
   * turned away by mistake as soon as the ledger can be written again.
   *
   * @param readAt when its code was read, on the steady clock
   */
  record(entry: NewEntry, readAt: number): Result<number, LedgerFault>;
  /**
   * Notes what became of an attempt in doubt, including one whose entry was not taken. If the
   * ledger cannot be written now, this is done once it can.
   */
  settle(id: string, settlement: Settlement): void;
}

export interface AdmissionLedgerPorts {
  readonly keeper: LedgerKeeper;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  /**
   * Called when an entry is in the ledger, with its sequence number. `readAt` is on the steady
   * clock.
   */
  readonly onRecorded: (sequence: number, readAt: number) => void;
  /** Called when the ledger has what became of an attempt in doubt, with its id. */
  readonly onSettled: (id: string) => void;
}

/** The ledger, as the door writes into it. */
export function createAdmissionLedger({
  keeper,
  platformClock,
  onRecorded,
  onSettled,
}: AdmissionLedgerPorts): AdmissionLedger {
  /**
   * The ids of attempts that the platform was asked about and whose entries are not recorded yet.
   */
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
      // A damaged file may have been quarantined since; the new ledger does not contain the
      // attempt.
      const awaits = ledger.awaitsWord(id);
      if (!awaits.ok || !awaits.value) return awaits;
      const settled = ledger.settle(id, settlement, now());
      if (settled.ok) onSettled(id);
      return settled;
    });
  }

  /**
   * Handles an entry that the ledger could not take although the platform has spent the ticket, or
   * may have: the guest is not let in now. As soon as the ledger can be written, the guest is
   * recorded as turned away by mistake, so that the ticket's next scan lets its holder in.
   */
  function rescue(entry: NewEntry, readAt: number): void {
    keeper.deferWrite((ledger) => write(ledger, asTurnedAway(entry), readAt));
    if (!entry.inDoubt) settle(entry.id, { word: 'admitted' });
  }

  return {
    ticketEvents: ({ baseUrl, filter }, wanted) =>
      keeper.use((ledger) =>
        ledger.ticketEvents({ ...wanted, clientRef: { baseUrl, clientId: filter.clientId } }),
      ),
    recordedScan: (id) => keeper.use((ledger) => ledger.recordedScan(id)),
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
      // Whoever has said that somebody is let in anyway is told that it failed; the refused scan keeps its doubt.
      if (entry.basis === 'staff') return recorded;
      if (entry.inDoubt || isPlatformAdmission(entry)) rescue(entry, readAt);
      // The answer has come: the next run must not treat this question as unanswered.
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
