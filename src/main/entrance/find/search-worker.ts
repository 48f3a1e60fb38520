/**
 * The thread that searches one snapshot. It holds the words of all its tickets in memory, and
 * nothing else of them; when it ends, all of that is freed.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { searchOrderSchema, searchQuerySchema, type SearchWord } from './messages.ts';
import { TicketIndexBuilder, type TicketIndex } from './ticket-index.ts';

/** Progress is reported after so many tickets. */
const STEP = 5_000;

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const { path, keys } = searchOrderSchema.parse(workerData);
const say = (word: SearchWord): void => port.postMessage(word);

const snapshot = Snapshot.open(path, keys);
say({ type: 'loaded' });
if (snapshot === null) say({ type: 'unreadable' });
else orUnreadable(() => serve(snapshot, read(snapshot)));

/** Damaged tickets are skipped, so that the rest can be found. */
function read(from: Snapshot): TicketIndex {
  const builder = new TicketIndexBuilder();
  let tickets = 0;
  for (const { place, ticket } of from.tickets()) {
    if (ticket !== null) {
      const { ticketId, section, seat } = ticket;
      builder.add({ place, ticketId, names: namesOf(ticket), seat: [section ?? '', seat ?? ''] });
    }
    tickets += 1;
    if (tickets % STEP === 0) say({ type: 'read', tickets });
  }
  return builder.finish();
}

function serve(from: Snapshot, index: TicketIndex): void {
  port.on('message', (message) => {
    const { query, most } = searchQuerySchema.parse(message);
    orUnreadable(() => {
      const { total, places } = index.find(query, most);
      const tickets = places.map((place) => from.at(place)).filter((ticket) => ticket !== null);
      say({ type: 'found', total, tickets });
    });
  });
  say({ type: 'ready' });
}

function namesOf({ orderConsumerName, patron }: SnapshotTicket): readonly string[] {
  return [orderConsumerName, patron?.firstName, patron?.lastName].filter(
    (name) => name !== null && name !== undefined,
  );
}

/**
 * Runs `work` and reports an unreadable snapshot if it throws: SQLite reads pages on demand, so
 * damage may show at any time.
 */
function orUnreadable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    say({ type: 'unreadable' });
    port.close();
  }
}
