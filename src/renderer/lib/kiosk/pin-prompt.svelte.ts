/** Calls that wait at the PIN pad until the kiosk is unlocked or the pad is cancelled. */
export class PinPrompt {
  #waiting = $state.raw<readonly ((entered: boolean) => void)[]>([]);

  /** Whether a call waits for the PIN. */
  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Asks for the PIN. Resolves with true when the kiosk is unlocked, with false when the pad is cancelled.
   */
  entered(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
    });
  }

  /** Resolves all that wait. */
  settle(entered: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(entered);
  }
}
