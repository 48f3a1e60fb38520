import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** What happens to tickets at the box office's own counter, while a kiosk has a copy of them. */
export interface Counter {
  /** The ticket is void from now on. */
  annul(barcode: string): void;
  /** The ticket gets another barcode, as one that is sold now has one that nobody knows yet. */
  reissue(barcode: string, as: string): void;
  /** Somebody came in with it at another door. */
  admitElsewhere(barcode: string, at: number): void;
  /** Whoever is signed in has a token that is too old. */
  endAllSessions(): void;
}

/** @param data the box office's file */
export function openCounter(data: string): Counter {
  const db = new Database(data);
  onTestFinished(() => {
    db.close();
  });
  const annul = db.prepare<[string]>(`UPDATE ticket SET state = 'voided' WHERE barcode = ?`);
  const reissue = db.prepare<[string, string]>('UPDATE ticket SET barcode = ? WHERE barcode = ?');
  const admit = db.prepare<[number, string]>(
    'INSERT INTO scan SELECT id, ?, 0 FROM ticket WHERE barcode = ?',
  );
  return {
    annul: (barcode) => void annul.run(barcode),
    reissue: (barcode, as) => void reissue.run(as, barcode),
    endAllSessions: () => void db.prepare('UPDATE token SET expires_at = 0').run(),
    admitElsewhere: (barcode, at) => void admit.run(at, barcode),
  };
}
