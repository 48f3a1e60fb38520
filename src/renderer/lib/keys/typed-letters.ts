import { announce, contentOf, restore, write, type Content, type TextField } from './text-field.ts';

/** A letter that was typed into a field. */
interface Letter {
  /** The number of its key; null if it will never be removed. */
  readonly id: number | null;
  readonly field: TextField;
  before: Content;
  /** What it inserted; nothing for a dead key. */
  text: string;
}

/** Remembers letters typed into text fields while they may still turn out to be a scanner's. */
export interface TypedLetters {
  /** Called before a letter is inserted. */
  expect(field: TextField, id: number | null): void;
  /** Called with what the last one inserted. */
  wrote(field: EventTarget | null, text: string): void;
  /** Removes these from their fields; all others stay. */
  takeBack(ids: readonly number[]): void;
  /** Forgets letters whose origin is known, because a field may hold a password. */
  forget(): void;
}

export function createTypedLetters(): TypedLetters {
  let letters: Letter[] = [];

  /** Restores the field to before the first of them, and inserts the others again. */
  function rewrite(field: TextField, taken: (letter: Letter) => boolean): void {
    const written = letters.filter((letter) => letter.field === field);
    const first = written.findIndex(taken);
    const [from, ...later] = written.slice(first);
    if (first < 0 || from === undefined || !field.isConnected) return;
    restore(field, from.before);
    for (const letter of later.filter((one) => !taken(one))) {
      letter.before = contentOf(field);
      write(field, letter.text);
    }
    announce(field, 'deleteContentBackward');
  }

  return {
    expect(field, id) {
      letters.push({ id, field, before: contentOf(field), text: '' });
    },
    wrote(field, text) {
      const last = letters.at(-1);
      if (last?.field === field) last.text += text;
    },
    takeBack(ids) {
      if (ids.length === 0) return;
      const taken = ({ id }: Letter) => id !== null && ids.includes(id);
      for (const field of new Set(letters.map((letter) => letter.field))) rewrite(field, taken);
      letters = letters.filter((letter) => !taken(letter));
    },
    forget() {
      letters = [];
    },
  };
}
