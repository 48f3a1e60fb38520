import { randomFrom } from '#box-office/demo/random.ts';
import type { Configuration } from './configurations.ts';
import { Exploration, shorten, walk, type Explored, type Finding } from './explore.ts';
import { World } from './world.ts';

export interface Course {
  readonly configurations: readonly Configuration[];
  /** Where files may be made; at best in memory. */
  readonly root: string;
  /** How many steps are explored exhaustively at most. */
  readonly depth: number;
  /** The longest sequence that chance makes. */
  readonly length: number;
  readonly seed: number;
  /** When to stop exploring exhaustively, and when to stop altogether; by `performance.now()`. */
  readonly until: { readonly exhaustive: number; readonly end: number };
  readonly onFinding: (finding: Finding) => void;
}

/** What a course came to. */
export interface Done {
  readonly explored: readonly Explored[];
  /** Sequences that chance has made. */
  readonly walks: number;
}

/** Explores all configurations to the same depth, one step further at a time, and then goes on by chance. */
export async function runCourse(course: Course): Promise<Done> {
  const explored = await exhaust(course);
  return { explored, walks: await wander(course) };
}

async function exhaust({ configurations, root, depth, until, onFinding }: Course) {
  const all = configurations.map((configuration) => new Exploration(configuration, root));
  const isOver = (): boolean => performance.now() > until.exhaustive;
  for (let reached = 0; reached < depth && !isOver(); reached += 1) {
    for (const exploration of all) {
      const { findings } = exploration.explored;
      const before = findings.length;
      if (!exploration.isOver) await exploration.deepen(isOver);
      findings.slice(before).forEach(onFinding);
    }
  }
  for (const exploration of all) exploration.close();
  return all.map((exploration) => exploration.explored);
}

/** Walks by chance, in all configurations in turn. The shortest sequence of each kind of finding is reported. */
async function wander({ configurations, root, seed, length, until, onFinding }: Course) {
  const random = randomFrom(seed);
  const worlds = configurations.map((configuration) => new World(configuration, root));
  const known = new Set<string>();
  let walks = 0;
  while (performance.now() < until.end) {
    for (const world of worlds) {
      const steps = 1 + Math.floor(random() * length);
      const [finding] = await walk(world, steps, random);
      walks += 1;
      if (finding === undefined) continue;
      const kind = `${finding.configuration} ${finding.invariant} ${finding.what}`;
      if (!known.has(kind)) onFinding(await shorten(world, finding));
      known.add(kind);
    }
  }
  for (const world of worlds) world.close();
  return walks;
}
