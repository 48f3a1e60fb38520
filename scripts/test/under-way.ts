import { readFileSync, writeFileSync } from 'node:fs';

/** Names the file in which a runner of tests keeps what has begun and not ended. */
export const UNDER_WAY = 'USHER_UNDER_WAY';

/** Keeps what has begun and not ended in that file, for whoever has to end a run that hangs. */
export class UnderWay {
  readonly #file = process.env[UNDER_WAY];
  readonly #begun = new Map<string, string>();

  /** A file, or a test of its own, begins; or is at `what` now. */
  begins(id: string, what: string): void {
    this.#begun.set(id, what);
    this.#keep();
  }

  ends(id: string): void {
    this.#begun.delete(id);
    this.#keep();
  }

  #keep(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, [...this.#begun.values()].join('\n'));
  }
}

/** What a run had begun and not ended, if it has kept that. */
export function underWay(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
