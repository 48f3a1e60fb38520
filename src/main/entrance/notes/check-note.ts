import { LONGEST_NOTE, type NewNote, type NoteProblem } from '#shared/model/notes.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { dayIn, instantOfWall } from '#shared/zone-time.ts';

/** For how many days ahead there may be notes: they are personal, and not kept for longer than needed. */
const DAYS_AHEAD = 62;
/** How long after midnight an evening is over, in milliseconds. */
const NIGHT_ENDS = 6 * HOUR;

/** The evenings for which there may be notes, `yyyy-MM-dd`, in a zone. */
export interface Evenings {
  readonly first: string;
  readonly last: string;
}

/** Returns them, from the evening that is on now; `now` is the platform's time. */
export function eveningsFrom(now: number, timeZone: string): Evenings {
  const first = dayIn(now - NIGHT_ENDS, timeZone);
  const last = new Date(Date.parse(first) + DAYS_AHEAD * DAY).toISOString().slice(0, first.length);
  return { first, last };
}

/** When an evening's notes are forgotten: at six in the morning after, where the house is. */
export function endOfEvening(day: string, timeZone: string): number {
  return instantOfWall(Date.parse(day) + DAY + NIGHT_ENDS, timeZone);
}

/** Returns the note if it makes sense. */
export function checkedNote(
  note: NewNote,
  { first, last }: Evenings,
): Result<NewNote, NoteProblem> {
  const { ticketId, barcode, buyer, section, seat, kind, text, day } = note;
  const texts = [barcode, buyer, section, seat, text].filter((one) => one !== null);
  if (texts.some((one) => one.length > LONGEST_NOTE)) return err('too-long');
  if ([ticketId, barcode, buyer, section, seat].every((one) => one === null)) {
    return err('no-subject');
  }
  if (kind === 'other' && text === null) return err('no-content');
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  // What the calendar does not have, such as the 31st of a short month, comes out as another day.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return err('wrong-day');
  return day < first || day > last ? err('day-out-of-range') : ok(note);
}
