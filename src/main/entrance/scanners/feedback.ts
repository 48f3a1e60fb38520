import type { Clock, Logger } from '#main/base/ports.ts';
import type { FeedbackSignal, ScannerFeedback } from '#shared/model/scanner-feedback.ts';

/** What shows signals at a scanner that is open. */
export interface FeedbackDevice {
  /** What it offers; none: it is never told anything. */
  readonly signals: readonly FeedbackSignal[];
  /** Resolves with false if the device does not take it. It is never called again before. */
  show(signal: FeedbackSignal): Promise<boolean>;
  /** Called before the device is let go of; nothing is shown after this call. */
  close?(): void;
}

export interface FeedbackPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The scanner's name, for the log. */
  readonly name: () => string;
  readonly onChange: () => void;
}

/** How long after its verdict a scanner may still show it, in milliseconds: later it is the next guest's. */
export const FEEDBACK_LATEST = 1_000;

/** A signal that is due, or being shown. */
interface Due {
  readonly signal: FeedbackSignal;
  /** Called when it was shown, or will not be; only the first call counts. */
  readonly end: (isShown: boolean) => void;
}

/**
 * What one scanner is told of verdicts, from when it is opened until it is let go of. One signal is under way and
 * one waits; a newer one takes its place. Whatever the device does, who gives a signal goes on at once.
 */
export class Feedback {
  readonly #device: FeedbackDevice;
  readonly #ports: FeedbackPorts;
  #waiting: Due | null = null;
  #showing: Due | null = null;
  #isFailing = false;
  #isClosed = false;

  constructor(device: FeedbackDevice, ports: FeedbackPorts) {
    this.#device = device;
    this.#ports = ports;
  }

  get state(): ScannerFeedback {
    const { signals } = this.#device;
    if (signals.length === 0) return { type: 'none' };
    return { type: 'able', signals, isFailing: this.#isFailing };
  }

  offers(signal: FeedbackSignal): boolean {
    return this.#device.signals.includes(signal);
  }

  /**
   * Has a signal shown, if the scanner offers it.
   *
   * @param onEnd told whether it was shown; also true where a newer one took its place
   */
  give(signal: FeedbackSignal, onEnd: (isShown: boolean) => void = () => undefined): void {
    if (this.#isClosed || !this.offers(signal)) {
      onEnd(false);
      return;
    }
    const replaced = this.#waiting;
    this.#waiting = this.#due(signal, onEnd);
    replaced?.end(true);
    // The verdict goes to the screen first.
    setImmediate(() => this.#begin());
  }

  /** Drops what is due. Nothing is shown after this call. */
  close(): void {
    this.#isClosed = true;
    this.#waiting?.end(false);
    this.#showing?.end(false);
    this.#device.close?.();
  }

  #due(signal: FeedbackSignal, onEnd: (isShown: boolean) => void): Due {
    let isOver = false;
    const due: Due = {
      signal,
      end: (isShown) => {
        if (isOver) return;
        isOver = true;
        callOff();
        if (this.#waiting === due) this.#waiting = null;
        onEnd(isShown);
      },
    };
    const callOff = this.#ports.clock.after(FEEDBACK_LATEST, () => {
      this.#note(false);
      due.end(false);
    });
    return due;
  }

  #begin(): void {
    const due = this.#waiting;
    // Until the device has answered it is told nothing else, however long that takes.
    if (due === null || this.#showing !== null) return;
    this.#waiting = null;
    this.#showing = due;
    void this.#show(due).finally(() => {
      this.#showing = null;
      this.#begin();
    });
  }

  async #show({ signal, end }: Due): Promise<void> {
    // A device's own words are in the user's language, and of no use here.
    const isShown = await this.#device.show(signal).catch(() => false);
    this.#note(isShown);
    end(isShown);
  }

  #note(isShown: boolean): void {
    if (this.#isClosed || this.#isFailing === !isShown) return;
    this.#isFailing = !isShown;
    const { logger, name, onChange } = this.#ports;
    if (isShown) logger.info('A scanner shows verdicts again', { scanner: name() });
    else logger.warn('A scanner did not show a verdict in time', { scanner: name() });
    onChange();
  }
}
