import type { SharedNotes } from '#main/venue/shared-notes.ts';

/** The notes of the other doors of the house. */
export type NotesElsewhere = Pick<SharedNotes, 'all' | 'markOf' | 'follow' | 'end'>;

/** A kiosk that is alone. */
export const NO_NOTES_ELSEWHERE: NotesElsewhere = {
  all: () => [],
  markOf: () => null,
  follow: () => undefined,
  end: () => undefined,
};
