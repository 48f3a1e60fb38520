import Database from 'better-sqlite3';
import type { ServedPort } from '#main/base/serve-worker.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { SnapshotKeys } from '#main/snapshot/snapshot-seal.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { TicketIndexBuilder, type TicketIndex } from './ticket-index.ts';

/** What a query has found. */
export interface Findings {
  /** The number of all matching tickets. */
  readonly total: number;
  /** The best matches, best first. */
  readonly tickets: readonly SnapshotTicket[];
}

/** What a thread that searches one snapshot can be asked. Its progress is how many tickets it has read. */
export interface SearchCalls {
  /** Reads the snapshot; false if it is missing or damaged. */
  readSnapshot(order: { readonly path: string; readonly keys: SnapshotKeys }): boolean;
  /** Returns at most `most` tickets; null if the snapshot is damaged. */
  find(order: { readonly query: string; readonly most: number }): Findings | null;
}

/** Progress is reported after so many tickets. */
const STEP = 5_000;

/**
 * Searches one snapshot. It holds the words of all its tickets in memory, and nothing else of them.
 */
export function searchCalls({ progress }: ServedPort<number>): SearchCalls {
  let snapshot: Snapshot | null = null;
  let index: TicketIndex | null = null;
  return {
    readSnapshot({ path, keys }) {
      const opened = Snapshot.open(path, keys);
      snapshot = opened;
      index = opened === null ? null : unlessDamaged(() => indexOf(opened, progress));
      return index !== null;
    },
    find: ({ query, most }) =>
      unlessDamaged(() => {
        const found = index?.find(query, most);
        const tickets = found?.places.map((place) => snapshot?.at(place) ?? null) ?? [];
        return {
          total: found?.total ?? 0,
          tickets: tickets.filter((ticket) => ticket !== null),
        };
      }),
  };
}

/** Damaged tickets are skipped, so that the rest can be found. */
function indexOf(from: Snapshot, progress: (tickets: number) => void): TicketIndex {
  const builder = new TicketIndexBuilder();
  let tickets = 0;
  for (const { place, ticket } of from.tickets()) {
    if (ticket !== null) {
      const { ticketId, section, seat } = ticket;
      builder.add({ place, ticketId, names: namesOf(ticket), seat: [section ?? '', seat ?? ''] });
    }
    tickets += 1;
    if (tickets % STEP === 0) progress(tickets);
  }
  return builder.finish();
}

function namesOf({ orderConsumerName, patron }: SnapshotTicket): readonly string[] {
  return [orderConsumerName, patron?.firstName, patron?.lastName].filter(
    (name) => name !== null && name !== undefined,
  );
}

/** Null if `work` finds the snapshot damaged: SQLite reads pages on demand, so damage may show at any time. */
function unlessDamaged<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  }
}
