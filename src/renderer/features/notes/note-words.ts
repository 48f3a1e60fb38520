import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import {
  LARGEST_NOTES,
  MOST_NOTES,
  type GuestNote,
  type ListedNote,
  type NoteProblem,
  type NoteRefusal,
  type NotesRefusal,
} from '#shared/model/notes.ts';
import type { Format } from '#renderer/lib/format.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { AddTrouble, ImportTrouble } from './notes.svelte.ts';

/** What a note is about, in a word or two; what it says in words alone has none. */
export function noteTitle({ kind, text }: Pick<GuestNote, 'kind' | 'text'>): string {
  return kind === 'other' ? (text ?? '') : m[`notes_kinds_${kind}` as const]();
}

/** What it says besides; null: nothing. */
export function noteText({ kind, text }: Pick<GuestNote, 'kind' | 'text'>): string | null {
  return kind === 'other' ? null : text;
}

/** Whom a listed note is about, and at which door it was made if that was not this one. */
export function subjectWords(note: ListedNote): string {
  const { ticketId, codeTail, buyer, section, seat, door } = note;
  const code = codeTail === null ? null : m.verdict_code({ tail: codeTail });
  const about = [ticketId, code, buyer, section, seat].filter((part) => part !== null).join(', ');
  return door === null ? about : `${about} · ${door || m.house_unnamed()}`;
}

export function noteProblemWords(problem: NoteProblem): string {
  return m[`notes_problems_${problem}` as const]();
}

/** Why a note that was typed was not kept. */
export function noteRefusalWords(refusal: NoteRefusal, format: Format): string {
  return refusal.type === 'wrong-note'
    ? noteProblemWords(refusal.problem)
    : m.notes_tooMany({ most: format.count(MOST_NOTES) });
}

/** Why nothing was taken from a file, line by line. */
export function notesRefusalWords(refusal: NotesRefusal, format: Format): readonly string[] {
  switch (refusal.type) {
    case 'not-text':
      return [m.notes_file_notText()];
    case 'too-large':
      return [m.notes_file_tooLarge({ most: format.bytes(LARGEST_NOTES) })];
    case 'too-long':
      return [
        m.notes_file_tooLong({
          line: format.count(refusal.line),
          most: format.count(MOST_NOTES),
        }),
      ];
    case 'open-quote':
      return [m.notes_file_openQuote({ line: format.count(refusal.line) })];
    case 'after-quote':
      return [m.notes_file_afterQuote({ line: format.count(refusal.line) })];
    case 'no-columns':
      return [m.notes_file_noColumns()];
    case 'empty':
      return [m.notes_file_empty()];
    case 'wrong-lines': {
      const lines = refusal.lines.map(({ line, problem }) =>
        m.notes_file_line({ line: format.count(line), problem: noteProblemWords(problem) }),
      );
      const more = refusal.count - lines.length;
      return more > 0 ? [...lines, m.notes_file_more({ count: format.count(more) })] : lines;
    }
    default:
      return assertNever(refusal);
  }
}

/** Why no file was taken. */
export function importTroubleWords(trouble: ImportTrouble, format: Format): readonly string[] {
  if (trouble.type === 'not-written') return [m.notes_notKept()];
  if (isCallFailure(trouble)) return [m.callFailed()];
  return notesRefusalWords(trouble, format);
}

/** Why a note was not kept. */
export function addTroubleWords(trouble: AddTrouble, format: Format): string {
  if (trouble.type === 'not-written') return m.notes_notKept();
  return isCallFailure(trouble) ? m.callFailed() : noteRefusalWords(trouble, format);
}

function isCallFailure(trouble: ImportTrouble | AddTrouble): trouble is CallFailure {
  return ['call-refused', 'locked', 'internal'].includes(trouble.type);
}
