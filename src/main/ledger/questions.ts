import type { Database } from 'better-sqlite3';
import type { NewEntry, Question } from './entry.ts';
import { questionSchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';

/** The scans that the platform was asked of and that have no entry. */
export interface Questions {
  /** Records one, until its entry is recorded. */
  readonly note: (question: Question) => void;
  /** Removes one within the commit of its entry. */
  readonly forget: (id: string) => void;
  /** Removes one in a commit of its own, also one that was recorded before the file was opened again. */
  readonly drop: (id: string) => void;
  /** Returns those that the last run left, without damaged ones, whose scan is unknown. */
  readonly left: () => readonly Question[];
  readonly forgetAll: () => void;
}

export function createQuestions(db: Database, sealer: Sealer): Questions {
  const insert = db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO question VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM question WHERE id = ?');
  /** Most entries have none, and then SQLite is not asked. */
  const noted = new Set<string>();
  const all = db.prepare<[], Buffer>('SELECT sealed FROM question').pluck();
  return {
    note({ baseUrl, ...question }) {
      insert.run(question.id, sealer.seal({ ...question, platform: baseUrl }));
      noted.add(question.id);
    },
    forget(id) {
      // If the commit fails it stays in the file, where an entry with its id goes first.
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
