/** Calls that wait at the PIN pad: they are done when somebody has unlocked the kiosk, or given up. */
export class LockGate {
  #waiting = $state.raw<readonly ((opened: boolean) => void)[]>([]);

  /** Whether a call waits for the PIN. */
  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  /** Asks for the PIN. True: the kiosk is unlocked. False: whoever was there has given up. */
  opened(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
    });
  }

  /** Lets all go on that wait. */
  settle(opened: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(opened);
  }
}
