import { announce, contentOf, restore, write, type Content, type TextField } from './text-field.ts';

/** A letter on its way into a field. */
interface Letter {
  /** The number of its key; null if it is never taken back. */
  readonly id: number | null;
  readonly field: TextField;
  before: Content;
  /** What it wrote in the end: a dead key writes nothing. */
  text: string;
}

/** Remembers the letters that went into text fields while they may still turn out to be a scanner's. */
export interface TypedLetters {
  /** A letter is about to be written. */
  expect(field: TextField, id: number | null): void;
  /** This is what the last one wrote. */
  wrote(field: EventTarget | null, text: string): void;
  /** These go out of their fields again; all others stay. */
  takeBack(ids: readonly number[]): void;
  /** Whose they are is known: a field may hold a password, and nothing of it is kept without need. */
  forget(): void;
}

export function createTypedLetters(): TypedLetters {
  let letters: Letter[] = [];

  /** Goes back to before the first of them, and writes the others again. */
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
