/** Stands in for the thread that reads the programme: its platform never answers, so it only has to end. */
import { parentPort } from 'node:worker_threads';

parentPort?.once('message', () => parentPort?.close());
