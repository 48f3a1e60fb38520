import type { AdmissionBook } from './admission/book.ts';
import type { LedgerKeeper } from './ledger/keeper.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { NewEntry } from './ledger/entry.ts';
import type { PlatformClock } from './sync/platform-clock.ts';

export interface BookPorts {
  readonly keeper: LedgerKeeper;
  readonly platformClock: Pick<PlatformClock, 'now'>;
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
  const inDoubt = new Map<string, Ledger | null>();
  const now = () => platformClock.now();

  /**
   * The platform has spent a ticket, and there is no room to say so: the guest has to wait. As soon as
   * there is, it becomes a late admission, so that the ticket's next scan lets its holder in.
   */
  function rescue(entry: NewEntry): void {
    keeper.owe((ledger) => {
      const recorded = ledger.record({
        ...entry,
        kind: 'undecided',
        basis: 'cache',
        reason: { type: 'no-answer', cause: 'timeout' },
        inDoubt: true,
      });
      return recorded.ok ? ledger.settle(entry.id, { word: 'admitted' }, now()) : recorded;
    });
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
    record(entry, readAt) {
      const recorded = keeper.use((ledger) => ledger.record(entry));
      if (recorded.ok) {
        if (entry.inDoubt) inDoubt.set(entry.id, keeper.ledger);
        onRecorded(recorded.value, readAt);
      } else if (entry.kind === 'admit' && entry.basis === 'platform') rescue(entry);
      return recorded;
    },
    settle(id, settlement) {
      const ledger = inDoubt.get(id);
      inDoubt.delete(id);
      keeper.owe((current) =>
        current === ledger ? current.settle(id, settlement, now()) : { ok: true, value: undefined },
      );
    },
  };
}
