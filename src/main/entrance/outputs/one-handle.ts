import type { OutputTrouble } from '#shared/model/output.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface OneHandlePorts<T> {
  readonly open: () => Promise<Result<T, OutputTrouble>>;
  readonly close: (handle: T) => Promise<void>;
}

/**
 * A device's handle: opened when it is needed, by one call at a time, and never left behind. Whoever asked may have
 * stopped waiting when it opens: then the next one gets it, or, after {@link OneHandle.close}, it is closed at once.
 */
export class OneHandle<T> {
  readonly #ports: OneHandlePorts<T>;
  #handle: T | null = null;
  #opening: Promise<Result<T, OutputTrouble>> | null = null;

  constructor(ports: OneHandlePorts<T>) {
    this.#ports = ports;
  }

  /** The handle that is open; null: none is. */
  get current(): T | null {
    return this.#handle;
  }

  /** Returns the handle, opened if it is not. */
  async get(): Promise<Result<T, OutputTrouble>> {
    if (this.#handle !== null) return ok(this.#handle);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Called when a handle has closed by itself. */
  forget(handle: T): void {
    if (this.#handle === handle) this.#handle = null;
  }

  /** Closes it, or what is just being opened as soon as it is open: that is not waited for. */
  async close(): Promise<void> {
    const handle = this.#handle;
    [this.#handle, this.#opening] = [null, null];
    if (handle !== null) await this.#ports.close(handle);
  }

  #open(): Promise<Result<T, OutputTrouble>> {
    const isWanted = (): boolean => this.#opening === opening;
    const opening = (async () => {
      try {
        const opened = await this.#ports.open();
        if (!opened.ok) return opened;
        if (isWanted()) {
          this.#handle = opened.value;
          return opened;
        }
        await this.#ports.close(opened.value);
        return err('timeout' as const);
      } finally {
        if (isWanted()) this.#opening = null;
      }
    })();
    return opening;
  }
}
