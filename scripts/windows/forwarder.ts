/** Where one name of a library for Windows leads to. */
export interface Forwarded {
  /** The library's own name, `bcryptprimitives.dll`. */
  readonly library: string;
  /** The function that it offers. */
  readonly name: string;
  /** The function that is called instead, `advapi32.SystemFunction036`. */
  readonly target: string;
}

/** Sections begin at such a place, in the file and in memory. */
const IN_FILE = 0x200;
const IN_MEMORY = 0x1000;
const EXPORT_DIRECTORY = 40;

/**
 * A library for 64-bit Windows with a single function, which is another library's: a header and a list of
 * exports, without any code (Microsoft's _PE Format_: optional header PE32+, export directory, forwarder).
 */
export function forwarder(forwarded: Forwarded): Buffer {
  const exports = exportsOf(forwarded);
  return Buffer.concat([padded(header(exports.length)), padded(exports)]);
}

/** Directory, address, name and ordinal of the one function, then the words that these point at. */
function exportsOf({ library, name, target }: Forwarded): Buffer {
  const addresses = IN_MEMORY + EXPORT_DIRECTORY;
  const names = addresses + 4;
  const ordinals = names + 4;
  const libraryAt = ordinals + 4;
  const nameAt = libraryAt + library.length + 1;
  const targetAt = nameAt + name.length + 1;
  const directory = words(0, 0, 0, libraryAt, 1, 1, 1, addresses, names, ordinals);
  const tables = words(targetAt, nameAt, 0);
  return Buffer.concat([directory, tables, Buffer.from(`${library}\0${name}\0${target}\0`)]);
}

function header(size: number): Buffer {
  const dos = Buffer.alloc(0x40);
  dos.write('MZ');
  dos.writeUInt32LE(dos.length, 0x3c);
  // x86-64, one section; runs, knows large addresses, is a library.
  const file = Buffer.concat([
    Buffer.from('PE\0\0'),
    halves(0x8664, 1),
    words(0, 0, 0),
    halves(OPTIONAL, 0x2022),
  ]);
  const section = Buffer.concat([
    Buffer.from('.rdata\0\0'),
    words(size, IN_MEMORY, padding(size), IN_FILE, 0, 0, 0),
    // Data that was made when the file was, and is only read.
    words(0x4000_0040),
  ]);
  return Buffer.concat([dos, file, optionalHeader(size), section]);
}

/** Bytes of the optional header, with all of its sixteen directories. */
const OPTIONAL = 240;

function optionalHeader(size: number): Buffer {
  const part = Buffer.alloc(OPTIONAL);
  part.writeUInt16LE(0x20b);
  part.writeUInt32LE(padding(size), 8);
  part.writeBigUInt64LE(0x1_8000_0000n, 24);
  part.writeUInt32LE(IN_MEMORY, 32);
  part.writeUInt32LE(IN_FILE, 36);
  // Made for, and runs on, Windows Vista and newer.
  part.writeUInt16LE(6, 40);
  part.writeUInt16LE(6, 48);
  part.writeUInt32LE(IN_MEMORY * 2, 56);
  part.writeUInt32LE(IN_FILE, 60);
  // A program with windows, as far as that matters to a library; may lie anywhere, holds no code.
  part.writeUInt16LE(2, 68);
  part.writeUInt16LE(0x140, 70);
  for (const [at, bytes] of [
    [72, 0x10_0000],
    [80, 0x1000],
    [88, 0x10_0000],
    [96, 0x1000],
  ] as const) {
    part.writeBigUInt64LE(BigInt(bytes), at);
  }
  part.writeUInt32LE(16, 108);
  part.writeUInt32LE(IN_MEMORY, 112);
  part.writeUInt32LE(size, 116);
  return part;
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, index * 4));
  return bytes;
}

function halves(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, index) => bytes.writeUInt16LE(number, index * 2));
  return bytes;
}

/** What a part of the file comes to with what fills it up. */
function padding(size: number): number {
  return Math.ceil(size / IN_FILE) * IN_FILE;
}

function padded(part: Buffer): Buffer {
  return Buffer.concat([part, Buffer.alloc(padding(part.length) - part.length)]);
}
