import type { Clock } from '#main/base/ports.ts';
import { noticeOf, type ReadNotice } from '#shared/model/notice.ts';
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
   * Shows a notice about a reading whose last part came at `readAt` on the steady clock. Returns
   * false if the door is closed.
   */
  readonly notify: (notice: ReadNotice, readAt: number) => boolean;
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
    const missed = (reason: MissReason): false =>
      byHand ? this.#missedByHand(reason) : this.miss(reason, readAt);
    const cleaned = cleanCode(raw);
    if (!cleaned.ok) return missed(cleaned.error);
    const code = cleaned.value;
    if (!byHand && this.#echoes.isEcho({ code, channel: source, readAt })) return true;
    const { clock, enter, joinBy } = this.#ports;
    if (isJoinCode(code)) return joinBy(code) || missed('join-code');
    if (!enter({ ...scan, code, at: clock.now() }, readAt)) return missed('door-closed');
    this.#missed = null;
    return true;
  }

  /**
   * Notes that what a scanner read is not taken in, and shows it at an open door.
   *
   * @param readAt when its last part came, on the steady clock
   */
  miss(reason: MissReason, readAt: number): false {
    const { clock, notify } = this.#ports;
    const kind = noticeOf(reason);
    const isNotice = kind !== null && notify({ kind, reason, at: clock.now() }, readAt);
    return this.#keep({ reason, ...(isNotice && { isNotice }) });
  }

  /** Whoever typed it is told at the field. */
  #missedByHand(reason: MissReason): false {
    return this.#keep({ reason, byHand: true });
  }

  #keep(missed: Omit<MissedScan, 'number' | 'at'>): false {
    this.#misses += 1;
    this.#missed = { ...missed, number: this.#misses, at: this.#ports.clock.now() };
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
