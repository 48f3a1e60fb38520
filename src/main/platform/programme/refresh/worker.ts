/**
 * The thread in which the platform's answers are parsed and written into the copy: for thousands of
 * performances that takes a second, which would block scanning. It serves one refresh and ends.
 */
import { assertNever } from '#shared/assert-never.ts';
import { NO_SERVICE_WORDS } from '#shared/model/programme.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { openCopyForWriting } from '../copy/file.ts';
import { CopyWriter } from '../copy/writer.ts';
import {
  workerRequestSchema,
  workerTaskSchema,
  type ProgrammeView,
  type WorkerAnswer,
} from './messages.ts';
import { readBody } from './read-body.ts';
import { bothWords } from './service-words.ts';

if (parentPort === null) throw new Error('This is started as a worker by the kiosk.');
const port = parentPort;
const { file, clientRef, stamp } = workerTaskSchema.parse(workerData);

let db: ReturnType<typeof openCopyForWriting> | null = null;
let writer: CopyWriter | null = null;
let pieces: Uint8Array[] = [];
/** The service's own messages in the answers. */
let service = NO_SERVICE_WORDS;
/** How many performances of this refresh could not be read. */
let unreadable = 0;

function readView(view: ProgrammeView): WorkerAnswer {
  const reading = readBody(Buffer.concat(pieces), view, clientRef.clientId);
  pieces = [];
  if (reading.type === 'refused' || reading.type === 'unreadable') {
    dropAll();
    return reading;
  }
  service = bothWords(service, reading.service);
  db ??= openCopyForWriting(file);
  writer ??= new CopyWriter(db, clientRef, stamp);
  if (reading.type === 'performances') unreadable += reading.unreadable;
  if (reading.type === 'series') writer.series([...reading.list, ...reading.hidden]);
  else if (view.type === 'calendar') writer.month(view, reading.list);
  else writer.events(reading.list);
  return { type: 'read', readable: reading.list.length, unreadable: reading.unreadable };
}

function keep(whole: boolean): WorkerAnswer {
  writer?.keep(whole, unreadable);
  writer = null;
  return { type: 'kept', service };
}

function dropAll(): void {
  writer?.drop();
  writer = null;
}

function answer(work: () => WorkerAnswer): void {
  let said: WorkerAnswer;
  try {
    said = work();
  } catch (error) {
    dropAll();
    said = { type: 'failed', code: codeOf(error) };
  }
  port.postMessage(said);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

port.on('message', (message: unknown) => {
  const request = workerRequestSchema.parse(message);
  switch (request.type) {
    case 'piece':
      pieces.push(request.bytes);
      break;
    case 'body':
      answer(() => readView(request.view));
      break;
    case 'keep':
      answer(() => keep(request.whole));
      break;
    case 'end':
      dropAll();
      db?.close();
      port.close();
      break;
    default:
      assertNever(request);
  }
});
