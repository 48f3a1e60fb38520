import type { Clock } from '#main/base/ports.ts';
import { noticeOf, type ReadNotice } from '#shared/model/notice.ts';
import type { Scan, ScanSource } from '#shared/model/scan.ts';
import type { MissedScan, MissReason } from '#shared/model/scanner.ts';
import { isJoinCode } from '#shared/model/join.ts';
import { normalizeCode, type RawCode } from './clean-code.ts';
import { Echoes } from './echoes.ts';
import { OtherCodes } from './other-codes.ts';
import type { Missed } from './source.ts';

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

/** A scan as its channel gave it. */
type Input = Omit<Scan, 'at' | 'symbology'> & Pick<RawCode, 'symbology'>;

/**
 * Tells scanners apart that send a symbol as lines; null: it sends whole symbols. The system does not distinguish
 * keyboards.
 */
function lineScanner(source: ScanSource, scanner = ''): string | null {
  return source === 'wedge' || source === 'serial' ? `${source} ${scanner}` : null;
}

/** Passes codes of all scanners on to the door, and keeps the last one that was not taken in. */
export class ScanIntake {
  readonly #ports: IntakePorts;
  readonly #echoes: Echoes;
  readonly #otherCodes = new OtherCodes();
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
  take({ code: raw, symbology: named, ...scan }: Input, readAt: number): boolean {
    const { source } = scan;
    const byHand = source === 'manual';
    const missed = (reason: MissReason): false =>
      byHand ? this.#missedByHand(reason) : this.#miss(reason, readAt);
    const form = this.#otherCodes.sift(lineScanner(source, scan.readBy), raw, readAt);
    if (form === 'rest') return false;
    if (form === 'no-ticket') return missed('not-a-ticket');
    const normalized = normalizeCode({ code: raw, symbology: named });
    if (!normalized.ok) return missed(normalized.error);
    const { code, symbology } = normalized.value;
    if (!byHand && this.#echoes.isEcho({ code, channel: source, readAt })) return true;
    const { clock, enter, joinBy } = this.#ports;
    if (isJoinCode(code)) return joinBy(code) || missed('join-code');
    const known = symbology === null ? {} : { symbology };
    if (!enter({ ...scan, ...known, code, at: clock.now() }, readAt)) return missed('door-closed');
    this.#missed = null;
    return true;
  }

  /** Records a failed read, unless it is the rest of a code that is no ticket. */
  missBy({ channel, scanner, reason, readAt }: Omit<Missed, 'device'>): void {
    if (!this.#otherCodes.isRest(lineScanner(channel, scanner), readAt)) this.#miss(reason, readAt);
  }

  /**
   * Records that a reading is not taken in, and shows it at an open door.
   *
   * @param readAt when its last part came, on the steady clock
   */
  #miss(reason: MissReason, readAt: number): false {
    const { clock, notify } = this.#ports;
    const kind = noticeOf(reason);
    const isNotice = kind !== null && notify({ kind, reason, at: clock.now() }, readAt);
    return this.#keep({ reason, ...(isNotice && { isNotice }) });
  }

  /** The field shows it to the person who typed. */
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
