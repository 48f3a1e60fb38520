import { z } from 'zod';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';

const namesSchema = z.array(z.string());

/** Inputs that are faulty until somebody has looked at them, also over a restart. */
export class FaultyInputs {
  readonly #file: SealedFile;
  #names: ReadonlySet<string> | null = null;

  constructor(file: SealedFile) {
    this.#file = file;
  }

  has(input: string): boolean {
    return this.#all().has(input);
  }

  note(input: string): void {
    this.#keep([...this.#all(), input]);
  }

  forget(input: string): void {
    this.#keep([...this.#all()].filter((name) => name !== input));
  }

  #all(): ReadonlySet<string> {
    this.#names ??= new Set(namesSchema.safeParse(this.#file.load()).data ?? []);
    return this.#names;
  }

  #keep(names: readonly string[]): void {
    this.#names = new Set(names);
    try {
      this.#file.save([...this.#names]);
    } catch {
      // A full disk: it holds until the end of this run.
    }
  }
}
