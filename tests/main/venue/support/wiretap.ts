import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Way } from '#tests/support/link-proxy.ts';

/** The types of MQTT's packets that tests ask for (MQTT 3.1.1, 2.2.1). */
export const CONNECT = 1;
export const PUBLISH = 3;

interface Packet {
  readonly type: number;
  readonly way: Way;
  /** All of it, with its header. */
  readonly bytes: Buffer;
}

/** What somebody with a cable between kiosks and their broker has caught. */
export class Wiretap {
  readonly #lines = new Map<string, { readonly way: Way; readonly pieces: Buffer[] }>();

  /** Takes bytes that pass on one kiosk's link. */
  listener(link: string) {
    return (connection: number, way: Way, bytes: Buffer): void => {
      const name = `${link} ${connection} ${way}`;
      const line = this.#lines.get(name) ?? { way, pieces: [] };
      line.pieces.push(Buffer.from(bytes));
      this.#lines.set(name, line);
    };
  }

  /** All packets that have passed as a whole. */
  packets(): readonly Packet[] {
    return [...this.#lines.values()].flatMap(({ way, pieces }) =>
      packetsIn(Buffer.concat(pieces)).map((bytes) => ({
        type: bytes.readUInt8() >> 4,
        way,
        bytes,
      })),
    );
  }
}

function packetsIn(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const { length, isWhole } = lengthAt(bytes, at);
    if (!isWhole) break;
    found.push(bytes.subarray(at, at + length));
    at += length;
  }
  return found;
}

/** How long the packet at this place is, with its header (MQTT 3.1.1, 2.2.3). */
function lengthAt(bytes: Buffer, at: number) {
  let body = 0;
  for (let digits = 0; at + 1 + digits < bytes.length; digits += 1) {
    const digit = bytes.readUInt8(at + 1 + digits);
    body += (digit & 0x7f) * 128 ** digits;
    if ((digit & 0x80) !== 0) continue;
    const length = 2 + digits + body;
    return { length, isWhole: at + length <= bytes.length };
  }
  return { length: 0, isWhole: false };
}

/** The topic and the payload of a PUBLISH packet with quality of service 0 (MQTT 3.1.1, 3.3). */
export function publishedIn(bytes: Buffer): { readonly topic: string; readonly payload: Buffer } {
  let body = 1;
  while ((bytes.readUInt8(body) & 0x80) !== 0) body += 1;
  const start = body + 3;
  const end = start + bytes.readUInt16BE(body + 1);
  return { topic: bytes.toString('utf8', start, end), payload: bytes.subarray(end) };
}

/** What a reader makes of bytes: as they are, and unpacked wherever they can be. */
function readings(bytes: Buffer): readonly Buffer[] {
  return [
    bytes,
    ...[inflateRawSync, inflateSync, gunzipSync].flatMap((unpack) => attempt(unpack, bytes)),
  ];
}

/**
 * What somebody has packed: it is longer unpacked. What is enciphered is as any bytes are, of which the first ones now
 * and then can be unpacked to a few others.
 */
export function packedIn(bytes: Buffer): readonly Buffer[] {
  return readings(bytes)
    .slice(1)
    .filter((unpacked) => unpacked.length > bytes.length);
}

function attempt(unpack: (bytes: Buffer) => Buffer, bytes: Buffer): readonly Buffer[] {
  try {
    return [unpack(bytes)];
  } catch {
    return [];
  }
}

/** The bytes in which a text would pass: plain, in UTF-16, hexadecimal, and in base64 wherever it starts. */
function formsOf(text: string): readonly Buffer[] {
  const plain = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const written = [plain, utf16].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((shift) => base64At(shift, bytes)),
  ]);
  const escaped = [encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
  const texts = [...written, ...escaped].map((each) => Buffer.from(each));
  return [plain, utf16, Buffer.from(utf16).swap16(), ...texts];
}

/** What of a text is the same in base64 whatever stands before and after it; in both alphabets. */
function base64At(shift: number, bytes: Buffer): readonly string[] {
  const before = Buffer.alloc(shift);
  const start = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  const whole = Buffer.concat([before, bytes]);
  return [whole.toString('base64'), whole.toString('base64url')].map((each) =>
    each.slice(start, end),
  );
}

/** Those of the texts that are somewhere in the bytes, in whatever form. */
export function foundIn(packets: readonly Buffer[], texts: readonly string[]): readonly string[] {
  // Between two packets nothing is to be found that is in neither.
  const all = Buffer.concat(packets.flatMap(readings).flatMap((each) => [each, Buffer.alloc(8)]));
  return texts.filter((text) => formsOf(text).some((form) => all.includes(form)));
}
