import type { ScannerHealth, ScannerState } from '#shared/model/scanner.ts';
import type { ScannerSourcePorts } from '../source.ts';
import { CodeAssembler, PART_TIMEOUT, type Assembled, type CodeFault } from './code-assembler.ts';
import { layoutFrom } from './descriptor.ts';
import type { HidPort, OpenHid } from './port.ts';

/** So many reports in a row that nobody here can read, and the scanner is one that cannot be used. */
const UNREADABLE_AFTER = 3;
const UNREADABLE: ReadonlySet<CodeFault> = new Set([
  'cut-short',
  'count-too-large',
  'no-identifier',
]);

/** One scanner, from the first time that it is seen, through being unplugged and plugged in again. */
export class HidScanner {
  /** Where it is plugged in, or was last. */
  path = '';
  readonly identity: string;
  readonly #id: string;
  readonly #name: string;
  readonly #hid: HidPort;
  readonly #ports: ScannerSourcePorts;
  #state: ScannerState = { type: 'gone' };
  #open: OpenHid | null = null;
  #assembler = new CodeAssembler(null);
  #callOffTimeout = (): unknown => undefined;
  #lastReadAt: number | null = null;
  #codes = 0;
  #garbled = 0;
  #unreadable = 0;

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

  /** Neither open nor known to be plugged in. */
  get isGone(): boolean {
    return this.#state.type === 'gone';
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
    };
  }

  /** Opens it where it is plugged in now. */
  async open(path: string): Promise<void> {
    this.path = path;
    const descriptor = await this.#hid.descriptor(path);
    this.#assembler = new CodeAssembler(descriptor === null ? null : layoutFrom(descriptor));
    this.#unreadable = 0;
    const opened = await this.#hid.open(path, {
      onReport: (report) => this.#take(report),
      onLost: () => void this.lose(),
    });
    if (opened.ok) this.#open = opened.value;
    this.#become(opened.ok ? { type: 'ready' } : opened.error);
  }

  /** It is set up as a keyboard. */
  typesAsKeyboard(path: string): void {
    this.path = path;
    this.#become({ type: 'keyboard-mode' });
  }

  /** It is not here any more. */
  async lose(): Promise<void> {
    this.#become({ type: 'gone' });
    await this.close();
  }

  /** Lets go of it, as it is; half a code is given up. */
  async close(): Promise<void> {
    this.#callOffTimeout();
    const open = this.#open;
    this.#open = null;
    this.#tell(this.#assembler.breakOff());
    await open?.close();
  }

  #take(report: Uint8Array): void {
    this.#callOffTimeout();
    this.#tell(this.#assembler.take(report, this.#ports.clock.steady()));
    if (this.#assembler.waiting) this.#waitForNextPart();
  }

  #waitForNextPart(): void {
    this.#callOffTimeout = this.#ports.clock.after(PART_TIMEOUT, () => {
      this.#tell(this.#assembler.breakOff());
    });
  }

  #tell(all: readonly Assembled[]): void {
    for (const one of all) {
      if (one.type === 'code') this.#read(one.code, one.symbology);
      else this.#miss(one.fault);
    }
  }

  #read(code: string, symbology: string | null): void {
    const { clock, onReading } = this.#ports;
    this.#codes += 1;
    this.#unreadable = 0;
    this.#lastReadAt = clock.now();
    onReading({ code, channel: 'hid', device: this.#name, symbology, readAt: clock.steady() });
    if (this.#state.type === 'ready') this.#ports.onChange();
    else this.#become({ type: 'ready' });
  }

  #miss(fault: CodeFault): void {
    this.#garbled += 1;
    this.#ports.logger.warn('A scanner sent no whole code', { scanner: this.#name, fault });
    if (UNREADABLE.has(fault)) this.#unreadable += 1;
    if (this.#unreadable === UNREADABLE_AFTER) this.#become({ type: 'unreadable' });
    else this.#ports.onChange();
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
