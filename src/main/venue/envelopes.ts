import type { KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { seal, unseal } from '#main/base/vault/seal.ts';
import { isOf, isSignedBy, SIGNATURE_BYTES, type DoorKey } from './door-key.ts';
import { sealKeyOf, type HouseKeys } from './house-keys.ts';
import { countSchema, idSchema } from '#main/base/limits.ts';
import { doorMessageSchema, type DoorMessage } from './messages.ts';

/** The most bytes of a message, sealed and unsealed; a full piece has a tenth of it. */
export const LARGEST_SEALED = 1_000_000;
const LARGEST_PLAIN = 4_000_000;
/** Where the packed text begins: after the signature and the door's key. */
const CONTENT_AT = SIGNATURE_BYTES + 32;
/** The most doors of which it is remembered what they said last. */
const MOST_DOORS = 500;
/** The most ranges of numbers that are remembered of one door: each gap is a message that was lost. */
const MOST_RANGES = 1_000;

/** Which message of which door, by its origin: it is new in each run, and so are the numbers. */
const headSchema = z.object({
  from: idSchema,
  count: countSchema,
  message: z.unknown(),
});

/** What came out of an envelope. */
export type Opened =
  | { readonly type: 'message'; readonly from: string; readonly message: DoorMessage }
  /** Not sealed with this house's key, for this topic: somebody else's, damaged or forged. */
  | { readonly type: 'foreign' }
  /** Sealed with this house's key, but not signed by the door that it says it is from. */
  | { readonly type: 'forged' }
  /** It was opened before. */
  | { readonly type: 'repeated' }
  /** From a door of this house, but not understood: of a newer version. */
  | { readonly type: 'not-understood' };

/**
 * Signs and seals what this door says, and opens what the others say. All doors have the key that seals, so only the
 * signature shows who spoke. The topic is sealed in, so that a message cannot be moved to another; and each message is
 * numbered, so that none counts twice.
 */
export class Envelopes {
  readonly #key: KeyObject;
  readonly #door: DoorKey;
  readonly #origin: string;
  #count = 0;
  /**
   * The numbers of the messages that were opened of each door, as ranges in ascending order: messages may be lost, or
   * overtake each other.
   */
  readonly #opened = new Map<string, Range[]>();

  /** @param origin this door's, in this run */
  constructor(keys: HouseKeys, door: DoorKey, origin: string) {
    this.#key = sealKeyOf(keys);
    this.#door = door;
    this.#origin = origin;
  }

  seal(topic: string, message: DoorMessage): Buffer {
    this.#count += 1;
    const head = { from: this.#origin, count: this.#count, message };
    return seal(this.#key, signed(this.#door, topic, deflateRawSync(JSON.stringify(head))), topic);
  }

  open(topic: string, sealed: Buffer): Opened {
    if (sealed.length > LARGEST_SEALED) return { type: 'foreign' };
    const plain = unseal(this.#key, sealed, topic);
    if (plain === null) return { type: 'foreign' };
    const verified = verifiedContent(topic, plain);
    if (verified === null) return { type: 'forged' };
    const head = headSchema.safeParse(parse(verified.content));
    if (!head.success) return { type: 'not-understood' };
    const { from, count, message } = head.data;
    if (!isOf(verified.door, from)) return { type: 'forged' };
    if (!this.#isNew(from, count)) return { type: 'repeated' };
    const read = doorMessageSchema.safeParse(message);
    return read.success
      ? { type: 'message', from, message: read.data }
      : { type: 'not-understood' };
  }

  /** Whether a message was not opened before, as far as that is remembered. */
  #isNew(from: string, count: number): boolean {
    const ranges = this.#opened.get(from) ?? [];
    if (!add(ranges, count)) return false;
    // The door that was silent for longest goes first.
    this.#opened.delete(from);
    this.#opened.set(from, ranges);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MOST_DOORS && oldest !== undefined) this.#opened.delete(oldest);
    return true;
  }
}

/** Signs a packed message for a topic: the signature, the door's key, and the packed text. */
export function signed(door: DoorKey, topic: string, content: Buffer): Buffer {
  const signature = door.sign('message', signedContent(topic, content));
  return Buffer.concat([signature, Buffer.from(door.id, 'base64url'), content]);
}

/** Returns the packed text and the door that has signed it; null if none has. It is not unpacked before. */
function verifiedContent(
  topic: string,
  plain: Buffer,
): { readonly door: string; readonly content: Buffer } | null {
  const signature = plain.subarray(0, SIGNATURE_BYTES);
  const door = plain.subarray(SIGNATURE_BYTES, CONTENT_AT).toString('base64url');
  const content = plain.subarray(CONTENT_AT);
  const isSigned = isSignedBy(door, 'message', signedContent(topic, content), signature);
  return isSigned ? { door, content } : null;
}

function signedContent(topic: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${topic}\n`), content]);
}

interface Range {
  readonly from: number;
  to: number;
}

/**
 * Adds a number to the ranges; returns false if it is in one of them. A number before all of them is new, and so is one
 * whose range was left out.
 */
function add(ranges: Range[], count: number): boolean {
  const at = ranges.findLastIndex(({ from }) => from <= count);
  const below = ranges[at];
  if (below !== undefined && count <= below.to) return false;
  if (below?.to === count - 1) below.to = count;
  else ranges.splice(at + 1, 0, { from: count, to: count });
  if (ranges.length > MOST_RANGES) ranges.shift();
  return true;
}

function parse(deflated: Buffer): unknown {
  try {
    const text = inflateRawSync(deflated, { maxOutputLength: LARGEST_PLAIN }).toString('utf8');
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
