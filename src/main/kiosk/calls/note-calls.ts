import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { NotesServices } from '#main/kiosk/open-notes.ts';
import { ok } from '#shared/result.ts';

export type NoteCallParts = NotesServices;

type NoteCalls = Pick<
  KioskHandlers,
  'notes' | 'importNotes' | 'addNote' | 'removeNotes' | 'noteSeen'
>;

/** Calls about what staff should know of guests. */
export function noteCalls({ notes, notesAtDoor }: NoteCallParts): NoteCalls {
  return {
    notes: () => ok(notes.list()),
    importNotes({ file }) {
      const done = notes.import(Buffer.from(file, 'base64'));
      return done.ok ? ok({ count: done.value }) : done;
    },
    addNote: (note) => notes.add(note),
    removeNotes: ({ ids }) => notes.remove(ids),
    noteSeen({ id }) {
      notesAtDoor.noteSeen(id);
      return ok(null);
    },
  };
}
