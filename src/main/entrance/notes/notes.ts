import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { systemCode } from '#main/base/system-code.ts';
import type { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import type { NotWritten } from '#shared/model/failures.ts';
import {
  MOST_NOTES,
  type GuestNote,
  type ListedNote,
  type NewNote,
  type NoteRefusal,
  type NotesRefusal,
} from '#shared/model/notes.ts';
import { tailOf } from '#shared/model/scan.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { MINUTE } from '#shared/time.ts';
import { checkedNote, endOfEvening, eveningsFrom } from './check-note.ts';
import { isAbout, keptNoteSchema, shownNote, type KeptNote, type ScannedTicket } from './match.ts';
import { readNotes } from './read-notes.ts';

/** How often notes are looked for whose evening is over, in milliseconds. */
const FORGET_EVERY = 10 * MINUTE;

export interface NotesPorts {
  readonly file: SealedFile;
  /** Barcodes are kept as its hashes alone. */
  readonly hash: Pick<KeyedHash, 'of'>;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  readonly timeZone: () => string;
  readonly logger: Logger;
}

/** What staff should know of tonight's guests: sealed in one file, and forgotten when the night is over. */
export class Notes {
  readonly #ports: NotesPorts;
  #notes: readonly KeptNote[];
  #callOff: () => void;

  constructor(ports: NotesPorts) {
    this.#ports = ports;
    const loaded = z.array(keptNoteSchema).safeParse(ports.file.load());
    this.#notes = loaded.data ?? [];
    this.#callOff = () => undefined;
    this.#forget();
  }

  /** All of them, as they are listed. */
  list(): readonly ListedNote[] {
    return this.#current().map(({ lookup: _lookup, ...note }) => note);
  }

  /** Whether there still is a note with this id. */
  isKept(id: string): boolean {
    return this.#current().some((note) => note.id === id);
  }

  /**
   * Returns the notes about whoever holds a ticket.
   *
   * @param ticketsOf returns what is known of the tickets that bear the code; not asked where there are no notes
   */
  about(code: string, ticketsOf: () => readonly ScannedTicket[]): readonly GuestNote[] {
    if (this.#notes.length === 0) return [];
    const lookup = this.#ports.hash.of(code);
    const known = ticketsOf();
    const tickets = known.length === 0 ? [null] : known;
    return this.#current()
      .filter((note) => tickets.some((ticket) => isAbout(note, lookup, ticket)))
      .map(shownNote);
  }

  /** Takes the notes of a CSV file in the place of those of the last file; returns how many. All, or none. */
  import(bytes: Uint8Array): Result<number, NotesRefusal | NotWritten> {
    const read = readNotes(bytes, this.#evenings());
    if (!read.ok) return read;
    const others = this.#current().filter(({ isFromFile }) => !isFromFile);
    const room = MOST_NOTES - others.length;
    if (read.value.length > room) return err({ type: 'too-long', line: room + 1 });
    const kept = this.#keep([...others, ...read.value.map((note) => this.#kept(note, true))]);
    return kept.ok ? ok(read.value.length) : kept;
  }

  /** Keeps a note that somebody has typed. */
  add(note: NewNote): Result<null, NoteRefusal | NotWritten> {
    const checked = checkedNote(note, this.#evenings());
    if (!checked.ok) return err({ type: 'wrong-note', problem: checked.error });
    const notes = this.#current();
    if (notes.length >= MOST_NOTES) return err({ type: 'too-many' });
    return this.#keep([...notes, this.#kept(note, false)]);
  }

  /** Forgets these; those that are not known (any more) change nothing. */
  remove(ids: readonly string[]): Result<null, NotWritten> {
    return this.#keep(this.#current().filter(({ id }) => !ids.includes(id)));
  }

  stop(): void {
    this.#callOff();
  }

  #evenings() {
    return eveningsFrom(this.#ports.platformClock.now(), this.#ports.timeZone());
  }

  #kept({ barcode, day, ...note }: NewNote, isFromFile: boolean): KeptNote {
    return {
      ...note,
      id: randomUUID(),
      lookup: barcode === null ? null : this.#ports.hash.of(barcode),
      codeTail: barcode === null ? null : tailOf(barcode),
      isFromFile,
      until: endOfEvening(day, this.#ports.timeZone()),
    };
  }

  #current(): readonly KeptNote[] {
    const { platformClock } = this.#ports;
    // By a clock that is years ahead all of them would seem to be long over.
    if (!platformClock.isKnown()) return this.#notes;
    const now = platformClock.now();
    return this.#notes.filter(({ until }) => until > now);
  }

  #keep(notes: readonly KeptNote[]): Result<null, NotWritten> {
    const { file, logger } = this.#ports;
    try {
      if (notes.length === 0) file.clear();
      else file.save(notes);
    } catch (error) {
      logger.error('the notes cannot be kept', errorFact(error));
      return err({ type: 'not-written', code: systemCode(error) ?? 'EIO' });
    }
    this.#notes = notes;
    return ok(null);
  }

  /** Removes those whose evening is over from the disk, too. */
  #forget(): void {
    const current = this.#current();
    if (current.length < this.#notes.length) this.#keep(current);
    this.#callOff = this.#ports.clock.after(FORGET_EVERY, () => this.#forget());
  }
}
