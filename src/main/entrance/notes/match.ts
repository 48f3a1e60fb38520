import { z } from 'zod';
import { NOTE_KINDS, type GuestNote } from '#shared/model/notes.ts';

/** A note as it is kept: barcodes as keyed hashes, texts as they are compared and as they are read. */
export const keptNoteSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  text: z.string().nullable(),
  mustBeSeen: z.boolean(),
  ticketId: z.int().nullable(),
  lookup: z.string().nullable(),
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

/** Whether everything fits that the note is to be found by. */
export function isAbout(note: KeptNote, lookup: string, ticket: ScannedTicket | null): boolean {
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

/** Made once for each note and each ticket: a guest waits while thousands of notes are looked through. */
const keys = new WeakMap<Texts, Texts>();

function keysOf(texts: Texts): Texts {
  const known = keys.get(texts);
  if (known !== undefined) return known;
  const { buyer, section, seat } = texts;
  const made = { buyer: nameKey(buyer), section: placeKey(section), seat: placeKey(seat) };
  keys.set(texts, made);
  return made;
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

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
