import type { Database } from 'better-sqlite3';
import type { NewEntry, Question } from './entry.ts';
import { questionSchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';

/** The scans about which the platform was asked and that have no entry yet. */
export interface Questions {
  /** Stores a question until its entry is recorded. */
  readonly note: (question: Question) => void;
  /** Whether a question is noted that {@link forget} would remove. */
  readonly isNoted: (id: string) => boolean;
  /** Removes a question within the commit of its entry. */
  readonly forget: (id: string) => void;
  /** Removes it in a commit of its own, whenever the file was opened since. */
  readonly drop: (id: string) => void;
  /**
   * Returns the questions that the last run has left, except damaged ones: nobody can say whose these were.
   */
  readonly left: () => readonly Question[];
  readonly forgetAll: () => void;
}

export function createQuestions(db: Database, sealer: Sealer): Questions {
  const insert = db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO question VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM question WHERE id = ?');
  /** Most entries are no answers to a question: for these no statement is run. */
  const noted = new Set<string>();
  const all = db.prepare<[], Buffer>('SELECT sealed FROM question').pluck();
  return {
    note(question) {
      insert.run(question.id, sealer.seal(question));
      noted.add(question.id);
    },
    isNoted: (id) => noted.has(id),
    forget(id) {
      // If the commit fails the question stays in the file; an entry with the same id takes precedence.
      if (noted.delete(id)) remove.run(id);
    },
    drop(id) {
      noted.delete(id);
      remove.run(id);
    },
    forgetAll: () => void db.exec('DELETE FROM question'),
    left: () => all.all().flatMap((sealed) => sealer.open(sealed, questionSchema) ?? []),
  };
}

/**
 * The entry of a scan of which nobody has seen a verdict, because the kiosk ended while it asked: its
 * ticket may be spent, as if the connection had died.
 */
export function brokenOff(question: Question): NewEntry {
  return {
    ...question,
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'no-answer', cause: 'reset' },
    ticket: null,
    inDoubt: true,
  };
}
