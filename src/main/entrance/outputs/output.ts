import type { Clock, Logger } from '#main/base/ports.ts';
import type {
  OutputCondition,
  OutputCue,
  OutputSetting,
  OutputState,
} from '#shared/model/output.ts';
import { ok } from '#shared/result.ts';
import type { Done, OutputDevice } from './device.ts';
import { inTime } from './in-time.ts';
import { InputWatch } from './input-watch.ts';
import type { OutputTimings } from './timings.ts';
import { WatchedReleases, type Release } from './watched-releases.ts';

export interface OutputPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: OutputTimings;
  /** Null in a rehearsal: nothing is switched. */
  readonly device: OutputDevice | null;
  /** What people call this kiosk. */
  readonly door: () => string;
  /** Its input was faulty in an earlier run, and nobody has looked at it. */
  readonly isInputFaulty: boolean;
  /** Called when its input turns out to be faulty. */
  readonly onFaultyInput: () => void;
  readonly onChange: () => void;
}

/** What an output is to be switched for. */
export interface Cause {
  /** The verdict that it follows, or a call for help; null: somebody tests the output. */
  readonly verdict: OutputCue | null;
  /** For which admission; missing where there is none. */
  readonly release?: Release;
}

/** A command that waits for the one before. */
interface Waiting extends Cause {
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
  /** Null where it does not tell whether anybody goes through. */
  readonly #releases: WatchedReleases | null;
  readonly #watch: InputWatch | null;
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
    this.#releases = releasesOf(setting, ports);
    this.#watch = this.#releases && watchOf(this.#releases, ports);
  }

  get state(): OutputState {
    return {
      name: this.setting.name,
      condition: this.#condition,
      commands: this.#commands,
      dropped: this.#dropped,
      lastAt: this.#lastAt,
      releases: this.#releases?.counts ?? null,
    };
  }

  /** Whether it finds out by itself that its device works again; others learn it from their next command. */
  get recoversByItself(): boolean {
    const { device } = this.#ports;
    return device?.look !== undefined || device?.off !== undefined;
  }

  /** Whether it may be switched once more for this admission, because nobody had gone through at `readAt`. */
  mayOpenAgain(entryId: string, readAt = this.#ports.clock.steady()): boolean {
    if (this.#isStopped || this.#releases === null) return false;
    return this.#releases.mayOpenAgain(entryId, this.#ports.clock.steady(), readAt);
  }

  /** Called when somebody has looked at its input. */
  noteLookedAt(): void {
    this.#releases?.noteLookedAt();
    this.#ports.onChange();
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
    await this.#watch?.stop();
    await this.#ports.device?.close();
  }

  /**
   * Gives a command; the one that still waits is dropped: its guest has gone, or goes with this one.
   *
   * @param onDone told what came of it; null: it was dropped
   */
  command(cause: Cause, onDone: Waiting['onDone'] = () => undefined): void {
    this.#drop();
    this.#releases?.noteCommand();
    if (this.#isStopped) {
      onDone(null);
      return;
    }
    const { clock } = this.#ports;
    this.#waiting = { ...cause, at: clock.steady(), onDone };
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

  async #switchOn(device: OutputDevice, waiting: Waiting): Promise<void> {
    const { verdict, at, release, onDone } = waiting;
    const { clock, logger, door } = this.#ports;
    const { pulse, name, way } = this.setting;
    this.#isOffDue = device.off !== undefined;
    const done = await this.#inTime(async (signal) => {
      const toldAt = clock.steady();
      const told = await device.on({ verdict, pulse, door: door() }, signal);
      const isOpen = told.ok && !signal.aborted;
      if (isOpen && release) this.#releases?.noteOpened(release, toldAt, clock.steady());
      return told;
    });
    this.#note(done);
    const isAgain = release?.isAgain === true;
    const facts = { output: name, by: way.type, verdict: verdict ?? 'test', isAgain };
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

  async #inTime(work: (signal: AbortSignal) => Promise<Done>): Promise<Done> {
    // A device does one thing at a time.
    await this.#watch?.hold();
    const done = await inTime(this.#ports.clock, this.#ports.timings.command, work);
    this.#watch?.goOn();
    return done;
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

function releasesOf(
  { name, way, pulse }: OutputSetting,
  ports: OutputPorts,
): WatchedReleases | null {
  if (ports.device?.input === undefined || way.type !== 'modbus') return null;
  return new WatchedReleases({
    // A gate that is held open is open.
    ...{ passWithin: Math.max(way.passWithin, pulse), timings: ports.timings },
    ...{ isFaulty: ports.isInputFaulty, onFaulty: ports.onFaultyInput },
    onUnread: () => ports.logger.warn('the input of a gate is not read in time', { output: name }),
  });
}

function watchOf(
  releases: WatchedReleases,
  { device, clock, timings, onChange }: OutputPorts,
): InputWatch | null {
  const input = device?.input?.bind(device);
  return input === undefined ? null : new InputWatch({ clock, timings, input, releases, onChange });
}
