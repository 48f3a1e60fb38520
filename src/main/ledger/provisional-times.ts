import type { Ledger } from '#main/ledger/ledger.ts';

/** An entry that was recorded before the platform told its time in this run of the kiosk. */
interface UnsureEntry {
  /** The ledger of the entry: sequence numbers of one file mean nothing in another. */
  readonly ledger: Ledger | null;
  readonly sequence: number;
  /** When its code was read, on the steady clock. */
  readonly readAt: number;
}

/** Entries whose times are guesses until the platform tells its time. */
export class ProvisionalTimes {
  #entries: UnsureEntry[] = [];

  note(entry: UnsureEntry): void {
    this.#entries.push(entry);
  }

  /** Returns the correct times of this ledger's entries, and forgets them. */
  corrected(
    ledger: Ledger,
    timeAt: (readAt: number) => number,
  ): { sequence: number; platformTime: number }[] {
    const own = this.#entries.filter((entry) => entry.ledger === ledger);
    this.#entries = [];
    return own.map(({ sequence, readAt }) => ({ sequence, platformTime: timeAt(readAt) }));
  }
}
