import type { ScannerHealth, ScannerState } from '#shared/model/scanner.ts';
import { Feedback } from '../feedback.ts';
import type { ScannerSourcePorts } from '../source.ts';
import { CodeAssembler, PART_TIMEOUT, type Assembled, type CodeFault } from './code-assembler.ts';
import { layoutFrom } from './descriptor.ts';
import { hidFeedback } from './feedback-device.ts';
import { feedbackReports } from './feedback-reports.ts';
import type { HidDevice, HidPort, OpenHid } from './port.ts';

/** After so many unreadable reports in a row the scanner is considered unusable. */
const UNREADABLE_AFTER = 3;
const UNREADABLE: ReadonlySet<CodeFault> = new Set([
  'cut-short',
  'count-too-large',
  'no-identifier',
]);

/** One scanner, from when it is first seen, across being unplugged and plugged in again. */
export class HidScanner {
  /** The path where it is plugged in; null if it is not, or unknown. */
  path: string | null = null;
  readonly identity: string;
  readonly #id: string;
  readonly #name: string;
  readonly #hid: HidPort;
  readonly #ports: ScannerSourcePorts;
  #state: ScannerState = { type: 'gone' };
  #open: OpenHid | null = null;
  #assembler = new CodeAssembler(null);
  /** Null while it is not open, and where the system does not tell what it offers. */
  #feedback: Feedback | null = null;
  #callOffTimeout = (): unknown => undefined;
  /** When the last part of a code came, on the steady clock. */
  #lastPartAt = 0;
  #lastReadAt: number | null = null;
  #codes = 0;
  #garbled = 0;
  #unreadable = 0;
  /** The number of reports since it was opened that are not part of a code. */
  #otherReports = 0;

  constructor(
    identity: { readonly identity: string; readonly id: string; readonly name: string },
    hid: HidPort,
    ports: ScannerSourcePorts,
  ) {
    this.identity = identity.identity;
    this.#id = identity.id;
    this.#name = identity.name;
    this.#hid = hid;
    this.#ports = ports;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  get id(): string {
    return this.#id;
  }

  /** What shows verdicts at this scanner; null while nothing can. */
  get feedback(): Feedback | null {
    return this.#feedback;
  }

  health(): ScannerHealth {
    return {
      id: this.#id,
      name: this.#name,
      channel: 'hid',
      state: this.#state,
      lastReadAt: this.#lastReadAt,
      codes: this.#codes,
      garbled: this.#garbled,
      ...(this.isOpen && { feedback: this.#feedback?.state ?? { type: 'unknown' } }),
    };
  }

  /** Opens the scanner where it is plugged in now. */
  async open(device: HidDevice): Promise<void> {
    this.path = device.path;
    const descriptor = await this.#hid.descriptor(device.path);
    this.#assembler = new CodeAssembler(descriptor === null ? null : layoutFrom(descriptor));
    this.#unreadable = 0;
    this.#otherReports = 0;
    const opened = await this.#hid.open(device, {
      onReport: (report) => this.#take(report),
      onLost: () => void this.lose(),
    });
    if (opened.ok) this.#use(opened.value, descriptor);
    else if (opened.error.type === 'gone') this.path = null;
    this.#become(opened.ok ? { type: 'ready' } : opened.error);
  }

  #use(open: OpenHid, descriptor: Uint8Array | null): void {
    this.#open = open;
    if (descriptor === null) return;
    const { clock, logger, onChange } = this.#ports;
    this.#feedback = new Feedback(hidFeedback(open, feedbackReports(descriptor), clock), {
      ...{ clock, logger, onChange },
      name: () => this.#name,
    });
  }

  /** Checks whether the scanner is in a power-saving state; an unreadable one keeps its state. */
  async lookAtPower(): Promise<void> {
    const [open, codes] = [this.#open, this.#codes];
    if (this.path === null || open === null) return;
    const asleep = await this.#hid.isAsleep(this.path);
    // If it was closed, reopened or sent a code meanwhile, that is the more recent information.
    if (this.#open !== open || this.#codes !== codes) return;
    const { type } = this.#state;
    if (type === 'ready' && asleep) this.#become({ type: 'asleep' });
    if (type === 'asleep' && !asleep) this.#become({ type: 'ready' });
  }

  /** Called when the scanner is set up as a keyboard. */
  typesAsKeyboard(path: string): void {
    this.path = path;
    this.#become({ type: 'keyboard-mode' });
  }

  /** Called when the scanner is not plugged in any more. */
  async lose(): Promise<void> {
    this.path = null;
    this.#become({ type: 'gone' });
    await this.close();
  }

  /** Closes the scanner without changing its state; an incomplete code is given up. */
  async close(): Promise<void> {
    this.#callOffTimeout();
    const open = this.#open;
    this.#open = null;
    this.#feedback?.close();
    this.#feedback = null;
    this.#giveUpHalf();
    if (open === null) return;
    await open.close();
    this.#ports.logger.info('A scanner was let go of', {
      scanner: this.#name,
      codes: this.#codes,
      garbled: this.#garbled,
      otherReports: this.#otherReports,
    });
  }

  #take(report: Uint8Array): void {
    const { clock, onBytes } = this.#ports;
    onBytes({ channel: 'hid', device: this.#name, bytes: report });
    const at = clock.steady();
    const all = this.#assembler.take(report, at);
    this.#tell(all, at);
    // A report that is not part of a code does not extend the wait for a code's next part.
    if (all.some(({ type }) => type === 'other')) return;
    this.#lastPartAt = at;
    this.#callOffTimeout();
    if (this.#assembler.waiting) this.#waitForNextPart();
  }

  #waitForNextPart(): void {
    this.#callOffTimeout = this.#ports.clock.after(PART_TIMEOUT, () => {
      this.#giveUpHalf();
    });
  }

  #giveUpHalf(): void {
    this.#tell(this.#assembler.breakOff(), this.#lastPartAt);
  }

  #tell(all: readonly Assembled[], at: number): void {
    for (const one of all) {
      if (one.type === 'code') this.#read(one.code, one.symbology, at);
      else if (one.type === 'garbled') this.#miss(one.fault, at);
      else this.#countOther();
    }
  }

  #read(code: string, symbology: string | null, readAt: number): void {
    const { clock, onReading } = this.#ports;
    this.#codes += 1;
    this.#unreadable = 0;
    this.#lastReadAt = clock.now();
    const scanner = this.#id;
    onReading({ code, channel: 'hid', device: this.#name, scanner, symbology, readAt });
    if (this.#state.type === 'ready') this.#ports.onChange();
    else this.#become({ type: 'ready' });
  }

  #miss(fault: CodeFault, readAt: number): void {
    const { logger, onMissed, onChange } = this.#ports;
    this.#garbled += 1;
    logger.warn('A scanner sent no whole code', { scanner: this.#name, fault });
    const reason = fault === 'too-long' ? fault : 'garbled';
    onMissed({ channel: 'hid', device: this.#name, scanner: this.#id, reason, readAt });
    onChange();
    if (!UNREADABLE.has(fault)) return;
    this.#unreadable += 1;
    if (this.#unreadable >= UNREADABLE_AFTER) this.#become({ type: 'unreadable' });
  }

  /**
   * Counts such reports. Scanners also report their trigger and their cradle, possibly often; this
   * is not an error.
   */
  #countOther(): void {
    this.#otherReports += 1;
    if (this.#otherReports > 1) return;
    this.#ports.logger.info('A scanner sends other reports, too', { scanner: this.#name });
  }

  #become(state: ScannerState): void {
    if (sameState(state, this.#state)) return;
    this.#state = state;
    this.#ports.logger.info('A scanner is in another state', {
      scanner: this.#name,
      state: state.type,
      ...(state.type === 'failed' && { detail: state.detail }),
    });
    this.#ports.onChange();
  }
}

function sameState(one: ScannerState, other: ScannerState): boolean {
  if (one.type === 'failed' && other.type === 'failed') return one.detail === other.detail;
  return one.type === other.type;
}
