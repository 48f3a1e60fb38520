import Database from 'better-sqlite3';
import type { SnapshotKeys } from '#main/snapshot/snapshot-seal.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { matesOf, type Mates } from './mates.ts';
import type { OrderSign } from './order-sign.ts';

/** Which snapshot to look through, and for what. */
export interface PartyOrder {
  readonly path: string;
  readonly keys: SnapshotKeys;
  readonly ticketId: number;
  readonly sign: OrderSign;
}

export type PartyAnswer =
  | (Extract<Mates, { readonly type: 'found' }> & {
      /** No ticket was left out of the snapshot, or could not be read. */
      readonly isWholeCopy: boolean;
    })
  | Exclude<Mates, { readonly type: 'found' }>
  /** The snapshot is missing or damaged. */
  | { readonly type: 'unreadable' };

/** What a thread can be asked about parties. */
export interface PartyCalls {
  party(order: PartyOrder): PartyAnswer;
}

/** Looks through a snapshot for the tickets of one order. */
export function partyOf({ path, keys, ticketId, sign }: PartyOrder): PartyAnswer {
  const snapshot = Snapshot.open(path, keys);
  if (snapshot === null) return { type: 'unreadable' };
  try {
    let isWholeCopy = snapshot.about.skipped === 0;
    const tickets = snapshot.readable(() => (isWholeCopy = false));
    const mates = matesOf(ticketId, sign, tickets);
    return mates.type === 'found' ? { ...mates, isWholeCopy } : mates;
  } catch (error) {
    // SQLite reads pages on demand, so damage may show at any time.
    if (error instanceof Database.SqliteError) return { type: 'unreadable' };
    throw error;
  } finally {
    snapshot.close();
  }
}
