import type { Clock, Logger } from '#main/base/ports.ts';
import type { OutputCondition, OutputSetting, OutputState } from '#shared/model/output.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { ok } from '#shared/result.ts';
import type { Done, OutputDevice } from './device.ts';
import { inTime } from './in-time.ts';
import type { OutputTimings } from './timings.ts';

export interface OutputPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: OutputTimings;
  /** Null in a rehearsal: nothing is switched. */
  readonly device: OutputDevice | null;
  /** What people call this kiosk. */
  readonly door: () => string;
  readonly onChange: () => void;
}

/** A command that waits for the one before. */
interface Waiting {
  readonly verdict: VerdictKind | null;
  /** When it was given, on the steady clock. */
  readonly at: number;
  readonly onDone: (done: Done | null) => void;
}

/**
 * One output: takes commands one by one, of which at most one waits. Whatever its device does, who gives a command
 * goes on at once.
 */
export class Output {
  readonly setting: OutputSetting;
  readonly #ports: OutputPorts;
  #waiting: Waiting | null = null;
  #working: Promise<void> | null = null;
  #isStopped = false;
  /** It was switched on, or may have been, and nobody has switched it off since. */
  #isOffDue = false;
  #condition: OutputCondition = { type: 'untried' };
  #commands = 0;
  #dropped = 0;
  #lastAt: number | null = null;
  #callOffLook = (): unknown => undefined;
  #callOffHurry = (): unknown => undefined;
  #endPulse = (): void => undefined;
  /** On the steady clock; null: there is none. */
  #pulseBegan: number | null = null;

  constructor(setting: OutputSetting, ports: OutputPorts) {
    this.setting = setting;
    this.#ports = ports;
    // A kiosk that ended in the middle of a pulse has left it on.
    this.#isOffDue = ports.device?.off !== undefined;
  }

  get state(): OutputState {
    return {
      name: this.setting.name,
      condition: this.#condition,
      commands: this.#commands,
      dropped: this.#dropped,
      lastAt: this.#lastAt,
    };
  }

  start(): void {
    this.#begin();
  }

  /** Switches it off, and lets go of its device. Nothing is switched on after this call. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOffLook();
    this.#drop();
    this.#endPulse();
    await this.#working;
    await this.#ports.device?.close();
  }

  /**
   * Gives a command; the one that still waits is dropped: its guest has gone, or goes with this one.
   *
   * @param onDone told what came of it; null: it was dropped
   */
  command(verdict: VerdictKind | null, onDone: Waiting['onDone'] = () => undefined): void {
    this.#drop();
    if (this.#isStopped) {
      onDone(null);
      return;
    }
    const { clock } = this.#ports;
    this.#waiting = { verdict, at: clock.steady(), onDone };
    this.#hurry();
    // The verdict goes to the screen first.
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    if (this.#ports.device === null) {
      this.#rehearse();
      return;
    }
    this.#working ??= this.#work(this.#ports.device).finally(() => {
      this.#working = null;
      if (this.#waiting !== null) this.#begin();
      else this.#lookLater();
    });
  }

  async #work(device: OutputDevice): Promise<void> {
    this.#callOffLook();
    let isLooking = true;
    for (let next = this.#take(); next !== null; next = this.#take()) {
      isLooking = false;
      await this.#switchOn(device, next);
    }
    if (this.#isOffDue) await this.#switchOff(device);
    else if (isLooking && device.look !== undefined && !this.#isStopped) {
      this.#note(await this.#inTime(async (signal) => (await device.look?.(signal)) ?? ok(null)));
    }
  }

  /** The command that waits, unless it is too late for it. */
  #take(): Waiting | null {
    const next = this.#waiting;
    if (next === null) return null;
    const { clock, timings } = this.#ports;
    if (clock.steady() - next.at > timings.latest) {
      this.#drop();
      return null;
    }
    this.#waiting = null;
    return next;
  }

  async #switchOn(device: OutputDevice, { verdict, at, onDone }: Waiting): Promise<void> {
    const { clock, logger, door } = this.#ports;
    const { pulse, name, way } = this.setting;
    this.#isOffDue = device.off !== undefined;
    const done = await this.#inTime((signal) =>
      device.on({ verdict, pulse, door: door() }, signal),
    );
    this.#note(done);
    const facts = { output: name, by: way.type, verdict: verdict ?? 'test' };
    if (done.ok) {
      this.#commands += 1;
      this.#lastAt = clock.now();
      logger.info('an output was switched', { ...facts, after: clock.steady() - at });
      this.#ports.onChange();
    } else {
      logger.warn('an output was not switched', { ...facts, why: done.error });
    }
    onDone(done);
    if (done.ok) await this.#pulse(pulse);
    if (this.#isOffDue) await this.#switchOff(device);
  }

  async #switchOff(device: OutputDevice): Promise<void> {
    const done = await this.#inTime(async (signal) => (await device.off?.(signal)) ?? ok(null));
    this.#isOffDue = !done.ok;
    this.#note(done);
  }

  #inTime(work: (signal: AbortSignal) => Promise<Done>): Promise<Done> {
    return inTime(this.#ports.clock, this.#ports.timings.command, work);
  }

  #pulse(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(ms, () => this.#endPulse());
      this.#pulseBegan = this.#ports.clock.steady();
      this.#endPulse = () => {
        callOff();
        this.#callOffHurry();
        this.#pulseBegan = null;
        resolve();
      };
      // Somebody may have come before it had begun.
      if (this.#waiting !== null) this.#hurry();
    });
  }

  /** A long pulse is for one guest: it ends early for the next one, who needs a pulse of their own, and in time. */
  #hurry(): void {
    if (this.#pulseBegan === null) return;
    const { clock, timings } = this.#ports;
    const left = Math.max(0, this.#pulseBegan + timings.patience - clock.steady());
    this.#callOffHurry();
    this.#callOffHurry = clock.after(left, () => this.#endPulse());
  }

  #lookLater(): void {
    if (this.#isStopped || this.#ports.device === null) return;
    const { clock, timings } = this.#ports;
    const isWell = !this.#isOffDue && this.#condition.type !== 'failing';
    this.#callOffLook = clock.after(isWell ? timings.look : timings.again, () => this.#begin());
  }

  #rehearse(): void {
    const next = this.#take();
    if (next === null) return;
    const { clock, logger } = this.#ports;
    this.#commands += 1;
    this.#lastAt = clock.now();
    logger.info('an output would have been switched', {
      output: this.setting.name,
      verdict: next.verdict ?? 'test',
    });
    this.#ports.onChange();
    next.onDone(null);
  }

  #drop(): void {
    const dropped = this.#waiting;
    if (dropped === null) return;
    this.#waiting = null;
    this.#dropped += 1;
    this.#ports.logger.warn('a command for an output was dropped', { output: this.setting.name });
    this.#ports.onChange();
    dropped.onDone(null);
  }

  #note(done: Done): void {
    const before = this.#condition;
    if (done.ok) {
      if (before.type === 'ready') return;
      this.#condition = { type: 'ready' };
    } else {
      if (before.type === 'failing' && before.why === done.error) return;
      const since = before.type === 'failing' ? before.since : this.#ports.clock.now();
      this.#condition = { type: 'failing', why: done.error, since };
    }
    const { logger, onChange } = this.#ports;
    logger.info('an output has changed its state', {
      output: this.setting.name,
      state: done.ok ? 'ready' : done.error,
    });
    onChange();
  }
}
