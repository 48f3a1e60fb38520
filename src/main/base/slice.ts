/**
 * A part of the kiosk's state. Whoever changes it owns it, and says when it may have changed; it is read when
 * its value is needed.
 */
export class Slice<T> {
  readonly #read: () => T;
  readonly #listeners: ((isQuiet: boolean) => void)[] = [];

  /** @param read returns the value as it is now */
  constructor(read: () => T) {
    this.#read = read;
  }

  get value(): T {
    return this.#read();
  }

  /** Called by the owner when the value may have changed. */
  readonly changed = (): void => {
    for (const listener of this.#listeners) listener(false);
  };

  /** The same for a change that each scan makes, and that nobody waits for. */
  readonly changedQuietly = (): void => {
    for (const listener of this.#listeners) listener(true);
  };

  /** Calls the listener after each change, with whether it is a quiet one. */
  onChange(listener: (isQuiet: boolean) => void): void {
    this.#listeners.push(listener);
  }
}
