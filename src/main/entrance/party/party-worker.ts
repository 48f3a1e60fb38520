/**
 * The thread that looks through a snapshot for the tickets of one order, so that no scan waits for it. It ends with its
 * answer, and with it ends all that it has read.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { matesOf } from './mates.ts';
import { partyOrderSchema, type PartyAnswer, type PartyOrder, type PartyWord } from './messages.ts';

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const say = (word: PartyWord): void => port.postMessage(word);
say(answerTo(partyOrderSchema.parse(workerData)));

function answerTo({ path, keys, ticketId, sign }: PartyOrder): PartyAnswer {
  const snapshot = Snapshot.open(path, keys);
  say({ type: 'loaded' });
  if (snapshot === null) return { type: 'unreadable' };
  try {
    let isWholeCopy = snapshot.about.skipped === 0;
    const tickets = snapshot.readable(() => (isWholeCopy = false));
    const mates = matesOf(ticketId, sign, tickets);
    return mates.type === 'found' ? { ...mates, tickets: [...mates.tickets], isWholeCopy } : mates;
  } catch (error) {
    // SQLite reads pages on demand, so damage may show at any time.
    if (error instanceof Database.SqliteError) return { type: 'unreadable' };
    throw error;
  } finally {
    snapshot.close();
  }
}
