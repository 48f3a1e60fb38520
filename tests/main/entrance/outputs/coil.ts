import { onTestFinished } from 'vitest';
import type { Done, OutputCommand, OutputDevice } from '#main/entrance/outputs/device.ts';
import { Output } from '#main/entrance/outputs/output.ts';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';
import type { OutputTrouble } from '#shared/model/output.ts';
import { ok, type Result } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

/** A coil whose moments are written down, in milliseconds since it was plugged in. */
export class Coil implements OutputDevice {
  readonly told: [at: number, what: string][] = [];
  answer: Done | 'none' = ok(null);
  /** How long it takes for what it is told, in milliseconds. */
  takes = 0;
  /** How many things it was told at once, at most. */
  mostAtOnce = 0;
  #atOnce = 0;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  on = ({ verdict }: OutputCommand) => this.#note(`on for ${verdict ?? 'a test'}`, this.answer);
  off = () => this.#note('off', this.answer);
  look = () => this.#note('look', this.answer);
  close = () => Promise.resolve();

  protected async take<T>(answer: T | 'none', takes: number): Promise<T> {
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    if (answer === 'none') return new Promise(() => undefined);
    if (takes > 0) await new Promise<void>((resolve) => this.#clock.after(takes, resolve));
    this.#atOnce -= 1;
    return answer;
  }

  #note(what: string, answer: Done | 'none'): Promise<Done> {
    this.told.push([this.#clock.passed, what]);
    return this.take(answer, this.takes);
  }
}

/** A gate with an input by which it tells that somebody goes through. */
export class Turnstile extends Coil {
  /** When the input was read, in milliseconds. */
  readonly read: number[] = [];
  /** What the input tells at a time in milliseconds. */
  level: (at: number) => boolean = () => false;
  trouble: Result<never, OutputTrouble> | 'none' | null = null;
  inputTakes = 0;
  readonly #passed: () => number;

  constructor(clock: FakeClock) {
    super(clock);
    this.#passed = () => clock.passed;
  }

  input = async (): Promise<Result<boolean, OutputTrouble>> => {
    this.read.push(this.#passed());
    const level = ok(this.level(this.#passed()));
    return this.take<Result<boolean, OutputTrouble>>(this.trouble ?? level, this.inputTakes);
  };

  /** Somebody goes through at this time, and is before the sensor for 600 ms. */
  goesThroughAt(...times: readonly number[]): void {
    this.level = (at) => times.some((time) => at >= time && at < time + 600);
  }
}

interface OutputOptions {
  readonly isRehearsal?: boolean;
  readonly pulse?: number;
  readonly isInputFaulty?: boolean;
}

/** An output that has been started with this device. */
export async function outputOf<T extends Coil>(
  plugIn: new (clock: FakeClock) => T,
  { isRehearsal = false, pulse = 500, isInputFaulty = false }: OutputOptions = {},
) {
  const clock = new FakeClock();
  const coil = new plugIn(clock);
  const logger = new RecordingLogger();
  const faults: string[] = [];
  const output = new Output(
    {
      ...{ name: 'Gate', purpose: 'gate', follows: ['admit'], pulse },
      way: {
        ...{ type: 'modbus', host: '10.0.0.9', port: 502, unit: 1, coil: 0 },
        ...{ input: 0, passWithin: 8_000 },
      },
    },
    {
      ...{ clock, logger, timings: OUTPUT_TIMINGS, door: () => 'North', isInputFaulty },
      device: isRehearsal ? null : coil,
      onFaultyInput: () => faults.push('faulty'),
      onChange: () => undefined,
    },
  );
  onTestFinished(async () => {
    const stopped = output.stop();
    await clock.advance(10_000);
    await stopped;
  });
  output.start();
  await clock.advance(0);
  return { clock, coil, logger, output, faults };
}
