import type { Clock } from '#main/base/ports.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { MissedScan, MissReason } from '#shared/model/scanner.ts';
import { isJoinCode } from '#shared/model/join.ts';
import { cleanCode } from './clean-code.ts';
import { Echoes } from './echoes.ts';

export interface IntakePorts {
  readonly clock: Clock;
  /**
   * For how long after a code the same code on another channel counts as its echo, in milliseconds.
   */
  readonly repeatWindow: () => number;
  /**
   * Takes in a scan that was read at `readAt` on the steady clock. Returns false if the door is
   * closed.
   */
  readonly enter: (scan: Scan, readAt: number) => boolean;
  /**
   * Takes a code with which a kiosk joins a house. Returns false if nobody waits for one. It is a secret: it goes
   * nowhere else.
   */
  readonly joinBy: (code: string) => boolean;
  readonly onChange: () => void;
}

/** Passes codes of all scanners on to the door, and keeps the last one that was not taken in. */
export class ScanIntake {
  readonly #ports: IntakePorts;
  readonly #echoes: Echoes;
  #missed: MissedScan | null = null;
  #misses = 0;

  constructor(ports: IntakePorts) {
    this.#ports = ports;
    this.#echoes = new Echoes(ports.repeatWindow);
  }

  /** The last reading that was not taken in; null if a later one was. */
  get missed(): MissedScan | null {
    return this.#missed;
  }

  /** Takes a code in, unless it is an echo. Returns whether it counts as taken in. */
  take({ code: raw, ...scan }: Omit<Scan, 'at'>, readAt: number): boolean {
    const { source } = scan;
    const byHand = source === 'manual';
    const cleaned = cleanCode(raw);
    if (!cleaned.ok) return this.miss(cleaned.error, byHand);
    const code = cleaned.value;
    if (!byHand && this.#echoes.isEcho({ code, channel: source, readAt })) return true;
    const { clock, enter, joinBy } = this.#ports;
    if (isJoinCode(code)) return joinBy(code) || this.miss('join-code', byHand);
    if (!enter({ ...scan, code, at: clock.now() }, readAt)) return this.miss('door-closed', byHand);
    this.#missed = null;
    return true;
  }

  miss(reason: MissReason, byHand = false): false {
    this.#misses += 1;
    const at = this.#ports.clock.now();
    this.#missed = { number: this.#misses, reason, at, ...(byHand && { byHand }) };
    this.#ports.onChange();
    return false;
  }

  forgetMissed(): void {
    this.#missed = null;
  }

  /**
   * Forgets earlier readings: the same ticket is not taken for an echo, whatever channel it comes
   * on.
   */
  forgetRecent(): void {
    this.#echoes.forget();
  }
}
