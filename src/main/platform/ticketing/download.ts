import { err, ok, type Result } from '#shared/result.ts';
import {
  conclude,
  fail,
  interrupted,
  LARGEST_ANSWER,
  send,
  type AskPorts,
  type Head,
  type Question,
} from './ask.ts';
import { ageOf } from './answer-time.ts';
import { chunksOf } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import type { TicketingFailure } from './failure.ts';
import type { Reader, Reading } from './reading.ts';
import { conditionOf, isAbout, validatorsOf, type Validators } from './validators.ts';

/**
 * The body of a long answer, as it arrives. A chunk that is an error is the last one: the download broke
 * off and is incomplete. Leaving the loop early cancels the download.
 */
export type BodyStream = AsyncIterable<Result<Uint8Array, TicketingFailure>>;

/** The network traffic of a download so far. */
export interface LineUse {
  /** Bytes as transferred, compressed or not. */
  readonly bytes: number;
  /** From the head of the answer to its last byte, in milliseconds. */
  readonly transfer: number;
}

/** The result of a download that may be unchanged. */
export type Download =
  | {
      readonly type: 'body';
      readonly stream: BodyStream;
      readonly line: () => LineUse;
      /** The validators with which to ask later whether it is unchanged; null if it has none. */
      readonly validators: Validators | null;
      /** How long the answer was in a cache on its way (Age), in milliseconds. */
      readonly age: number;
    }
  /** What the kiosk has is unchanged. */
  | { readonly type: 'unchanged'; readonly age: number };

/** An answer up to this size, in bytes, is read before it is handed on; every refusal is shorter. */
const PREFIX_BYTES = 64 * 1024;

const OK = 200;
const NOT_MODIFIED = 304;

interface DownloadLimits {
  /** How long the stream may deliver nothing, in milliseconds. */
  readonly pause: number;
  /** The most bytes that it may bring. */
  readonly largest: number;
}

/** The beginning of a body: the whole body, if it ends within the prefix. */
interface Prefix {
  readonly bytes: Uint8Array;
  readonly whole: boolean;
}

/**
 * Requests a download. A short answer is read whole, so that refusals and answers that are not the
 * platform's are detected here. A longer one is only checked to begin like JSON; whoever parses it
 * validates the rest (its envelope may come last).
 *
 * @param readWhole validates the answer if it is a short one.
 * @param pause how long the stream may deliver nothing, in milliseconds.
 * @param largest the most bytes that it may have.
 */
export async function askForStream(
  ports: AskPorts,
  question: Question,
  readWhole: Reader<unknown>,
  pause: number,
  largest = LARGEST_ANSWER.download,
): Promise<Result<BodyStream, TicketingFailure>> {
  const answer = await askForDownload(ports, question, readWhole, { pause, largest });
  if (!answer.ok) return answer;
  // "Not modified" is valid only as the answer to a request with validators.
  if (answer.value.type === 'unchanged')
    return fail(ports, { type: 'offline', reason: 'not-the-platform' });
  return ok(answer.value.stream);
}

/**
 * The same, and reports the traffic; with `known`, the body is sent only if it differs from that version.
 *
 * @param known the validators of the version that the kiosk has; null: none
 */
export async function askForDownload(
  ports: AskPorts,
  plain: Question,
  readWhole: Reader<unknown>,
  { pause, largest, ...options }: DownloadLimits & { readonly known?: Validators | null },
): Promise<Result<Download, TicketingFailure>> {
  let bytes = 0;
  const known = options.known?.path === plain.path ? options.known : null;
  const question: Question = {
    ...plain,
    headers: { ...plain.headers, ...(known && conditionOf(known)) },
    onBytes: (came) => (bytes += came),
  };
  const deadline = startDeadline(ports.clock, question.timeLimit, question.signal);
  try {
    const head = await deadline.within(pause, send(ports, question, deadline));
    if (known !== null && head.response.status === NOT_MODIFIED) {
      deadline.end();
      return concludeUnchanged(ports, question, head, known);
    }
    const chunks = chunksOf(head.response);
    const prefix = await readPrefix(chunks, deadline, pause);
    const judged = conclude(ports, question, head, judge(prefix, head.response.status, readWhole));
    if (judged.ok) {
      let endedAt: number | null = null;
      const onEnd = () => (endedAt = ports.clock.steady());
      const stream = streamOf(ports, deadline, { pause, largest, onEnd }, prefix, chunks);
      return ok({
        type: 'body',
        stream,
        line: () => ({ bytes, transfer: (endedAt ?? ports.clock.steady()) - head.receivedAt }),
        validators: head.response.status === OK ? validatorsOf(head.response, plain.path) : null,
        age: ageOf(head.response),
      });
    }
    await chunks.return(undefined);
    deadline.end();
    return judged;
  } catch (error) {
    deadline.end();
    return fail(ports, interrupted(error, deadline));
  }
}

/** The platform's "not modified". It has no envelope, but counts as an answer of the platform. */
function concludeUnchanged(
  ports: AskPorts,
  question: Question,
  head: Head,
  known: Validators,
): Result<Download, TicketingFailure> {
  const reading: Reading<Download> = isAbout(head.response, known)
    ? {
        type: 'value',
        value: { type: 'unchanged', age: ageOf(head.response) },
        accessTokenExpiration: null,
      }
    : { type: 'unreadable', at: 'etag' };
  return conclude(ports, question, head, reading);
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
  { pause, largest, onEnd }: DownloadLimits & { readonly onEnd: () => void },
  prefix: Prefix,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Result<Uint8Array, TicketingFailure>> {
  try {
    yield ok(prefix.bytes);
    for (let size = prefix.bytes.byteLength; ;) {
      // The pause is measured only while waiting for the stream, not while its reader is busy.
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
    onEnd();
    await chunks.return(undefined);
    deadline.end();
  }
}
