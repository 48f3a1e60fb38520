export interface ClosingPorts {
  /** Asks for the PIN, if it is needed. Resolves to false if it was not entered. */
  readonly opened: () => Promise<boolean>;
  readonly quit: () => Promise<unknown>;
}

/** Whoever wants to close the kiosk enters the PIN, where there is one, and is asked once more. */
export class Closing {
  readonly #ports: ClosingPorts;
  #isAsked = $state(false);
  #isOpening = false;

  constructor(ports: ClosingPorts) {
    this.#ports = ports;
  }

  /** Whether the question is up. */
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

  /** Nothing is closed: they thought better of it, or have gone. */
  drop(): void {
    this.#isAsked = false;
  }

  async confirm(): Promise<void> {
    this.#isAsked = false;
    await this.#ports.quit();
  }
}
