/**
 * Calls that wait for the PIN: they are made once the kiosk is unlocked, or dropped when nobody unlocks it.
 */
export class PinPrompt {
  #waiting = $state.raw<readonly ((entered: boolean) => void)[]>([]);

  /** Whether a call waits for the PIN. */
  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  /** Asks for the PIN. Resolves to true once the kiosk is unlocked, to false if the PIN was not entered. */
  entered(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
    });
  }

  /** Lets all go on that wait. */
  settle(entered: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(entered);
  }
}
