import type { KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { seal, unseal } from '#main/base/vault/seal.ts';
import { sealKeyOf, type HouseKeys } from './house-keys.ts';
import { countSchema, idSchema } from '#main/base/limits.ts';
import { doorMessageSchema, type DoorMessage } from './messages.ts';

/** The most bytes of a message, sealed and unsealed; a full piece has a tenth of it. */
export const LARGEST_SEALED = 1_000_000;
const LARGEST_PLAIN = 4_000_000;
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
  /** It was opened before. */
  | { readonly type: 'repeated' }
  /** From a door of this house, but not understood: of a newer version. */
  | { readonly type: 'not-understood' };

/**
 * Seals what this door says, and opens what the others say. The topic is sealed in, so that a message cannot
 * be moved to another; and each message is numbered, so that none counts twice.
 */
export class Envelopes {
  readonly #key: KeyObject;
  readonly #origin: string;
  #count = 0;
  /**
   * The numbers of the messages that were opened of each door, as ranges in ascending order. A newest number alone
   * would let one forged message with a high number reject all that the door sends after it.
   */
  readonly #opened = new Map<string, Range[]>();

  /** @param origin this door's, in this run */
  constructor(keys: HouseKeys, origin: string) {
    this.#key = sealKeyOf(keys);
    this.#origin = origin;
  }

  seal(topic: string, message: DoorMessage): Buffer {
    this.#count += 1;
    const head = { from: this.#origin, count: this.#count, message };
    return seal(this.#key, deflateRawSync(JSON.stringify(head)), topic);
  }

  open(topic: string, sealed: Buffer): Opened {
    if (sealed.length > LARGEST_SEALED) return { type: 'foreign' };
    const plain = unseal(this.#key, sealed, topic);
    if (plain === null) return { type: 'foreign' };
    const head = headSchema.safeParse(parse(plain));
    if (!head.success) return { type: 'not-understood' };
    const { from, count, message } = head.data;
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

interface Range {
  readonly from: number;
  to: number;
}

/**
 * Adds a number to the ranges; returns false if it is in one of them. A number before all of them is new, and so is one
 * whose range was left out: otherwise a single forged number, or very many, would reject what the door itself says.
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
