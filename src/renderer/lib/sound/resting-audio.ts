/** How long after the last sound the audio device rests, in milliseconds: not between guests who follow each other. */
export const RESTS_AFTER = 60_000;

/**
 * The audio device: open while sounds follow each other, and at rest after. An open one asks for sound a
 * hundred times a second, be it silence, which is most of what a kiosk costs that waits for guests.
 */
export class RestingAudio {
  readonly #context: AudioContext;
  #rests = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: AudioContext) {
    this.#context = context;
    this.#restLater();
  }

  /** Whether the browser holds sounds back until somebody has touched the page. */
  get isHeldBack(): boolean {
    return this.#context.state === 'suspended' && !this.#rests;
  }

  /** Opens the device if it rests, or after the machine slept; returns where to play. */
  wake(): AudioContext {
    this.#rests = false;
    // Does nothing while it plays.
    void this.#context.resume();
    this.#restLater();
    return this.#context;
  }

  /** Tells `listener` whenever {@link isHeldBack} may have changed; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#context.addEventListener('statechange', listener);
    return () => this.#context.removeEventListener('statechange', listener);
  }

  #restLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#context.state !== 'running') return;
      this.#rests = true;
      void this.#context.suspend();
    }, RESTS_AFTER);
  }
}
