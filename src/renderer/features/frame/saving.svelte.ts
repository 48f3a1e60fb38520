import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { ExportFailure } from '#shared/model/failures.ts';
import type { Result } from '#shared/result.ts';
import type { Advice } from '#renderer/lib/advice.ts';
import { exportFailureWords } from '#renderer/lib/failure-words.ts';

/** Saves a file on request, one at a time, and keeps the outcome of the last. */
export class Saving<File> {
  readonly #write: () => Promise<Result<File, ExportFailure | CallFailure>>;
  #busy = $state(false);
  #file = $state.raw<File | null>(null);
  #failure = $state.raw<ExportFailure | CallFailure | null>(null);

  constructor(write: () => Promise<Result<File, ExportFailure | CallFailure>>) {
    this.#write = write;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The file that was saved; null: none yet. */
  get file(): File | null {
    return this.#file;
  }

  /** Why it was not saved, and what to do. */
  get problem(): Advice | null {
    return this.#failure && exportFailureWords(this.#failure);
  }

  /** Ignored while a file is being saved. */
  async save(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#file = null;
    this.#failure = null;
    const answer = await this.#write();
    if (answer.ok) this.#file = answer.value;
    else this.#failure = answer.error;
    this.#busy = false;
  }
}
