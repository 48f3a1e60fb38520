/**
 * The thread in which the platform's answers are parsed and written into the copy: for thousands of
 * performances that takes a second, which would block scanning. It serves one refresh and ends.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { ProgrammePart } from '#shared/model/programme.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { openCopyForWriting } from '../copy/file.ts';
import { CopyWriter } from '../copy/writer.ts';
import { workerRequestSchema, workerTaskSchema, type WorkerAnswer } from './messages.ts';
import { readBody } from './read-body.ts';

if (parentPort === null) throw new Error('This is started as a worker by the kiosk.');
const port = parentPort;
const { file, clientRef, stamp } = workerTaskSchema.parse(workerData);

let db: ReturnType<typeof openCopyForWriting> | null = null;
let writer: CopyWriter | null = null;
let pieces: Uint8Array[] = [];

function readPart(part: ProgrammePart): WorkerAnswer {
  const reading = readBody(Buffer.concat(pieces), part, clientRef.clientId);
  pieces = [];
  if (reading.type === 'refused' || reading.type === 'unreadable') return reading;
  db ??= openCopyForWriting(file);
  writer ??= new CopyWriter(db, clientRef, stamp);
  const { list, unreadable, service } = reading;
  if (reading.type === 'series') writer.series([...reading.list, ...reading.hidden]);
  else if (part.type === 'calendar') writer.month(part, reading.list, unreadable);
  else writer.events(reading.list, unreadable);
  return { type: 'read', readable: list.length, unreadable, service };
}

function keep(): WorkerAnswer {
  writer?.keep();
  writer = null;
  return { type: 'kept' };
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
      answer(() => readPart(request.part));
      break;
    case 'discard':
      pieces = [];
      break;
    case 'keep':
      answer(keep);
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
