import { NO_LINEAGE } from './lineage.ts';
import type { NewEntry } from './entry.ts';
import type { LedgerRecord } from './record.ts';
import { mustBeUploaded, ofTicket } from './recorder.ts';

/** How many are kept: whoever follows the ledger is rarely that far behind. */
const KEPT = 25;

interface Fresh {
  readonly sequence: number;
  readonly entry: NewEntry;
}

interface FreshEntriesParts {
  readonly kioskId: string;
  /** Counts everything that is committed. */
  readonly commits: () => number;
  /** The newest entry's sequence number. */
  readonly newest: number;
}

/**
 * The newest entries as they were committed, so that nobody has to read back what this process has just
 * written. They hold as long as nothing else is committed: whatever that was, it may have changed them.
 */
export class FreshEntries {
  readonly #kioskId: string;
  readonly #commits: () => number;
  #newest: number;
  /** One after the other; the last one is the newest. As they came: most are never asked for. */
  #entries: readonly Fresh[] = [];
  /** The number of commits with which they are up to date. */
  #upToDate = 0;

  constructor({ kioskId, commits, newest }: FreshEntriesParts) {
    this.#kioskId = kioskId;
    this.#commits = commits;
    this.#newest = newest;
  }

  /** Called when something else has recorded entries. */
  forget(newest: number): void {
    this.#newest = newest;
    this.#entries = [];
  }

  /** Called right after the commit of an entry, which may have been recorded before. */
  note(sequence: number, entry: NewEntry): void {
    const commits = this.#commits();
    const isNext = commits === this.#upToDate + 1;
    this.#upToDate = commits;
    if (sequence <= this.#newest) {
      this.forget(this.#newest);
      return;
    }
    this.#newest = sequence;
    const before = isNext ? this.#entries.slice(1 - KEPT) : [];
    this.#entries = [...before, { sequence, entry }];
  }

  /** Returns those after a sequence number, oldest first; null: they have to be read. */
  since(after: number): readonly LedgerRecord[] | null {
    if (after >= this.#newest) return [];
    const first = this.#entries[0]?.sequence ?? Infinity;
    if (first > after + 1 || this.#upToDate !== this.#commits()) return null;
    return this.#entries
      .filter(({ sequence }) => sequence > after)
      .map((fresh) => asRecorded(fresh, this.#kioskId));
  }
}

/** An entry as it is read back right after its commit. */
function asRecorded({ sequence, entry }: Fresh, kioskId: string): LedgerRecord {
  const { id, baseUrl, scan, kind, basis, reason, ticket, ticketIds, platformTime } = entry;
  return {
    ...{ id, sequence, kioskId, baseUrl, filter: entry.filter },
    ...{ code: scan.code, source: scan.source, device: scan.device, kind, basis, reason },
    ...{ ticket: ticket && ofTicket(ticket), ticketIds },
    ...{ platformTime, kioskTime: scan.at, word: entry.inDoubt ? 'awaited' : null },
    upload: mustBeUploaded(entry)
      ? {
          ...{ state: 'pending', reason: null, changedAt: platformTime },
          ...{ acknowledgedAt: null, sentAgainAt: null },
        }
      : null,
    twoDoors: entry.mayBeAnothers === true ? { acknowledgedAt: null, other: null } : null,
    lineage: entry.lineage ?? NO_LINEAGE,
    takenBack: null,
    words: entry.words ?? null,
  };
}
