import type { Clock } from '#main/base/ports.ts';
import type { LentFacts } from './neighbours.ts';
import type { SnapshotTicket } from './model.ts';
import type { AboutSnapshot } from './snapshot-format.ts';
import { Snapshot } from './snapshot.ts';
import type { SnapshotKeys } from './snapshot-seal.ts';

/** How many blocks make a piece: some 130 kB, which are read in a millisecond. */
const BLOCKS_OF_A_PIECE = 8;
/** The piece that has the facts; those with the tickets count from 1. */
export const FACTS_PIECE = 0;
/** How long a snapshot is kept open for the next piece, in milliseconds. */
const KEPT_OPEN = 15_000;
/** How many files are open for that at a time. */
const MOST_OPEN = 4;

/** A snapshot of which pieces may be handed out. */
export interface Lendable {
  readonly path: string;
  readonly about: AboutSnapshot;
}

export interface LendingPorts {
  readonly clock: Pick<Clock, 'after'>;
  readonly keys: SnapshotKeys;
  /** The snapshots in use. */
  readonly inUse: () => readonly Lendable[];
}

/** Which piece of which snapshot, and for whom. */
export interface PieceAsked {
  readonly download: string;
  readonly piece: number;
  /** Whether it is asked for by the user who downloaded it, and may see its patrons. */
  readonly isSameUser: (about: Pick<AboutSnapshot, 'baseUrl' | 'username'>) => boolean;
}

/**
 * Hands out snapshots piece by piece, as other doors ask for them. What was begun goes on by the old file while
 * there is a newer one.
 */
export class Lending {
  readonly #ports: LendingPorts;
  readonly #open = new Map<string, { readonly snapshot: Snapshot; callOff: () => void }>();

  constructor(ports: LendingPorts) {
    this.#ports = ports;
  }

  /** Returns a piece as JSON; null if there is none (any more), or it is damaged. */
  piece({ download, piece, isSameUser }: PieceAsked): string | null {
    const snapshot = this.#snapshotOf(download);
    if (snapshot === null) return null;
    const isTheirs = !snapshot.about.isOfAnother && isSameUser(snapshot.about);
    if (piece === FACTS_PIECE) return JSON.stringify(factsOf(snapshot, isTheirs));
    const tickets: string[] = [];
    const last = Math.min(piece * BLOCKS_OF_A_PIECE, snapshot.blocks);
    for (let block = (piece - 1) * BLOCKS_OF_A_PIECE + 1; block <= last; block += 1) {
      for (const ticket of snapshot.block(block)) {
        if (ticket === null) return null;
        tickets.push(wireOf(isTheirs ? ticket : withoutPatron(ticket)));
      }
    }
    return tickets.length === 0 ? null : tickets.join();
  }

  /** Closes all files. */
  close(): void {
    for (const { snapshot, callOff } of this.#open.values()) {
      callOff();
      snapshot.close();
    }
    this.#open.clear();
  }

  #snapshotOf(download: string): Snapshot | null {
    const open = this.#open.get(download);
    const found = this.#ports.inUse().find(({ about }) => about.download === download);
    // One download may have come twice, without patrons and then with them.
    if (open !== undefined && (found === undefined || found.path === open.snapshot.path)) {
      open.callOff();
      open.callOff = this.#closeLater(download);
      // The one that was asked for last goes last.
      this.#open.delete(download);
      this.#open.set(download, open);
      return open.snapshot;
    }
    if (found === undefined) return null;
    this.#close(download);
    const [longest] = this.#open.keys();
    if (this.#open.size >= MOST_OPEN && longest !== undefined) this.#close(longest);
    const snapshot = Snapshot.open(found.path, this.#ports.keys);
    if (snapshot === null) return null;
    this.#open.set(download, { snapshot, callOff: this.#closeLater(download) });
    return snapshot;
  }

  #closeLater(download: string): () => void {
    return this.#ports.clock.after(KEPT_OPEN, () => this.#close(download));
  }

  #close(download: string): void {
    const open = this.#open.get(download);
    open?.callOff();
    open?.snapshot.close();
    this.#open.delete(download);
  }
}

function factsOf({ about, blocks }: Snapshot, isTheirs: boolean): LentFacts {
  const { download, patronsDigest, platformTime, offered, tickets, skipped } = about;
  return {
    ...{ download, patronsDigest, platformTime, offered, tickets, skipped },
    isOfAnother: !isTheirs,
    pieces: Math.ceil(blocks / BLOCKS_OF_A_PIECE),
  };
}

/** Returns a ticket as JSON that is read back as the same ticket: character references are decoded on reading. */
function wireOf(ticket: SnapshotTicket): string {
  const json = JSON.stringify(ticket);
  if (!json.includes('&')) return json;
  return JSON.stringify(ticket, (member, value: unknown) =>
    typeof value === 'string' && member !== 'barcode'
      ? value.replaceAll(/&(?=#?\w+;)/g, '&amp;')
      : value,
  );
}

function withoutPatron(ticket: SnapshotTicket): SnapshotTicket {
  return { ...ticket, patron: null };
}
