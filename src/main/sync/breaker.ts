import { assertNever } from '#shared/assert-never.ts';
import type { ConnectionState, OfflineReason } from '#shared/model/connection.ts';
import type { Result } from '#shared/result.ts';
import type { Clock } from '#main/base/ports.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { BREAKER_TIMINGS, type BreakerTimings } from './breaker-timings.ts';
import { Connectivity } from './connectivity.ts';

export interface BreakerPorts {
  readonly clock: Clock;
  /**
   * Asks the platform for a sign of life, within `timeLimit` milliseconds (validateToken). Null if
   * there is nothing to ask.
   */
  readonly probe: (timeLimit: number) => Promise<Result<unknown, TicketingFailure>> | null;
  /** Called on every change of {@link Breaker.state} and {@link Breaker.reachable}. */
  readonly onChange: () => void;
  readonly timings?: BreakerTimings;
}

/** When an answer was requested, and when it arrived. */
export interface Answered {
  /** From sending to the head of the answer, in milliseconds. */
  readonly roundTrip: number;
  /** When its head came, on the kiosk's steady clock. */
  readonly receivedAt: number;
}

/** A single failure of these kinds may be an accident; two in a row are not. All others count immediately. */
const ONCE_MAY_BE_AN_ACCIDENT: readonly OfflineReason[] = ['timeout', 'reset', 'server-error'];

/**
 * Decides whether to wait for the network at all. It opens after failures of ordinary requests, and closes
 * after prompt answers to these or to its own probes. While it is open, no guest waits for the platform.
 *
 * After closing it is on trial until the platform has answered about a guest's ticket: a platform that
 * answers every probe but no tickets would otherwise keep guests waiting again and again.
 */
export class Breaker {
  readonly #ports: BreakerPorts;
  readonly #timings: BreakerTimings;
  readonly #connectivity: Connectivity;
  #accidents = 0;
  /** How many guests in a row had no answer. */
  #inVain = 0;
  #onTrial = false;
  /** How many trials in a row have failed. */
  #setbacks = 0;
  #slow = false;
  #nextTry: number | null = null;
  #probes = 0;
  #callOff: (() => void) | null = null;

  constructor(ports: BreakerPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? BREAKER_TIMINGS;
    this.#connectivity = new Connectivity(ports.clock, ports.onChange);
  }

  get state(): ConnectionState {
    const { state } = this.#connectivity;
    if (state.status === 'online') return state;
    return { ...state, nextTry: this.#nextTry, slow: this.#slow };
  }

  /** Whether it is worth sending requests that can wait, such as uploads. */
  get reachable(): boolean {
    return !this.#isOpen() || this.#slow;
  }

  /** Called when the platform has answered, even with a refusal. */
  noteAnswer({ roundTrip, receivedAt }: Answered): void {
    const took = roundTrip + this.#ports.clock.steady() - receivedAt;
    if (took <= this.#timings.promptly) this.#close();
    else this.#noteSlow();
  }

  /**
   * Called when the platform did not answer a request, or not within the time that a guest waits. Not for
   * "come again later" (`busy`), which is no failure of the connection.
   */
  noteFailure(reason: OfflineReason): void {
    if (this.#isOpen()) {
      this.#noteSilence(reason);
      return;
    }
    this.#accidents += 1;
    if (ONCE_MAY_BE_AN_ACCIDENT.includes(reason) && this.#accidents < 2) return;
    this.#setbacks = 0;
    this.#open(reason);
  }

  /** Called when the platform has answered about a guest's ticket, after `took` milliseconds. */
  noteWord(took: number): void {
    if (took > this.#timings.promptly) return;
    this.#inVain = 0;
    this.#onTrial = false;
    this.#setbacks = 0;
  }

  /**
   * Called when the platform did not answer about a guest's ticket, or not within the time that a guest
   * waits. Once for each guest: the later outcome of the request refers to a time that was counted already.
   *
   * One guest who waited is enough to open it: the next ones do not wait as well. Unless that happened on
   * trial, a probe asks immediately whether it was an accident.
   */
  noteInVain(reason: OfflineReason): void {
    if (this.#isOpen()) {
      this.#noteSilence(reason);
      return;
    }
    const hasWaited = reason === 'timeout';
    this.#inVain += 1;
    if (!hasWaited && ONCE_MAY_BE_AN_ACCIDENT.includes(reason) && this.#inVain < 2) return;
    const isSetback = this.#onTrial && hasWaited;
    this.#setbacks = isSetback ? this.#setbacks + 1 : 0;
    this.#open(reason, hasWaited && !isSetback);
  }

  /** Called when another platform is used, which counts as online until a request fails. */
  forget(): void {
    this.#close();
    this.noteWord(0);
  }

  /**
   * Probes the platform now instead of at the next scheduled time. Does nothing while it is online, or
   * while a probe is under way.
   */
  async tryNow(): Promise<void> {
    if (!this.#isOpen() || this.#nextTry === null || this.#callOff === null) return;
    this.#callOff();
    await this.#probe();
  }

  /** Stops probing. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #isOpen(): boolean {
    return this.#connectivity.state.status === 'offline';
  }

  #open(reason: OfflineReason, probesNow = false): void {
    this.#probes = 0;
    this.#inVain = 0;
    if (!probesNow) this.#wait();
    this.#connectivity.noteFailure(reason);
    if (probesNow) void this.#probe();
  }

  #close(): void {
    this.stop();
    if (this.#isOpen()) this.#onTrial = true;
    this.#accidents = 0;
    this.#slow = false;
    this.#nextTry = null;
    this.#connectivity.noteAnswer();
  }

  #noteSlow(): void {
    if (!this.#isOpen() || this.#slow) return;
    this.#slow = true;
    this.#ports.onChange();
  }

  #noteSilence(reason: OfflineReason): void {
    const wasSlow = this.#slow;
    this.#slow = false;
    const before = this.#connectivity.state;
    this.#connectivity.noteFailure(reason);
    if (wasSlow && before === this.#connectivity.state) this.#ports.onChange();
  }

  /** The delay until the next probe. */
  #wait(): void {
    const delay = this.#delay();
    this.#probes += 1;
    this.#nextTry = this.#ports.clock.now() + delay;
    this.#callOff = this.#ports.clock.after(delay, () => void this.#probe());
  }

  #delay(): number {
    const { probes, setbacks } = this.#timings;
    if (this.#setbacks > 0) return setbacks[this.#setbacks > 1 ? 1 : 0];
    return probes[Math.min(this.#probes, probes.length - 1)] ?? 0;
  }

  async #probe(): Promise<void> {
    const { clock, onChange, probe } = this.#ports;
    // The result of a probe is ignored if there was an answer, or a change of platform, meanwhile.
    const overtaken = new AbortController();
    this.#callOff = () => overtaken.abort();
    this.#nextTry = null;
    const sentAt = clock.steady();
    const asked = probe(this.#timings.probeLimit);
    if (asked !== null) onChange();
    const result = await asked;
    if (overtaken.signal.aborted) return;
    const silence = result && silenceOf(result);
    if (silence !== null) this.#noteSilence(silence);
    else if (result !== null) {
      const receivedAt = clock.steady();
      this.noteAnswer({ roundTrip: receivedAt - sentAt, receivedAt });
    }
    if (!this.#isOpen()) return;
    this.#wait();
    onChange();
  }
}

/** Returns why there was no answer; null if there was one. */
function silenceOf(result: Result<unknown, TicketingFailure>): OfflineReason | null {
  if (result.ok) return null;
  switch (result.error.type) {
    case 'refused':
      return null;
    case 'offline':
      return result.error.busy === undefined ? result.error.reason : null;
    case 'aborted':
      return 'unreachable';
    default:
      return assertNever(result.error);
  }
}
