import type { ScannerHealth, ScannerState, SerialSetting } from '#shared/model/scanner.ts';
import { assertNever } from '#shared/assert-never.ts';
import { Feedback } from '../feedback.ts';
import type { Missed, ScannerSourcePorts } from '../source.ts';
import { serialFeedback } from './feedback-device.ts';
import { LineAssembler } from './line-assembler.ts';
import { serialPortName } from './list-ports.ts';
import { openPort, type OpenPort } from './open-port.ts';
import type { Line } from './read-line.ts';
import { Silence } from './silence.ts';
import type { SerialTimings } from './timings.ts';

/** After so many unreadable lines in a row the configured speed, or line end, must be wrong. */
const UNREADABLE_AFTER = 3;

/**
 * One serial scanner: its port is opened, read, watched, and reopened for as long as the scanner
 * runs.
 */
export class SerialScanner {
  readonly #setting: SerialSetting;
  readonly #ports: ScannerSourcePorts;
  readonly #timings: SerialTimings;
  #name: string;
  #state: ScannerState = { type: 'gone' };
  #codes = 0;
  #garbled = 0;
  #garbledInARow = 0;
  #lastReadAt: number | null = null;
  #port: OpenPort | null = null;
  /** Null while the port is not open. */
  #feedback: Feedback | null = null;
  #isStopping = false;
  #isResuming = false;
  #running: Promise<void> = Promise.resolve();
  #tryNow = (): void => {};

  constructor(setting: SerialSetting, ports: ScannerSourcePorts, timings: SerialTimings) {
    this.#setting = setting;
    this.#ports = ports;
    this.#timings = timings;
    this.#name = setting.path;
  }

  get id(): string {
    return this.#setting.path;
  }

  /** What shows verdicts at this scanner; null while nothing can. */
  get feedback(): Feedback | null {
    return this.#feedback;
  }

  start(): void {
    this.#isStopping = false;
    this.#running = this.#run();
  }

  /** Resolves when the port is closed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#tryNow();
    await this.#port?.close();
    await this.#running;
  }

  /** Reopens the port: after the machine has slept, a port may look open although it is dead. */
  resume(): void {
    this.#isResuming = true;
    this.#tryNow();
    void this.#port?.close();
  }

  health(): ScannerHealth {
    return {
      id: this.id,
      name: this.#name,
      channel: 'serial',
      state: this.#state,
      lastReadAt: this.#lastReadAt,
      codes: this.#codes,
      garbled: this.#garbled,
      ...(this.#feedback !== null && { feedback: this.#feedback.state }),
    };
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isResuming = false;
      const ended = await this.#readUntilClosed();
      await this.#beforeNextTry(ended);
    }
  }

  /** Resolves with the resulting state when the port is closed. */
  async #readUntilClosed(): Promise<ScannerState> {
    const { clock } = this.#ports;
    const assembler = new LineAssembler(this.#setting.end);
    let isSettled = false;
    let lastByteAt = clock.steady();

    const silence = new Silence(clock, () => take(assembler.silence()));
    const take = (lines: readonly Line[]): void => {
      for (const line of lines) this.#take(line, lastByteAt);
      if (!isSettled && !assembler.isAdrift) {
        isSettled = true;
        // A scanner that was unreadable stays so until it has sent a readable code.
        if (this.#state.type !== 'unreadable') this.#becomes({ type: 'ready' });
      }
      if (assembler.isWaiting) silence.await(this.#patience(isSettled));
      else silence.stop();
    };

    const opened = await openPort(this.#setting, (bytes) => {
      lastByteAt = clock.steady();
      this.#ports.onBytes({ channel: 'serial', device: this.#name, bytes });
      take(assembler.push(bytes));
    });
    if (!opened.ok) return opened.error;
    this.#port = opened.value;
    this.#feedback = new Feedback(serialFeedback(opened.value, this.#setting.feedback), {
      ...this.#ports,
      name: () => this.#name,
    });
    if (this.#isStopping || this.#isResuming) void opened.value.close();
    silence.await(this.#patience(isSettled));
    void this.#callByName();
    const stopWatching = this.#watch(opened.value);
    await opened.value.closed;
    stopWatching();
    silence.stop();
    this.#port = null;
    this.#feedback.close();
    this.#feedback = null;
    for (const line of assembler.cut()) this.#take(line, lastByteAt);
    return { type: 'gone' };
  }

  #patience(isSettled: boolean): number {
    if (!isSettled) return this.#timings.settle;
    return this.#setting.end === 'pause' ? this.#setting.pauseMs : this.#timings.halfCode;
  }

  async #callByName(): Promise<void> {
    this.#name = await serialPortName(this.#setting.path);
    if (!this.#isStopping) this.#ports.onChange();
  }

  /**
   * Checks regularly whether the path still leads to the device: Linux does not always report to a
   * reader that the device is gone.
   */
  #watch(port: OpenPort): () => void {
    let callOff = (): void => {};
    let isOver = false;
    const look = async (): Promise<void> => {
      const isThere = await port.isStillThere();
      if (isOver) return;
      if (isThere) callOff = this.#ports.clock.after(this.#timings.look, () => void look());
      else await port.close();
    };
    callOff = this.#ports.clock.after(this.#timings.look, () => void look());
    return () => {
      isOver = true;
      callOff();
    };
  }

  #beforeNextTry(state: ScannerState): Promise<void> {
    if (this.#isStopping || this.#isResuming) return Promise.resolve();
    this.#becomes(state);
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(this.#timings.retry, resolve);
      this.#tryNow = () => {
        callOff();
        resolve();
      };
    });
  }

  #take(line: Line, readAt: number): void {
    switch (line.type) {
      case 'code':
        this.#codes += 1;
        this.#garbledInARow = 0;
        this.#lastReadAt = this.#ports.clock.now();
        this.#ports.onReading({
          code: line.code,
          channel: 'serial',
          device: this.#name,
          scanner: this.id,
          symbology: null,
          readAt,
        });
        this.#becomes({ type: 'ready' });
        break;
      case 'garbled':
        this.#miss(line.type, readAt);
        this.#garbledInARow += 1;
        if (this.#garbledInARow >= UNREADABLE_AFTER) this.#becomes({ type: 'unreadable' });
        break;
      case 'too-long':
        this.#miss(line.type, readAt);
        this.#ports.logger.warn('A serial scanner sent more than any code has', {
          path: this.#setting.path,
        });
        break;
      default:
        assertNever(line);
    }
    this.#ports.onChange();
  }

  #miss(reason: Missed['reason'], readAt: number): void {
    this.#garbled += 1;
    const [device, scanner] = [this.#name, this.id];
    this.#ports.onMissed({ channel: 'serial', device, scanner, reason, readAt });
  }

  #becomes(state: ScannerState): void {
    if (state.type === this.#state.type) return;
    this.#state = state;
    this.#ports.logger.info('A serial scanner has changed its state', {
      path: this.#setting.path,
      state: state.type,
      detail: state.type === 'failed' ? state.detail : undefined,
    });
    this.#ports.onChange();
  }
}
