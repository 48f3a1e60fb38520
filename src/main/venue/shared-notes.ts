import { createSecretKey, type KeyObject } from 'node:crypto';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { seal, unseal } from '#main/base/vault/seal.ts';
import { noteEndId, type HouseEvent, type HouseNote } from './house-event.ts';
import type { HouseKeys } from './house-keys.ts';

/** A note about guests, as the doors of a house share it. */
export interface SharedNote {
  readonly id: string;
  /** What people called the door where it was made. */
  readonly door: string;
  /** When it is forgotten, in milliseconds since the epoch, on the platform's clock. */
  readonly until: number;
  /** As {@link SharedNotesPorts.own} has it; of another version perhaps. */
  readonly content: unknown;
}

/** A note of this door. */
export type OwnNote = Omit<SharedNote, 'door'>;

/** What is known of a note that is no more. */
export type EndedNote = Pick<SharedNote, 'id' | 'until'>;

export interface SharedNotesPorts {
  /** This door's key, and what people call this door now. */
  readonly kioskId: string;
  readonly door: () => string;
  /** The notes that were made at this door. */
  readonly own: () => readonly OwnNote[];
  /** Returns false while nothing can be told. */
  readonly tell: (events: readonly HouseEvent[]) => boolean;
  /** Called when notes have come or gone; with the ids of those that somebody has removed. */
  readonly onChange: (ended: readonly string[]) => void;
}

/**
 * The notes about guests that the doors of the house share. What the doors tell each other lies in a file of each:
 * in it, too, notes are sealed, with a key of the house.
 */
export class SharedNotes {
  readonly #ports: SharedNotesPorts;
  #keys: { readonly seal: KeyObject; readonly hash: KeyedHash } | null = null;
  #all: readonly SharedNote[] = [];
  /** Removed while nobody could be told. */
  #untold: readonly EndedNote[] = [];

  constructor(ports: SharedNotesPorts) {
    this.#ports = ports;
  }

  /** All notes of the house that are not removed, this door's own among them. */
  all(): readonly SharedNote[] {
    return this.#all;
  }

  /** The mark by which the doors recognise a barcode; null before the keys are there. */
  markOf(code: string): string | null {
    return this.#keys?.hash.of(JSON.stringify(['note', code])) ?? null;
  }

  useKeys({ note, ticket }: HouseKeys): void {
    this.#keys = { seal: createSecretKey(note), hash: new KeyedHash(ticket) };
  }

  /** Tells what this door has of its own; what was told before is not told again. */
  follow(): void {
    const { kioskId, door, own, tell } = this.#ports;
    const key = this.#keys?.seal;
    if (key === undefined) return;
    const notes = own().map(({ id, until, content }): HouseNote => {
      const sealed = seal(key, Buffer.from(JSON.stringify(content)), id).toString('base64');
      return { type: 'note', id, kioskId, door: door(), until, sealed };
    });
    tell(notes);
    const untold = this.#untold;
    this.#untold = [];
    this.end(untold);
  }

  /** Removes notes at all doors, wherever they were made. */
  end(notes: readonly EndedNote[]): void {
    if (notes.length === 0) return;
    const { door, tell } = this.#ports;
    const ends = notes.map(({ id, until }): HouseEvent => {
      return { type: 'note end', id: noteEndId(id), door: door(), until, of: id };
    });
    if (!tell(ends)) this.#untold = [...this.#untold, ...notes];
  }

  /** Takes in what the doors have told of notes. */
  hear(notes: readonly HouseNote[], ended: readonly string[]): void {
    this.#all = notes.flatMap(({ id, door, until, sealed }) => {
      const content = this.#open(id, sealed);
      return content === undefined ? [] : [{ id, door, until, content }];
    });
    this.#ports.onChange(ended);
  }

  /** Undefined: it is not of this house, or damaged. */
  #open(id: string, sealed: string): unknown {
    const plain = this.#keys && unseal(this.#keys.seal, Buffer.from(sealed, 'base64'), id);
    if (plain === null) return undefined;
    try {
      return JSON.parse(plain.toString());
    } catch {
      return undefined;
    }
  }
}
