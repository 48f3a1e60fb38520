import type { Ledger } from '#main/ledger/ledger.ts';

/** An entry that was recorded before the platform told its time in this run of the kiosk. */
interface UnsureEntry {
  /** The file of the sequence number, which means nothing in a file that replaces it. */
  readonly ledger: Ledger | null;
  readonly sequence: number;
  /** When its code was read, on the steady clock. */
  readonly readAt: number;
}

/** The entries whose times are guesses until the platform tells its own. */
export class ProvisionalTimes {
  #entries: UnsureEntry[] = [];

  note(entry: UnsureEntry): void {
    this.#entries.push(entry);
  }

  /** Returns the corrected times of this ledger's entries. Each is returned once. */
  corrected(
    ledger: Ledger,
    timeAt: (readAt: number) => number,
  ): { sequence: number; platformTime: number }[] {
    const own = this.#entries.filter((entry) => entry.ledger === ledger);
    this.#entries = [];
    return own.map(({ sequence, readAt }) => ({ sequence, platformTime: timeAt(readAt) }));
  }
}
