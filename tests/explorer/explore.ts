import { createHash } from 'node:crypto';
import { isSymmetric, type Configuration, type StepKind } from './configurations.ts';
import { digestOf } from './digest.ts';
import { afterStep, atRest, type Violation } from './invariants.ts';
import { sayStep, stepsOf, writeStep, type Side, type Step } from './steps.ts';
import { World } from './world.ts';

/** A sequence of steps after which something is wrong. */
export interface Finding extends Violation {
  readonly configuration: string;
  readonly steps: readonly Step[];
  /** Each step in plain words, with what it came to. */
  readonly said: readonly string[];
}

/** How far a configuration was explored. */
export interface Explored {
  readonly configuration: string;
  /** Sequences of steps that were run. */
  traces: number;
  /** Those that led to a state that was known. */
  merged: number;
  /** All sequences up to this length were run, or led to a state that was known. */
  depth: number;
  readonly findings: Finding[];
}

/**
 * Runs a sequence of steps; steps that make no sense then are left out. Returns what is wrong at the first place.
 *
 * @param say told each step in plain words, with what it came to
 */
export async function replay(
  world: World,
  steps: readonly Step[],
  say: (step: string) => void = () => undefined,
): Promise<readonly Finding[]> {
  const run = new Run(world, say);
  for (const step of steps) {
    if (!world.isPossible(step)) continue;
    const found = await run.take(step);
    if (found.length > 0) return found;
  }
  return run.rest();
}

/** Takes steps by chance. Returns what is wrong at the first place. */
export async function walk(
  world: World,
  length: number,
  random: () => number,
): Promise<readonly Finding[]> {
  const run = new Run(world);
  const all = stepsOf(world.configuration);
  for (let taken = 0; taken < length; taken += 1) {
    const possible = all.filter((step) => world.isPossible(step));
    // First the kind: there are many ways to scan.
    const kind = oneOf([...new Set(possible.map((step) => step.kind))], random);
    const step = oneOf(
      possible.filter((each) => each.kind === kind),
      random,
    );
    const found = await run.take(step);
    if (found.length > 0) return found;
  }
  return run.rest();
}

/** Returns a finding of the same kind with as few of its steps as possible. */
export async function shorten(world: World, finding: Finding): Promise<Finding> {
  let shortest = finding;
  for (let without = finding.steps.length - 1; without >= 0; without -= 1) {
    const steps = shortest.steps.filter((_, index) => index !== without);
    const found = await replay(world, steps);
    shortest = found.find(({ invariant }) => invariant === finding.invariant) ?? shortest;
  }
  return shortest;
}

/** One sequence of steps under way. */
class Run {
  readonly #world: World;
  readonly #steps: Step[] = [];
  readonly #said: string[] = [];

  readonly #say: (step: string) => void;

  constructor(world: World, say: (step: string) => void = () => undefined) {
    this.#world = world;
    this.#say = say;
    world.begin();
  }

  /** Takes a step after which nothing was wrong the last time. */
  async retrace(step: Step): Promise<void> {
    const { words } = await this.#world.take(step);
    this.#note(step, words);
  }

  /** Takes a step, and returns what is wrong after it. */
  async take(step: Step): Promise<readonly Finding[]> {
    try {
      const { given, words } = await this.#world.take(step);
      this.#note(step, words);
      return this.#found(afterStep(this.#world, given));
    } catch (error) {
      this.#note(step, '');
      return this.#broken(error);
    }
  }

  /**
   * Brings everything to rest, and returns what is wrong then.
   *
   * @param isKnown whether it is known what comes of the state
   */
  async rest(isKnown: () => boolean = () => false): Promise<readonly Finding[]> {
    try {
      for (let step = this.#world.towardsRest(); step !== null; step = this.#world.towardsRest()) {
        const { given } = await this.#world.take(step);
        const found = afterStep(this.#world, given);
        if (found.length > 0) return this.#found(found);
        if (isKnown()) return [];
      }
      return this.#found(await atRest(this.#world));
    } catch (error) {
      return this.#broken(error);
    }
  }

  #note(step: Step, words: string): void {
    const said = words === '' ? sayStep(step) : `${sayStep(step)}: ${words}`;
    this.#steps.push(step);
    this.#said.push(said);
    this.#say(said);
  }

  #broken(error: unknown): readonly Finding[] {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return this.#found([{ invariant: 'I8', what }]);
  }

  #found(violations: readonly Violation[]): readonly Finding[] {
    const configuration = this.#world.configuration.name;
    const steps = [...this.#steps];
    return violations.map((each) => ({ ...each, configuration, steps, said: [...this.#said] }));
  }
}

/** A sequence that has led to a state that was new, and the steps that are possible there. */
interface Path {
  readonly steps: readonly Step[];
  readonly possible: readonly Step[];
}

/** Scans that are alike where the platform is not asked. */
const ASK: readonly StepKind[] = ['up', 'late', 'slow', 'lost', 'cut', 'begins'];

/** Explores a configuration breadth first, one depth after the other. */
export class Exploration {
  readonly explored: Explored;
  readonly #world: World;
  readonly #steps: readonly Step[];
  readonly #prefix: readonly Step[];
  readonly #seen = new Set<string>();
  /** States of which is known what comes of them when everything comes to rest. */
  readonly #rested = new Set<string>();
  #frontier: readonly Path[] | null = null;

  /**
   * @param root where files may be made
   * @param prefix what all sequences begin with
   */
  constructor(configuration: Configuration, root: string, prefix: readonly Step[] = []) {
    const { name } = configuration;
    this.explored = { configuration: name, traces: 0, merged: 0, depth: 0, findings: [] };
    this.#world = new World(configuration, root);
    this.#steps = stepsOf(configuration);
    this.#prefix = prefix;
  }

  /** Whether no sequence leads any further. */
  get isOver(): boolean {
    return this.#frontier?.length === 0;
  }

  /** Explores one step further. Returns false if it was told to stop before it was through. */
  async deepen(isOver: () => boolean): Promise<boolean> {
    const next: Path[] = [];
    for (const { steps, possible } of this.#frontier ?? (await this.#beginning())) {
      /** Doors that do not ask the platform now. */
      const local = new Set<Side>();
      for (const step of possible) {
        if (isOver()) return false;
        if (ASK.includes(step.kind) && local.has(step.side)) continue;
        const reached = await this.#extend(steps, step, () => local.add(step.side));
        if (reached !== null) next.push(reached);
      }
    }
    this.#frontier = next;
    this.explored.depth += 1;
    return true;
  }

  close(): void {
    this.#world.close();
  }

  async #beginning(): Promise<readonly Path[]> {
    const steps = this.#prefix;
    const run = new Run(this.#world);
    for (const step of steps) await run.retrace(step);
    const all = this.#possible();
    const isHalf = steps.length === 0 && isSymmetric(this.#world.configuration);
    return [{ steps, possible: isHalf ? all.filter(({ side }) => side === 'left') : all }];
  }

  /** @param onLocal called if it is a scan, and the platform was not asked */
  async #extend(before: readonly Step[], step: Step, onLocal: () => void): Promise<Path | null> {
    const { explored } = this;
    const run = new Run(this.#world);
    for (const each of before) await run.retrace(each);
    const questions = this.#world.questions;
    const found = await run.take(step);
    if (ASK.includes(step.kind) && this.#world.questions === questions) onLocal();
    explored.traces += 1;
    explored.findings.push(...found);
    if (found.length > 0) return null;
    const digest = this.#digest();
    if (this.#seen.has(digest)) {
      explored.merged += 1;
      return null;
    }
    this.#seen.add(digest);
    const possible = this.#possible();
    if (!this.#isRestKnown(digest)) {
      const foundAtRest = await run.rest(() => this.#isRestKnown(this.#digest()));
      explored.findings.push(...foundAtRest);
      if (foundAtRest.length > 0) return null;
    }
    return { steps: [...before, step], possible };
  }

  #digest(): string {
    return createHash('sha1').update(digestOf(this.#world)).digest('base64');
  }

  /** Whether it was looked at before what comes of this state. */
  #isRestKnown(digest: string): boolean {
    if (this.#rested.has(digest)) return true;
    this.#rested.add(digest);
    return false;
  }

  #possible(): readonly Step[] {
    return this.#steps.filter((step) => this.#world.isPossible(step));
  }
}

/** A finding as people read it, with the line that replays it. */
export function sayFinding({ configuration, invariant, what, said, steps }: Finding): string {
  const line = steps.map(writeStep).join('; ');
  return [
    `${invariant}: ${what}`,
    ...said.map((one, index) => `  ${index + 1}. ${one}`),
    `  npm run explore -- --only=${configuration} --replay='${line}'`,
  ].join('\n');
}

function oneOf<T>(all: readonly T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
