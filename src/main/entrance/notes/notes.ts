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
import {
  contentOf,
  keptNoteSchema,
  NoteIndex,
  noteOf,
  shownNote,
  type KeptNote,
  type ScannedTicket,
} from './match.ts';
import type { SharedNote } from '#main/venue/shared-notes.ts';
import type { NotesElsewhere } from './notes-elsewhere.ts';
import { readNotes } from './read-notes.ts';

/** How often notes are looked for whose evening is over, in milliseconds. */
const FORGET_EVERY = 10 * MINUTE;

export interface NotesPorts {
  readonly file: SealedFile;
  /** Barcodes are kept as its hashes alone. */
  readonly hash: Pick<KeyedHash, 'of'>;
  readonly elsewhere: NotesElsewhere;
  /** Returns a new id for a note: it shows which door has made it. */
  readonly newId: () => string;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now' | 'isKnown'>;
  readonly timeZone: () => string;
  readonly logger: Logger;
}

/**
 * What staff should know of tonight's guests: sealed in one file, told to the other doors of the house, and forgotten
 * when the night is over.
 */
export class Notes {
  readonly #ports: NotesPorts;
  #own: NoteIndex;
  /** Other doors' notes, read once for each list that comes. */
  #told: {
    readonly all: readonly SharedNote[];
    readonly index: NoteIndex;
    /** What people call the door of each. */
    readonly doors: ReadonlyMap<string, string>;
  } = { all: [], index: new NoteIndex([]), doors: new Map() };
  /** Of other doors' notes, those that were removed here; it takes a moment until they are at all doors. */
  readonly #removed = new Set<string>();
  #callOff: () => void;

  constructor(ports: NotesPorts) {
    this.#ports = ports;
    const loaded = z.array(keptNoteSchema).safeParse(ports.file.load());
    this.#own = new NoteIndex(loaded.data ?? []);
    this.#callOff = () => undefined;
    this.#forget();
  }

  /** All of them, as they are listed. */
  list(): readonly ListedNote[] {
    return [
      ...this.#current().map((note) => listed(note, null)),
      ...this.#elsewhere().map((note) => listed(note, this.#told.doors.get(note.id) ?? '')),
    ];
  }

  /** What the other doors are told. */
  shared(): readonly Omit<SharedNote, 'door'>[] {
    return this.#current().flatMap((note) => {
      const content = contentOf(note);
      return content === null ? [] : [{ id: note.id, until: note.until, content }];
    });
  }

  /** Called with the ids of notes that somebody has removed, at whichever door. */
  noteEnded(ids: readonly string[]): void {
    const ended = new Set(ids);
    const left = this.#own.notes.filter(({ id }) => !ended.has(id));
    if (left.length < this.#own.notes.length) this.#keep(left);
  }

  /** Whether there still is a note with this id. */
  isKept(id: string): boolean {
    const isIt = (note: KeptNote) => note.id === id && this.#isOfNow(note);
    if (this.#own.ids.has(id)) return this.#own.notes.some(isIt);
    return !this.#removed.has(id) && this.#toldNotes().notes.some(isIt);
  }

  /**
   * Returns the notes about whoever holds a ticket.
   *
   * @param ticketsOf returns what is known of the tickets that bear the code; not asked where there are no notes
   */
  about(code: string, ticketsOf: () => readonly ScannedTicket[]): readonly GuestNote[] {
    const { hash, elsewhere } = this.#ports;
    const others = this.#toldNotes();
    if (this.#own.notes.length + others.notes.length === 0) return [];
    const known = ticketsOf();
    const tickets = known.length === 0 ? [null] : known;
    const own = this.#own.about(hash.of(code), tickets).filter((note) => this.#isOfNow(note));
    const mark = others.notes.length === 0 ? null : elsewhere.markOf(code);
    const told = mark === null ? [] : others.about(mark, tickets);
    return [...own, ...told.filter((note) => this.#isListed(note))].map(shownNote);
  }

  /** Takes the notes of a CSV file in the place of those of the last file; returns how many. All, or none. */
  import(bytes: Uint8Array): Result<number, NotesRefusal | NotWritten> {
    const read = readNotes(bytes, this.#evenings());
    if (!read.ok) return read;
    const others = this.#current().filter(({ isFromFile }) => !isFromFile);
    const room = MOST_NOTES - others.length;
    if (read.value.length > room) return err({ type: 'too-long', line: room + 1 });
    const before = this.#current().filter(({ isFromFile }) => isFromFile);
    const kept = this.#keep([...others, ...read.value.map((note) => this.#kept(note, true))]);
    if (!kept.ok) return kept;
    this.#ports.elsewhere.end(before);
    this.#ports.elsewhere.follow();
    return ok(read.value.length);
  }

  /** Keeps a note that somebody has typed. */
  add(note: NewNote): Result<null, NoteRefusal | NotWritten> {
    const checked = checkedNote(note, this.#evenings());
    if (!checked.ok) return err({ type: 'wrong-note', problem: checked.error });
    const notes = this.#current();
    if (notes.length >= MOST_NOTES) return err({ type: 'too-many' });
    const kept = this.#keep([...notes, this.#kept(note, false)]);
    if (kept.ok) this.#ports.elsewhere.follow();
    return kept;
  }

  /** Forgets these, at all doors; those that are not known (any more) change nothing. */
  remove(ids: readonly string[]): Result<null, NotWritten> {
    const own = this.#current();
    const all = [...own, ...this.#elsewhere()];
    const kept = this.#keep(own.filter(({ id }) => !ids.includes(id)));
    if (!kept.ok) return kept;
    for (const id of ids) this.#removed.add(id);
    this.#ports.elsewhere.end(all.filter(({ id }) => ids.includes(id)));
    return kept;
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
      id: this.#ports.newId(),
      lookup: barcode === null ? null : this.#ports.hash.of(barcode),
      mark: barcode === null ? null : this.#ports.elsewhere.markOf(barcode),
      codeTail: barcode === null ? null : tailOf(barcode),
      isFromFile,
      until: endOfEvening(day, this.#ports.timeZone()),
    };
  }

  #elsewhere(): readonly KeptNote[] {
    return this.#toldNotes().notes.filter((note) => this.#isListed(note));
  }

  /** Whether another door's note is still in force, and no copy of a note of this door. */
  #isListed(note: KeptNote): boolean {
    return !this.#own.ids.has(note.id) && !this.#removed.has(note.id) && this.#isOfNow(note);
  }

  #toldNotes(): NoteIndex {
    const all = this.#ports.elsewhere.all();
    if (all !== this.#told.all) {
      const index = new NoteIndex(all.flatMap((shared) => noteOf(shared) ?? []));
      this.#told = { all, index, doors: new Map(all.map(({ id, door }) => [id, door])) };
    }
    return this.#told.index;
  }

  #isOfNow({ until }: KeptNote): boolean {
    const { platformClock } = this.#ports;
    // By a clock that is years ahead all of them would seem to be long over.
    return !platformClock.isKnown() || until > platformClock.now();
  }

  #current(): readonly KeptNote[] {
    return this.#own.notes.filter((note) => this.#isOfNow(note));
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
    this.#own = new NoteIndex(notes);
    return ok(null);
  }

  /** Removes those whose evening is over from the disk, too. */
  #forget(): void {
    const current = this.#current();
    if (current.length < this.#own.notes.length) this.#keep(current);
    this.#callOff = this.#ports.clock.after(FORGET_EVERY, () => this.#forget());
  }
}

/** @param door what people call the door where it was made; null: this one */
function listed(
  { lookup: _lookup, mark: _mark, ...note }: KeptNote,
  door: string | null,
): ListedNote {
  return { ...note, door };
}
