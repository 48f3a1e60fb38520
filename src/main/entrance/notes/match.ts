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
  const pairs: readonly (readonly [
    wanted: string | number | null,
    known: string | number | null,
  ])[] = [
    [note.lookup, lookup],
    [note.ticketId, ticket?.ticketId ?? null],
    [nameKey(note.buyer), nameKey(ticket?.buyer ?? null)],
    [placeKey(note.section), placeKey(ticket?.section ?? null)],
    [placeKey(note.seat), placeKey(ticket?.seat ?? null)],
  ];
  return pairs.every(([wanted, known]) => wanted === null || wanted === known);
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
