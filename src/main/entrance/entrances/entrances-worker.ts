/**
 * The thread that reads a file of entrances, or tries a list on all tickets of a snapshot, so that no scan waits for
 * either. It ends with its answer.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { entrancesOrderSchema, type EntrancesOrder, type EntrancesWord } from './messages.ts';
import { readEntrances } from './read-entrances.ts';
import { tryEntrances } from './try-entrances.ts';

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
parentPort.postMessage(answerTo(entrancesOrderSchema.parse(workerData)));

function answerTo(order: EntrancesOrder): EntrancesWord {
  if (order.type === 'read') return { type: 'read', result: readEntrances(order.file) };
  const snapshot = Snapshot.open(order.path, order.keys);
  if (snapshot === null) return { type: 'tried', trial: null };
  try {
    const trial = tryEntrances(order.entrances, snapshot.readable(), order.builtAt);
    return { type: 'tried', trial };
  } catch (error) {
    // SQLite reads pages on demand, so damage may show at any time.
    if (error instanceof Database.SqliteError) return { type: 'tried', trial: null };
    throw error;
  } finally {
    snapshot.close();
  }
}
