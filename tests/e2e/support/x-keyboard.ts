import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** A key that goes down or comes up. */
export interface Stroke {
  /** The display's number of the key. */
  readonly key: number;
  readonly down: boolean;
  /** How long the display waits with it, in milliseconds, after the one before. */
  readonly after: number;
}

/** Numbers of the X protocol: https://www.x.org/releases/current/doc/xproto/x11protocol.html */
const LITTLE_ENDIAN = 0x6c;
const CREATE_WINDOW = 1;
const CHANGE_PROPERTY = 18;
const GET_INPUT_FOCUS = 43;
const QUERY_EXTENSION = 98;
const KEY_PRESS = 2;
const KEY_RELEASE = 3;
const PROPERTY_NOTIFY = 28;
const INPUT_ONLY = 2;
/** What is to be told of a window: that a property has changed. */
const EVENT_MASK = 0x800;
const PROPERTY_CHANGE = 0x400000;
const APPEND = 2;
const WM_NAME = 39;
const STRING = 31;
/** Of its extension XTEST: https://www.x.org/releases/current/doc/xextproto/xtest.html */
const FAKE_INPUT = 2;
const REPLY = 1;
/** Answers, errors and events have this length at least, in bytes. */
const UNIT = 32;

/**
 * Presses keys through the display's input queue, as hardware does, by the extension XTEST. All go to the
 * display at once, and it keeps the time between them itself: nothing that this machine is busy with
 * comes between two keys, unless the display gets no processor itself. Resolves when the last has been
 * pressed, and says by how many milliseconds the display was late with each, after the one before.
 *
 * @param display `:5`, on this machine, where no cookie is asked for
 */
export async function pressOnDisplay(
  display: string,
  strokes: readonly Stroke[],
): Promise<readonly number[]> {
  const socket = createConnection(`/tmp/.X11-unix/X${display.replace(/^:|\..*$/g, '')}`);
  const read = reader(socket);
  try {
    socket.write(hello());
    const greeting = await read(8);
    if (greeting[0] !== 1) throw new Error(`the display ${display} lets nobody in`);
    const { clock, root } = readSetup(await read(greeting.readUInt16LE(6) * 4));

    socket.write(queryExtension('XTEST'));
    const { reply: extension } = await answer(read);
    if (extension[8] !== 1) throw new Error(`the display ${display} has no XTEST`);
    const opcode = extension[9] ?? 0;
    const timed = strokes.flatMap((stroke) => [fakeInput(opcode, stroke), askTime(clock)]);
    socket.write(Buffer.concat([createWindow(clock, root), askTime(clock), ...timed]));

    // Requests are answered in their order: when this one is, all before it are done.
    socket.write(Buffer.from([GET_INPUT_FOCUS, 0, 1, 0]));
    const { times } = await answer(read);
    return lateness(strokes, times);
  } finally {
    socket.destroy();
  }
}

function hello(): Buffer {
  const bytes = Buffer.alloc(12);
  bytes[0] = LITTLE_ENDIAN;
  bytes.writeUInt16LE(11, 2);
  return bytes;
}

/** The number of the one window that we make, and that of the window behind all. */
function readSetup(setup: Buffer): { readonly clock: number; readonly root: number } {
  const vendor = Math.ceil(setup.readUInt16LE(16) / 4) * 4;
  const formats = (setup[21] ?? 0) * 8;
  return { clock: setup.readUInt32LE(4), root: setup.readUInt32LE(32 + vendor + formats) };
}

/** One that nobody sees: the display tells us when it changes, and what time it is then. */
function createWindow(window: number, root: number): Buffer {
  const bytes = Buffer.alloc(36);
  bytes[0] = CREATE_WINDOW;
  bytes.writeUInt16LE(bytes.length / 4, 2);
  bytes.writeUInt32LE(window, 4);
  bytes.writeUInt32LE(root, 8);
  bytes.writeUInt16LE(1, 16);
  bytes.writeUInt16LE(1, 18);
  bytes.writeUInt16LE(INPUT_ONLY, 22);
  bytes.writeUInt32LE(EVENT_MASK, 28);
  bytes.writeUInt32LE(PROPERTY_CHANGE, 32);
  return bytes;
}

/** Adds nothing to the window's name: that is a change, too. */
function askTime(window: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes[0] = CHANGE_PROPERTY;
  bytes[1] = APPEND;
  bytes.writeUInt16LE(bytes.length / 4, 2);
  bytes.writeUInt32LE(window, 4);
  bytes.writeUInt32LE(WM_NAME, 8);
  bytes.writeUInt32LE(STRING, 12);
  bytes[16] = 8;
  return bytes;
}

/** @param times when the first key could be pressed, and when each was, by the display's clock */
function lateness(strokes: readonly Stroke[], times: readonly number[]): readonly number[] {
  if (times.length !== strokes.length + 1) throw new Error('the display did not say when');
  return strokes.map(({ after }, i) => (times[i + 1] ?? NaN) - (times[i] ?? NaN) - after);
}

function queryExtension(name: string): Buffer {
  const bytes = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
  bytes[0] = QUERY_EXTENSION;
  bytes.writeUInt16LE(bytes.length / 4, 2);
  bytes.writeUInt16LE(name.length, 4);
  bytes.write(name, 8, 'latin1');
  return bytes;
}

function fakeInput(opcode: number, { key, down, after }: Stroke): Buffer {
  const bytes = Buffer.alloc(36);
  bytes[0] = opcode;
  bytes[1] = FAKE_INPUT;
  bytes.writeUInt16LE(bytes.length / 4, 2);
  bytes[4] = down ? KEY_PRESS : KEY_RELEASE;
  bytes[5] = key;
  bytes.writeUInt32LE(after, 8);
  return bytes;
}

type Read = (length: number) => Promise<Buffer>;

/** The next answer, and the times that the display has told before it, in milliseconds. */
async function answer(read: Read): Promise<{ readonly reply: Buffer; readonly times: number[] }> {
  const times: number[] = [];
  for (;;) {
    const reply = await read(UNIT);
    if (reply[0] === 0) throw new Error(`the display refuses a request, with error ${reply[1]}`);
    if (reply[0] === PROPERTY_NOTIFY) times.push(reply.readUInt32LE(12));
    if (reply[0] !== REPLY) continue;
    await read(reply.readUInt32LE(4) * 4);
    return { reply, times };
  }
}

function reader(socket: Socket): Read {
  return async (length) => {
    for (;;) {
      const bytes = length === 0 ? Buffer.alloc(0) : (socket.read(length) as Buffer | null);
      if (bytes !== null) return bytes;
      if (socket.readableEnded) throw new Error('the display has gone');
      await once(socket, 'readable');
    }
  };
}
