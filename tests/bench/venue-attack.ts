import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { z } from 'zod';
import type { Figure } from './figures.ts';

export interface AttackMeasures {
  /** What other doors have told of. */
  readonly told: number;
  /** Messages of an attacker on the broker who has no key. */
  readonly flood: number;
  /** The bytes of one more of its messages. */
  readonly large: number;
}

/** The broker drops what a door does not take fast enough: after so long without more there is no more; in ms. */
const STILL = 1_500;

const wordSchema = z.object({
  memory: z.number(),
  refused: z.object({ foreign: z.number(), repeated: z.number(), large: z.number() }),
});

/** What an attacker on the broker costs a door in memory. */
export async function measureAttack(
  { told, flood, large }: AttackMeasures,
  folder: string,
  url: string,
  workerEntry: string,
): Promise<Figure[]> {
  const memory = (what: string, size: number, ours: number, bare: number): Figure => ({
    ...{ what, size, ours: ours / 1e6, bare: bare / 1e6, unit: 'MB', toReach: { ratio: 2 } },
  });
  const alone = doorIn(join(folder, 'alone'), url, workerEntry, 0);
  const empty = (await alone.word).memory;
  await alone.end();
  const attacker = await listenIn(url);
  const door = doorIn(join(folder, 'told'), url, workerEntry, told);
  const full = (await door.word).memory;
  await attacker.flood(flood, large);
  const refused = await door.whenRefused();
  await attacker.end();
  await door.end();
  return [
    memory('memory of a door, beside that of an empty house', told, full, empty),
    memory('memory during a flood and a message of 100 MB, beside before', flood, refused, full),
  ];
}

/** A door in a process of its own. */
function doorIn(folder: string, url: string, workerEntry: string, told: number) {
  mkdirSync(folder);
  const args = [folder, url, workerEntry, String(told)];
  const child = fork(new URL('memory-of-a-house.ts', import.meta.url), args);
  const word = nextWord(child);
  return {
    word,
    /** Resolves with the most memory that it was seen to have, when it has refused all that came. */
    async whenRefused(): Promise<number> {
      let [most, before] = [0, -1];
      for (;;) {
        const next = nextWord(child);
        child.send('and now?');
        const { memory, refused } = await next;
        most = Math.max(most, memory);
        const isAll = refused.large > 0 && refused.foreign > 0 && refused.foreign === before;
        if (isAll) return most;
        before = refused.foreign;
        await wait(STILL);
      }
    },
    async end(): Promise<void> {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function nextWord(child: ChildProcess): Promise<z.infer<typeof wordSchema>> {
  const [message] = (await once(child, 'message')) as unknown[];
  return wordSchema.parse(message);
}

/** As long as a door's shortest words: too short ones would be known for none without being unsealed. */
const GARBAGE = randomBytes(200);
/** How often a paced flood sends what is due, in milliseconds. */
const PACE = 5;
/** How many bytes may wait for a broker that is slower. */
const CROWDED = 200_000;

/** Who is at the broker without the key: hears at which topic a door that joins speaks, and can send there, too. */
export async function listenIn(url: string) {
  const client = await connectAsync(url);
  const topic = new Promise<string>((resolve) => client.once('message', resolve));
  await client.subscribeAsync('#');
  return {
    /** Sends what only looks like a door's, so often a second, until it is stopped: then it tells how often it was. */
    async floodAt(perSecond: number): Promise<() => { sent: number; seconds: number }> {
      const to = await topic;
      await client.unsubscribeAsync('#');
      const start = performance.now();
      const elapsed = () => (performance.now() - start) / 1_000;
      let [begun, sent] = [0, 0];
      const timer = setInterval(() => {
        const due = Math.floor(elapsed() * perSecond) - begun;
        begun += due;
        // What the broker does not take is not sent later: it would go on when the flood is over.
        for (let more = 0; more < due && client.stream.writableLength < CROWDED; more += 1) {
          client.publish(to, GARBAGE);
          sent += 1;
        }
      }, PACE);
      return () => {
        clearInterval(timer);
        return { sent, seconds: elapsed() };
      };
    },
    /** Sends what only looks like a door's. */
    async flood(count: number, large: number): Promise<void> {
      const to = await topic;
      await client.unsubscribeAsync('#');
      await client.publishAsync(to, Buffer.alloc(large, 7));
      for (let sent = 0; sent < count; sent += 1) client.publish(to, GARBAGE);
    },
    end: (): Promise<void> => client.endAsync(true),
  };
}
