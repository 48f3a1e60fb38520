import { z } from 'zod';
import type { SharedNote } from '#main/venue/shared-notes.ts';
import { NOTE_KINDS, type GuestNote } from '#shared/model/notes.ts';

/** A note as it is kept: barcodes as keyed hashes, texts as they are compared and as they are read. */
export const keptNoteSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  text: z.string().nullable(),
  mustBeSeen: z.boolean(),
  ticketId: z.int().nullable(),
  lookup: z.string().nullable(),
  /** By which the doors of the house know the barcode; null: it has none, or this kiosk was alone. */
  mark: z.string().nullable(),
  codeTail: z.string().nullable(),
  buyer: z.string().nullable(),
  section: z.string().nullable(),
  seat: z.string().nullable(),
  isFromFile: z.boolean(),
  until: z.number(),
});
export type KeptNote = z.infer<typeof keptNoteSchema>;

/** What is known of a ticket that was scanned. */
export interface ScannedTicket {
  readonly ticketId: number | null;
  readonly buyer: string | null;
  readonly section: string | null;
  readonly seat: string | null;
}

/** Notes by what they are found by: a guest waits while thousands of them are looked through. */
export class NoteIndex {
  readonly notes: readonly KeptNote[];
  readonly ids: ReadonlySet<string>;
  readonly #byKey = new Map<string, KeptNote[]>();

  constructor(notes: readonly KeptNote[]) {
    this.notes = notes;
    this.ids = new Set(notes.map(({ id }) => id));
    for (const note of notes) {
      const [key = ''] = indexKeys(note.lookup, note);
      const same = this.#byKey.get(key);
      if (same === undefined) this.#byKey.set(key, [note]);
      else same.push(note);
    }
  }

  /** The notes about any of the tickets that bear a barcode, in their order; null: a ticket of which nothing is known. */
  about(lookup: string, tickets: readonly (ScannedTicket | null)[]): readonly KeptNote[] {
    const found = new Set<KeptNote>();
    for (const ticket of tickets) {
      for (const key of [...indexKeys(lookup, ticket), '']) {
        const notes = this.#byKey.get(key) ?? [];
        for (const note of notes) if (isAbout(note, lookup, ticket)) found.add(note);
      }
    }
    return found.size > 1 ? this.notes.filter((note) => found.has(note)) : [...found];
  }
}

/** What a note may be found by, the rarest first. */
function indexKeys(lookup: string | null, ticket: ScannedTicket | null): readonly string[] {
  const keys: string[] = [];
  if (lookup !== null) keys.push(`lookup ${lookup}`);
  if (ticket === null) return keys;
  const { buyer, seat, section } = keysOf(ticket);
  if (ticket.ticketId !== null) keys.push(`ticket ${ticket.ticketId}`);
  if (buyer !== null) keys.push(`buyer ${buyer}`);
  if (seat !== null) keys.push(`seat ${seat}`);
  if (section !== null) keys.push(`section ${section}`);
  return keys;
}

/** Whether everything fits that the note is to be found by. */
function isAbout(note: KeptNote, lookup: string, ticket: ScannedTicket | null): boolean {
  if (!fits(note.lookup, lookup) || !fits(note.ticketId, ticket?.ticketId ?? null)) return false;
  const [wanted, known] = [keysOf(note), ticket && keysOf(ticket)];
  return (
    fits(wanted.buyer, known?.buyer ?? null) &&
    fits(wanted.section, known?.section ?? null) &&
    fits(wanted.seat, known?.seat ?? null)
  );
}

function fits(wanted: string | number | null, known: string | number | null): boolean {
  return wanted === null || wanted === known;
}

type Texts = Pick<ScannedTicket, 'buyer' | 'section' | 'seat'>;

/** Made once for each note and each ticket. */
const keys = new WeakMap<Texts, Texts>();

function keysOf(texts: Texts): Texts {
  const known = keys.get(texts);
  if (known !== undefined) return known;
  const { buyer, section, seat } = texts;
  const made = { buyer: nameKey(buyer), section: placeKey(section), seat: placeKey(seat) };
  keys.set(texts, made);
  return made;
}

/** A note as other doors get it: of this one's own, its look-up is of no use to them. */
const sharedNoteSchema = keptNoteSchema.omit({ id: true, until: true, lookup: true });

/** Returns what other doors are told of a note; null if they could not know whom it is about. */
export function contentOf({ id: _id, until: _until, lookup, ...content }: KeptNote): unknown {
  return lookup !== null && content.mark === null ? null : content;
}

/** Returns another door's note, to be looked up by its mark; null if it makes no sense here. */
export function noteOf({ id, until, content }: Omit<SharedNote, 'door'>): KeptNote | null {
  const shared = sharedNoteSchema.safeParse(content).data;
  if (shared === undefined) return null;
  const { mark, ticketId, buyer, section, seat } = shared;
  if ([mark, ticketId, buyer, section, seat].every((one) => one === null)) return null;
  return { ...shared, id, until, lookup: mark };
}

export function shownNote({ id, kind, text, mustBeSeen }: KeptNote): GuestNote {
  return { id, kind, text, mustBeSeen };
}

/** Without accents and capitals, and with the words in one order: “MÜLLER, Anna” is “Anna Müller”. */
function nameKey(name: string | null): string | null {
  return name === null ? null : wordsOf(name).toSorted().join(' ');
}

function placeKey(place: string | null): string | null {
  return place === null ? null : wordsOf(place).join(' ');
}

const BEYOND_ASCII = /[^ -~]/;

function wordsOf(text: string): readonly string[] {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKD').replaceAll(/\p{M}/gu, '') : text;
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
