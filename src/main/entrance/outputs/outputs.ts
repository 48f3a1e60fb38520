import type { Clock, Logger } from '#main/base/ports.ts';
import { settleAll } from '#main/base/settle-all.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type {
  OutputCue,
  OutputSetting,
  OutputState,
  OutputTestFailure,
} from '#shared/model/output.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { openDevice, type DeviceParts } from './open-device.ts';
import type { FaultyInputs } from './faulty-inputs.ts';
import { Output, type Cause } from './output.ts';
import { OUTPUT_TIMINGS, type OutputTimings } from './timings.ts';

/** How long the kiosk waits at its end for outputs to be switched off, in milliseconds. */
const LAST_OUTPUTS = 1_500;

/** What outputs go by. */
type FollowedVerdict = Pick<Verdict, 'kind' | 'basis' | 'entryId' | 'opensAgain'>;

export interface OutputsPorts extends Omit<DeviceParts, 'clock'> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: () => readonly OutputSetting[];
  /** False in a rehearsal or demonstration: then nothing is switched. */
  readonly isReal: boolean;
  readonly door: () => string;
  readonly onChange: () => void;
  readonly faultyInputs: Pick<FaultyInputs, 'has' | 'note' | 'forget'>;
  /** Lets go of what the devices were reached by. */
  readonly onClosed: () => Promise<void>;
  readonly timings?: OutputTimings;
  /** Opens other devices than there are. */
  readonly openDevice?: typeof openDevice;
}

/** Which outputs have taken a call for help; the call by when it was made, null: there was none. */
interface HelpGiven {
  readonly call: number | null;
  readonly takenBy: Set<Output>;
}

/**
 * What a kiosk switches besides its screen: gates, lights, whatever listens. It follows verdicts that are in the
 * ledger, each once; a way out is opened by the scan itself, whatever becomes of it, because nobody is kept inside.
 */
export class Outputs {
  readonly #ports: OutputsPorts;
  #outputs: readonly Output[] = [];
  /** Calls for help that wait to be given again: how each is called off. */
  readonly #helpAgain = new Map<Output, () => void>();
  /** The last call for help, and which outputs have taken it. */
  #help: HelpGiven = { call: null, takenBy: new Set() };
  #isRunning = false;
  #replacing: Promise<void> = Promise.resolve();

  constructor(ports: OutputsPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#isRunning = true;
    this.#open();
  }

  /** Switches everything off, bounded in time. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    const ended = this.#replacing.then(() => this.#close()).then(() => this.#ports.onClosed());
    await withTimeout(this.#ports.clock, LAST_OUTPUTS, ended, undefined);
  }

  /** Called when outputs were changed: closes those that there were, and opens those that there are. */
  async replace(): Promise<void> {
    this.#replacing = this.#replacing.then(async () => {
      await this.#close();
      if (this.#isRunning) this.#open();
      this.#ports.onChange();
    });
    await this.#replacing;
  }

  state(): readonly OutputState[] {
    return this.#outputs.map((output) => output.state);
  }

  /** Told of each verdict when it is in the ledger; a repeated one was there before. */
  follow({ kind, basis, entryId, opensAgain }: FollowedVerdict): void {
    const isAgain = opensAgain === true;
    // A way out was opened when its code was read.
    if (kind === 'exit' || (basis === 'repeat' && !isAgain)) return;
    const release = { entryId, isAgain };
    this.#command({ verdict: kind, ...(kind === 'admit' && { release }) });
  }

  /**
   * Whether the gate may be opened once more for this admission: all gates that were opened for it tell that nobody
   * went through, and were opened for nobody else since.
   *
   * @param readAt when its code was read again, on the steady clock
   */
  mayOpenAgain(entryId: string, readAt: number): boolean {
    const gates = this.#outputs.filter(
      ({ setting: { purpose, follows } }) => purpose === 'gate' && follows.includes('admit'),
    );
    return gates.length > 0 && gates.every((gate) => gate.mayOpenAgain(entryId, readAt));
  }

  /** Called when somebody has looked at an input that was faulty. */
  noteLookedAt(name: string): Result<null, OutputTestFailure> {
    const output = this.#outputs.find(({ setting }) => setting.name === name);
    if (output === undefined) return err({ type: 'no-output' });
    this.#ports.faultyInputs.forget(inputOf(output.setting));
    this.#ports.logger.info('somebody has looked at the input of an output', { output: name });
    output.noteLookedAt();
    return ok(null);
  }

  /** Told of each code that is read at a way out, known or not, before anybody knows what becomes of it. */
  letOut(): void {
    this.#command({ verdict: 'exit' });
  }

  /**
   * A guest calls somebody, or goes on with a call that they had taken back. An output that does not take it is given it
   * again and again, since the guest was told to wait; one that has taken this call is not given it anew.
   *
   * @param call which one, by when it was made
   * @param isWanted whether it still stands
   */
  callForHelp(call: number, isWanted: () => boolean): void {
    if (this.#help.call !== call) this.#help = { call, takenBy: new Set() };
    const { takenBy } = this.#help;
    for (const output of this.#following('help'))
      if (!takenBy.has(output)) this.#callBy(output, isWanted);
  }

  #callBy(output: Output, isWanted: () => boolean): void {
    const { clock, isReal, timings = OUTPUT_TIMINGS } = this.#ports;
    const { takenBy } = this.#help;
    this.#helpAgain.get(output)?.();
    this.#helpAgain.delete(output);
    output.command({ verdict: 'help' }, (done) => {
      if (done?.ok === true) takenBy.add(output);
      if (done?.ok === true || !isReal) return;
      const again = () => {
        if (isWanted()) this.#callBy(output, isWanted);
      };
      this.#helpAgain.set(output, clock.after(timings.helpAgain, again));
    });
  }

  /**
   * Whether something is switched for this, and works as far as is known. One failure says nothing of a device that is
   * only ever known by its last command.
   */
  reachFor(cue: OutputCue): boolean {
    return this.#following(cue).some(
      ({ recoversByItself, state: { condition } }) =>
        !recoversByItself || condition.type !== 'failing',
    );
  }

  /** Switches one output, because somebody wants to see it. */
  async test(name: string): Promise<Result<null, OutputTestFailure>> {
    // It may just have been set up.
    await this.#replacing;
    const output = this.#outputs.find(({ setting }) => setting.name === name);
    if (output === undefined) return err({ type: 'no-output' });
    if (!this.#ports.isReal) return err({ type: 'rehearsal' });
    return new Promise((resolve) => {
      output.command({ verdict: null }, (done) => {
        // Dropped for a guest's: it was seen all the same.
        if (done?.ok !== false) resolve(ok(null));
        else resolve(err({ type: 'output', why: done.error }));
      });
    });
  }

  #command(cause: Cause & { readonly verdict: OutputCue }): void {
    for (const output of this.#following(cause.verdict)) output.command(cause);
  }

  #following(cue: OutputCue): readonly Output[] {
    return this.#outputs.filter(({ setting }) => setting.follows.includes(cue));
  }

  #open(): void {
    const { clock, logger, onChange, door, isReal, settings, timings, faultyInputs } = this.#ports;
    const open = this.#ports.openDevice ?? openDevice;
    this.#outputs = settings().map(
      (setting) =>
        new Output(setting, {
          ...{ clock, logger, onChange, door },
          timings: timings ?? OUTPUT_TIMINGS,
          device: isReal ? open(setting, this.#ports) : null,
          isInputFaulty: faultyInputs.has(inputOf(setting)),
          onFaultyInput: () => this.#noteFaultyInput(setting),
        }),
    );
    for (const output of this.#outputs) output.start();
  }

  #noteFaultyInput(setting: OutputSetting): void {
    const output = setting.name;
    this.#ports.logger.warn('nobody was seen to go through a gate for too long', { output });
    this.#ports.faultyInputs.note(inputOf(setting));
  }

  async #close(): Promise<void> {
    await settleAll(this.#outputs.map((output) => output.stop()));
    // Only now: what an output drops at its end asks to be given again.
    for (const callOff of this.#helpAgain.values()) callOff();
    this.#helpAgain.clear();
  }
}

/** Which input of which device an output has, whatever it is called. */
function inputOf({ name, way }: OutputSetting): string {
  if (way.type !== 'modbus') return name;
  return [way.host, way.port, way.unit, way.input].join(' ');
}
