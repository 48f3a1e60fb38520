import { err, ok, type Result } from '#shared/result.ts';
import {
  conclude,
  fail,
  interrupted,
  LARGEST_ANSWER,
  send,
  type AskPorts,
  type Question,
} from './ask.ts';
import { chunksOf } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import type { TicketingFailure } from './failure.ts';
import type { Reader, Reading } from './reading.ts';

/**
 * The body of a long answer, as it arrives. A piece that is an error is the last: the download broke,
 * and what came before it is not whole. Leaving the loop early ends the download.
 */
export type BodyStream = AsyncIterable<Result<Uint8Array, TicketingFailure>>;

/** Up to here an answer is read before it is handed on; every refusal is shorter. */
const PREFIX_BYTES = 64 * 1024;

/** The beginning of a body: all of it, if it ended within the prefix. */
interface Prefix {
  readonly bytes: Uint8Array;
  readonly whole: boolean;
}

/**
 * Asks for a download. An answer that is short enough is read whole, so that refusals and what is
 * not the platform show here; a longer one has been seen to begin like JSON, and whoever parses it
 * judges the rest (its envelope may come last).
 *
 * @param readWhole judges the answer if it is a short one.
 * @param pause how long the stream may bring nothing, in milliseconds.
 * @param largest the most bytes that it may bring.
 */
export async function askForStream(
  ports: AskPorts,
  question: Question,
  readWhole: Reader<unknown>,
  pause: number,
  largest = LARGEST_ANSWER.download,
): Promise<Result<BodyStream, TicketingFailure>> {
  const deadline = startDeadline(ports.clock, question.timeLimit, question.signal);
  try {
    const head = await deadline.within(pause, send(ports, question, deadline));
    const chunks = chunksOf(head.response);
    const prefix = await readPrefix(chunks, deadline, pause);
    const judged = conclude(ports, question, head, judge(prefix, head.response.status, readWhole));
    if (judged.ok) return ok(streamOf(ports, deadline, { pause, largest }, prefix, chunks));
    await chunks.return(undefined);
    deadline.end();
    return judged;
  } catch (error) {
    deadline.end();
    return fail(ports, interrupted(error, deadline));
  }
}

async function readPrefix(
  chunks: AsyncGenerator<Uint8Array>,
  deadline: Deadline,
  pause: number,
): Promise<Prefix> {
  const read: Uint8Array[] = [];
  for (let size = 0; size < PREFIX_BYTES; size += read.at(-1)?.byteLength ?? 0) {
    const next = await deadline.within(pause, chunks.next());
    if (next.done) return { bytes: Buffer.concat(read), whole: true };
    read.push(next.value);
  }
  return { bytes: Buffer.concat(read), whole: false };
}

function judge(prefix: Prefix, status: number, readWhole: Reader<unknown>): Reading<null> {
  const text = new TextDecoder().decode(prefix.bytes);
  if (!prefix.whole) {
    if (!text.trimStart().startsWith('{')) return { type: 'unreadable', at: 'not JSON' };
    return { type: 'value', value: null, accessTokenExpiration: null };
  }
  const reading = readWhole(text, status);
  return reading.type === 'value' ? { ...reading, value: null } : reading;
}

async function* streamOf(
  ports: AskPorts,
  deadline: Deadline,
  { pause, largest }: { readonly pause: number; readonly largest: number },
  prefix: Prefix,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Result<Uint8Array, TicketingFailure>> {
  try {
    yield ok(prefix.bytes);
    for (let size = prefix.bytes.byteLength; ;) {
      // The pause counts while the stream is waited for, not while its reader is busy.
      const next = await deadline.within(pause, chunks.next());
      if (next.done) return;
      size += next.value.byteLength;
      if (size > largest) {
        yield fail(ports, { type: 'offline', reason: 'not-the-platform' });
        return;
      }
      yield ok(next.value);
    }
  } catch (error) {
    const failure = interrupted(error, deadline);
    fail(ports, failure);
    yield err(failure);
  } finally {
    await chunks.return(undefined);
    deadline.end();
  }
}
