import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { joinCodeOf, joinPart } from '#shared/model/join.ts';

/** What a code tells: where the other kiosk waits, and a secret that only the two have. */
export interface JoinCode {
  /** An IPv4 address. */
  readonly address: string;
  readonly port: number;
  /** Random, 13 bytes. */
  readonly secret: Buffer;
}

const SECRET_BYTES = 13;
const ADDRESS_BYTES = 4;
/** Address, port, secret, and a byte that finds most mistakes of whoever types it. */
const BYTES = ADDRESS_BYTES + 2 + SECRET_BYTES + 1;
/** Crockford's: no letter of it looks like a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Writes a code of letters and digits: 9 and 32 characters. */
export function writeJoinCode({ address, port, secret }: JoinCode): string {
  const place = Buffer.from([...address.split('.').map(Number), port >> 8, port & 0xff]);
  const content = Buffer.concat([place, secret]);
  return joinCodeOf(inDigits(Buffer.concat([content, checkOf(content)])));
}

/** Reads a code that was scanned or typed; null if it is none, or has a mistake. */
export function readJoinCode(text: string): JoinCode | null {
  const part = joinPart(text);
  const bytes = part === null ? null : ofDigits(part);
  if (bytes === null) return null;
  const content = bytes.subarray(0, -1);
  if (!checkOf(content).equals(bytes.subarray(-1))) return null;
  return {
    address: [...content.subarray(0, ADDRESS_BYTES)].join('.'),
    port: content.readUInt16BE(ADDRESS_BYTES),
    secret: Buffer.from(content.subarray(ADDRESS_BYTES + 2)),
  };
}

/** The key for what one of the two says to the other. */
export function joinKey({ secret }: Pick<JoinCode, 'secret'>, what: 'ask' | 'answer'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `usher/join/${what}`, 32));
}

function checkOf(content: Buffer): Buffer {
  return hash('sha256', content, 'buffer').subarray(0, 1);
}

function inDigits(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{${BITS}}`, 'g')) ?? [];
  return groups.map((group) => DIGITS[Number.parseInt(group, 2)]).join('');
}

/** Null if it is longer or shorter, or a character is none of the digits. */
function ofDigits(text: string): Buffer | null {
  if (text.length * BITS !== BYTES * 8) return null;
  const plain = text.replaceAll('O', '0').replace(/[IL]/g, '1');
  const read = Array.from(plain, (digit) => DIGITS.indexOf(digit));
  if (read.includes(-1)) return null;
  const bits = read.map((value) => value.toString(2).padStart(BITS, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
