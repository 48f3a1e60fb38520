/**
 * How long after the last sound the audio device is suspended, in milliseconds: not between guests in a
 * queue.
 */
export const RESTS_AFTER = 60_000;

/**
 * The audio device, which is suspended when no sounds are played. An open device requests samples a hundred
 * times a second even in silence, which is most of what an idle kiosk costs.
 */
export class RestingAudio {
  readonly #context: AudioContext;
  #rests = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: AudioContext) {
    this.#context = context;
    this.#restLater();
  }

  /** Whether the browser blocks sounds until somebody has touched the page. */
  get isHeldBack(): boolean {
    return this.#context.state === 'suspended' && !this.#rests;
  }

  /** Resumes the device if it is suspended, or after the machine slept; returns where to play. */
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
