import type { AdmissionBook } from '#main/entrance/admission/book.ts';
import type { NewEntry, Settlement } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { ok, type Result } from '#shared/result.ts';

export interface BookPorts {
  readonly keeper: LedgerKeeper;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  /** An entry is in the ledger under this sequence number. `readAt` is on the steady clock. */
  readonly onRecorded: (sequence: number, readAt: number) => void;
}

/** The ledger, as the door writes into it. */
export function createAdmissionBook({
  keeper,
  platformClock,
  onRecorded,
}: BookPorts): AdmissionBook {
  /** The attempts whose end is to be noted, and in which file: a damaged one may have been put aside since. */
  const inDoubt = new Map<string, Ledger>();
  const now = () => platformClock.now();

  function write(ledger: Ledger, entry: NewEntry, readAt: number): Result<number, LedgerFault> {
    const isTimeGuessed = !platformClock.isKnown();
    const recorded = ledger.record({ ...entry, isTimeGuessed });
    if (recorded.ok) {
      if (entry.inDoubt) inDoubt.set(entry.id, ledger);
      onRecorded(recorded.value, readAt);
    }
    return recorded;
  }

  function settle(id: string, settlement: Settlement): void {
    keeper.owe((ledger) => {
      const settled = inDoubt.get(id) === ledger ? ledger.settle(id, settlement, now()) : ok();
      if (settled.ok) inDoubt.delete(id);
      return settled;
    });
  }

  /**
   * The platform has spent a ticket, or may have, and there is no room to say so: the guest has to
   * wait. As soon as there is, it is known of them as of others who were turned away by mistake, so
   * that the ticket's next scan lets its holder in.
   */
  function rescue(entry: NewEntry, readAt: number): void {
    keeper.owe((ledger) => write(ledger, asTurnedAway(entry), readAt));
    if (!entry.inDoubt) settle(entry.id, { word: 'admitted' });
  }

  return {
    history: ({ platform, filter }, code) =>
      keeper.use((ledger) =>
        ledger.history({ platform, clientId: filter.clientId }, filter, code, now()),
      ),
    firstAdmission: ({ platform, filter }, ticketId) =>
      keeper.use((ledger) =>
        ledger.firstAdmission({ platform, clientId: filter.clientId }, ticketId),
      ),
    noteQuestion(attempt, ticketIds) {
      const isTimeGuessed = !platformClock.isKnown();
      return keeper.use((ledger) => ledger.noteQuestion({ ...attempt, ticketIds, isTimeGuessed }));
    },
    record(entry, readAt) {
      const recorded = keeper.use((ledger) => write(ledger, entry, readAt));
      if (!recorded.ok && (entry.inDoubt || isPlatformAdmission(entry))) rescue(entry, readAt);
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
