import { isSymmetric, type Configuration } from './configurations.ts';
import { afterStep, atRest, type Violation } from './invariants.ts';
import { sayStep, stepsOf, writeStep, type Step } from './steps.ts';
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
  /** All sequences up to this length were run, or merged. */
  depth: number;
  readonly findings: Finding[];
}

/** Runs a sequence of steps; steps that make no sense then are left out. */
export async function replay(world: World, steps: readonly Step[]): Promise<Finding[]> {
  const run = new Run(world);
  const found: Finding[] = [];
  for (const step of steps) {
    if (!world.isPossible(step)) continue;
    found.push(...(await run.take(step)));
  }
  return [...found, ...(await run.rest())];
}

/** One sequence of steps under way. */
class Run {
  readonly #world: World;
  readonly #steps: Step[] = [];
  readonly #said: string[] = [];

  constructor(world: World) {
    this.#world = world;
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
   * @param isKnown whether what comes of this state is known already
   */
  async rest(isKnown: () => boolean = () => false): Promise<readonly Finding[]> {
    try {
      const found: Violation[] = [];
      for (let step = this.#world.towardsRest(); step !== null; step = this.#world.towardsRest()) {
        const { given } = await this.#world.take(step);
        found.push(...afterStep(this.#world, given));
        if (found.length > 0) break;
        if (isKnown()) return [];
      }
      return this.#found(found.length > 0 ? found : await atRest(this.#world));
    } catch (error) {
      return this.#broken(error);
    }
  }

  #note(step: Step, words: string): void {
    this.#steps.push(step);
    this.#said.push(words === '' ? sayStep(step) : `${sayStep(step)}: ${words}`);
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

/** Explores a configuration breadth first, one depth after the other. */
export class Exploration {
  readonly explored: Explored;
  readonly #world: World;
  readonly #steps: readonly Step[];
  readonly #seen = new Set<string>();
  /** States of which is known what comes of them when everything comes to rest. */
  readonly #rested = new Set<string>();
  /** The sequences that have led to states that were new, with the steps that are possible there. */
  #frontier: readonly Path[] | null = null;

  constructor(configuration: Configuration, root: string) {
    const { name } = configuration;
    this.explored = { configuration: name, traces: 0, merged: 0, depth: 0, findings: [] };
    this.#world = new World(configuration, root);
    this.#steps = stepsOf(configuration);
  }

  get isOver(): boolean {
    return this.#frontier?.length === 0;
  }

  /** Explores one step further. Returns false if it ran out of time before it was through. */
  async deepen(until: () => boolean): Promise<boolean> {
    const before = this.#frontier ?? [this.#root()];
    const next: Path[] = [];
    for (const path of before) {
      for (const step of path.possible) {
        if (until()) return false;
        const reached = await this.#extend(path.steps, step);
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

  #root(): Path {
    const { configuration } = this.#world;
    this.#world.begin();
    const possible = this.#possible();
    return {
      steps: [],
      possible: isSymmetric(configuration)
        ? possible.filter(({ side }) => side === 'left')
        : possible,
    };
  }

  async #extend(before: readonly Step[], step: Step): Promise<Path | null> {
    const { explored } = this;
    const run = new Run(this.#world);
    for (const each of before) await run.retrace(each);
    const found = await run.take(step);
    explored.traces += 1;
    explored.findings.push(...found);
    if (found.length > 0) return null;
    const digest = this.#world.digest();
    if (this.#seen.has(digest)) {
      explored.merged += 1;
      return null;
    }
    this.#seen.add(digest);
    const possible = this.#possible();
    if (!this.#isRestKnown(digest)) {
      const atRestFound = await run.rest(() => this.#isRestKnown(this.#world.digest()));
      explored.findings.push(...atRestFound);
      if (atRestFound.length > 0) return null;
    }
    return { steps: [...before, step], possible };
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

interface Path {
  readonly steps: readonly Step[];
  readonly possible: readonly Step[];
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
