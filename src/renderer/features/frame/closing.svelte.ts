export interface ClosingPorts {
  /** Asks for the PIN, if it is needed. Resolves with false if it was not entered. */
  readonly opened: () => Promise<boolean>;
  readonly quit: () => Promise<unknown>;
}

/** Closing the kiosk asks for the PIN, if there is one, and then for confirmation. */
export class Closing {
  readonly #ports: ClosingPorts;
  #isAsked = $state(false);
  #isOpening = false;

  constructor(ports: ClosingPorts) {
    this.#ports = ports;
  }

  /** Whether the confirmation is shown. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  async ask(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const opened = await this.#ports.opened();
    this.#isOpening = false;
    if (opened) this.#isAsked = true;
  }

  /** Called when the confirmation is cancelled, or nobody answers it. */
  drop(): void {
    this.#isAsked = false;
  }

  async confirm(): Promise<void> {
    this.#isAsked = false;
    await this.#ports.quit();
  }
}
