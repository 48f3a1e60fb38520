import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#main/base/ports.ts';
import type { OutputDevice } from './device.ts';
import { inTime } from './in-time.ts';
import type { OutputTimings } from './timings.ts';
import type { WatchedReleases } from './watched-releases.ts';

export interface InputWatchPorts {
  readonly clock: Clock;
  readonly timings: Pick<OutputTimings, 'inputEvery' | 'inputAnswer'>;
  readonly input: NonNullable<OutputDevice['input']>;
  readonly releases: WatchedReleases;
  /** Called when there is something new to tell of the releases. */
  readonly onChange: () => void;
}

/** Reads a gate's input while a guest may go through, and never while the gate is told something. */
export class InputWatch {
  readonly #ports: InputWatchPorts;
  #reading: Promise<void> | null = null;
  #callOff: (() => void) | null = null;
  #isHeld = false;
  #isStopped = false;

  constructor(ports: InputWatchPorts) {
    this.#ports = ports;
  }

  /** Waits until the device is free for a command, which is at most as long as one reading may take. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    this.#rest();
    await this.#reading;
  }

  /** Called when the device has been told what it had to be told: reads on, if that is of interest. */
  goOn(): void {
    this.#isHeld = false;
    if (this.#reading === null) this.#read();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rest();
    await this.#reading;
  }

  #rest(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #read(): void {
    const { releases } = this.#ports;
    this.#rest();
    if (this.#isHeld || this.#isStopped || !releases.isAwaiting) return;
    this.#reading = this.#readOnce().finally(() => {
      this.#reading = null;
      if (this.#isHeld || this.#isStopped) return;
      this.#callOff = this.#ports.clock.after(this.#ports.timings.inputEvery, () => this.#read());
    });
  }

  async #readOnce(): Promise<void> {
    const { clock, timings, input, releases, onChange } = this.#ports;
    const before = releases.counts;
    const askedAt = clock.steady();
    const read = await inTime(clock, timings.inputAnswer, input);
    if (read.ok) releases.noteReading({ isOn: read.value, askedAt, answeredAt: clock.steady() });
    // A device that does not answer is not asked again before the next guest: commands come first.
    else releases.noteUnread();
    if (!isDeepStrictEqual(releases.counts, before)) onChange();
  }
}
