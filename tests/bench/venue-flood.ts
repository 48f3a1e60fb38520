import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { halfAndMost, type Figure } from './figures.ts';

export interface FloodMeasures {
  /** What other doors have told of. */
  readonly told: number;
  /** Messages a second of an attacker on the broker who has no key. */
  readonly perSecond: number;
  /** Guests who are let in meanwhile, and as many without a flood; how often that is repeated. */
  readonly guests: number;
  readonly turns: number;
}

/** A thread tells once a second what it has refused: after so long without more there is no more; in milliseconds. */
const STILL = 1_500;
/** How often it is asked whether something has come, in milliseconds. */
const SOON = 100;

const letInSchema = z.object({
  times: z.array(z.number()),
  memory: z.number(),
  foreign: z.number(),
  // Whatever is sent counts for nothing, and no door is lost by it.
  repeated: z.literal(0),
  large: z.literal(0),
  isAlone: z.literal(true),
  trouble: z.null(),
});
type LetIn = z.infer<typeof letInSchema>;
const floodSchema = z.object({ sent: z.number(), seconds: z.number() });

/**
 * What a flood costs a door at which guests come: their look-ups and commits in turn with it and without, and how
 * much of it reaches the door. Flood, broker and door are a process each.
 */
export async function measureFlood(
  { told, perSecond, guests, turns }: FloodMeasures,
  folder: string,
  url: string,
  workerEntry: string,
): Promise<Figure[]> {
  mkdirSync(folder);
  const attacker = start(new URL('flood.ts', import.meta.url), [url, perSecond]);
  await attacker.next();
  const door = start(new URL('scans-of-a-house.ts', import.meta.url), [
    ...[folder, url, workerEntry, told],
  ]);
  const joined = letInSchema.parse(await door.next());
  const letIn = async (count: number): Promise<LetIn> => letInSchema.parse(await door.ask(count));
  const [quiet, flooded]: [LetIn[], LetIn[]] = [[], []];
  let [sent, seconds, reached] = [0, 0, joined.foreign];
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await letIn(guests));
    await attacker.ask(true);
    // Guests come when it has arrived.
    await until(letIn, SOON, ({ foreign }) => foreign > reached);
    flooded.push(await letIn(guests));
    const flood = floodSchema.parse(await attacker.ask(false));
    [sent, seconds] = [sent + flood.sent, seconds + flood.seconds];
    reached = (await until(letIn, STILL, ({ foreign }, before) => foreign === before.foreign))
      .foreign;
  }
  await Promise.all([attacker.end(), door.end()]);
  const what = `of ${perSecond.toLocaleString('en-GB')} messages a second`;
  const size = guests * turns;
  const times = (of: readonly LetIn[]) => of.flatMap((one) => one.times).toSorted((a, b) => a - b);
  const memory = (of: readonly LetIn[]) => Math.max(...of.map((one) => one.memory)) / 1e6;
  return [
    ...halfAndMost(
      {
        what: `look-up and commit of a scan during a flood ${what}, beside the same without it`,
        ...{ size, toReach: { ratio: 2 } },
      },
      times(flooded),
      times(quiet),
    ),
    {
      what: `memory during a flood ${what}, beside before`,
      ...{ size: reached, ours: memory(flooded), bare: memory(quiet.slice(0, 1)), unit: 'MB' },
      toReach: { ratio: 2 },
    },
    {
      what: `what reaches the door in a second of a flood ${what}, beside what was sent`,
      ...{ size: reached, ours: reached / seconds, bare: sent / seconds, unit: 'messages' },
      toReach: null,
    },
  ];
}

/** Asks again and again without guests, `pace` milliseconds apart, until it is so. */
async function until(
  letIn: (guests: number) => Promise<LetIn>,
  pace: number,
  isSo: (now: LetIn, before: LetIn) => boolean,
): Promise<LetIn> {
  for (let before = await letIn(0); ;) {
    await wait(pace);
    const now = await letIn(0);
    if (isSo(now, before)) return now;
    before = now;
  }
}

/** A process that answers whatever it is told. */
function start(file: URL, args: readonly (string | number)[]) {
  const child = fork(file, args.map(String));
  const next = async (): Promise<unknown> => ((await once(child, 'message')) as unknown[])[0];
  return {
    next,
    ask(message: number | boolean): Promise<unknown> {
      const answer = next();
      child.send(message);
      return answer;
    },
    async end(): Promise<void> {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
