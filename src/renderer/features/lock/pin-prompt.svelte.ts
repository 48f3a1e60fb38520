/** Calls that wait at the PIN pad: they are made when somebody has unlocked the kiosk, or given up. */
export class PinPrompt {
  #waiting = $state.raw<readonly ((entered: boolean) => void)[]>([]);

  /** Whether a call waits for the PIN. */
  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  /** Asks for the PIN. True: the kiosk is unlocked. False: whoever was there has given up. */
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
