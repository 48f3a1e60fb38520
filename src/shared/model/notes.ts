import type { CsvFault } from './import.ts';

/** What a note is about; `other` says it in words alone. */
export const NOTE_KINDS = ['vip', 'wheelchair', 'check-id', 'fetch-manager', 'other'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** The longest text of a note, and of what it is found by, in characters. */
export const LONGEST_NOTE = 200;
/** The most notes of a kiosk. */
export const MOST_NOTES = 5_000;
/** The largest file of notes, in bytes. */
export const LARGEST_NOTES = 384 * 1024;
/** The most problems of a file that are listed. */
export const MOST_PROBLEMS = 20;

/** What staff should know of a guest. */
export interface GuestNote {
  readonly id: string;
  readonly kind: NoteKind;
  readonly text: string | null;
  /** It is asked whether somebody has seen it. */
  readonly mustBeSeen: boolean;
}

/** What a verdict says of them: they are hidden where the public reads along. */
export type NotesOfVerdict = readonly GuestNote[] | 'hidden';

/** A note that somebody has yet to say they have seen. */
export interface NoteToSee {
  readonly id: string;
  readonly note: GuestNote;
  readonly codeTail: string;
  /** When its verdict was given, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** By what a note is found: everything that is given has to fit, and at least one is. */
export interface NoteSubject {
  /** The platform's number of the ticket. */
  readonly ticketId: number | null;
  readonly barcode: string | null;
  /** The order's buyer, however first and last name stand. */
  readonly buyer: string | null;
  readonly section: string | null;
  readonly seat: string | null;
}

/** A note as somebody types it, or as a line of a file has it. */
export interface NewNote extends NoteSubject, Omit<GuestNote, 'id'> {
  /** The evening that it is for, `yyyy-MM-dd`: it is forgotten at six in the morning after. */
  readonly day: string;
}

/** A note as it is listed. Of a barcode only its end is known. */
export interface ListedNote extends GuestNote, Omit<NoteSubject, 'barcode'> {
  readonly codeTail: string | null;
  readonly isFromFile: boolean;
  /** What people call the door where it was made; null: this one. */
  readonly door: string | null;
  /** When it is forgotten, in milliseconds since the epoch, on the platform's clock. */
  readonly until: number;
}

/** What is wrong with a line of a file, or with what was typed. */
export type NoteProblem =
  /** There is nothing that it could be found by. */
  | 'no-subject'
  /** It says nothing. */
  | 'no-content'
  | 'unknown-kind'
  | 'wrong-number'
  /** A spreadsheet has rounded a number (`7.14E+11`). */
  | 'rounded-number'
  | 'wrong-yes-or-no'
  /** Not `yyyy-MM-dd`. */
  | 'wrong-day'
  /** It is over, or more than two months ahead. */
  | 'day-out-of-range'
  | 'too-long';

/** Why no notes were taken from a file: none of it was. */
export type NotesRefusal =
  | CsvFault
  | { readonly type: 'too-large' }
  /** Its heading lacks all of these columns. */
  | { readonly type: 'no-columns' }
  /** It has a heading, and nothing else. */
  | { readonly type: 'empty' }
  | {
      readonly type: 'wrong-lines';
      /** The first of them. */
      readonly lines: readonly { readonly line: number; readonly problem: NoteProblem }[];
      readonly count: number;
    };

/** Why a note that was typed was not kept. */
export type NoteRefusal =
  { readonly type: 'wrong-note'; readonly problem: NoteProblem } | { readonly type: 'too-many' };
