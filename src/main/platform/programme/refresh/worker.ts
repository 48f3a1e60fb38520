/**
 * The thread in which the platform's answers are parsed and written into the copy: for thousands of
 * performances that takes a second, which would block scanning. It serves one refresh and ends.
 */
import { serveWorker } from '#main/base/serve-worker.ts';
import type { ProgrammePart } from '#shared/model/programme.ts';
import { openCopyForWriting } from '../copy/file.ts';
import { CopyWriter } from '../copy/writer.ts';
import type { ProgrammeCalls, WorkerAnswer, WorkerTask } from './programme-calls.ts';
import { readBody } from './read-body.ts';

let task: WorkerTask | null = null;
let db: ReturnType<typeof openCopyForWriting> | null = null;
let writer: CopyWriter | null = null;
let pieces: Uint8Array[] = [];

function readPart(part: ProgrammePart): WorkerAnswer {
  if (task === null) throw new Error('The refresh has not begun.');
  const { file, clientRef, stamp } = task;
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

function orFailed(work: () => WorkerAnswer): WorkerAnswer {
  try {
    return work();
  } catch (error) {
    dropAll();
    return { type: 'failed', code: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

serveWorker<ProgrammeCalls>(
  () => ({
    begin(given) {
      task = given;
    },
    piece(bytes) {
      pieces.push(bytes);
    },
    body: (part) => orFailed(() => readPart(part)),
    discard() {
      pieces = [];
    },
    keep: () => orFailed(keep),
  }),
  () => {
    dropAll();
    db?.close();
  },
);
