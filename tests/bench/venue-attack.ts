import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { z } from 'zod';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { HOUSE, offlineAdmission, optionsFor, valueOf } from '#tests/main/ledger/support.ts';
import { halfAndMost, type Figure } from './figures.ts';
import { openVenueAlone, tellOfGuests } from './venue-door.ts';

export interface AttackMeasures {
  /** What other doors have told of. */
  readonly told: number;
  /** Messages of an attacker on the broker who has no key. */
  readonly flood: number;
  /** The bytes of one more of its messages. */
  readonly large: number;
  /** Guests who are let in meanwhile. */
  readonly guests: number;
}

/** The broker drops what a door does not take fast enough: after so long without more there is no more; in ms. */
const STILL = 1_500;

const wordSchema = z.object({
  memory: z.number(),
  refused: z.object({ foreign: z.number(), repeated: z.number(), large: z.number() }),
});

/** What an attacker on the broker costs a door in memory, and a scan in time. */
export async function measureAttack(
  { told, flood, large, guests }: AttackMeasures,
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
    ...(await scansUnderAttack(join(folder, 'scans'), url, workerEntry, { flood, guests, told })),
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

/** Who is at the broker without the key: hears at which topic a door that joins speaks, and can send there, too. */
async function listenIn(url: string) {
  const client = await connectAsync(url);
  const topic = new Promise<string>((resolve) => client.once('message', resolve));
  await client.subscribeAsync('#');
  return {
    /** Sends what only looks like a door's. */
    async flood(count: number, large: number): Promise<void> {
      const to = await topic;
      await client.unsubscribeAsync('#');
      await client.publishAsync(to, Buffer.alloc(large, 7));
      for (let sent = 0; sent < count; sent += 1) client.publish(to, `garbage ${sent}`);
    },
    end: (): Promise<void> => client.endAsync(true),
  };
}

/** Decisions' look-ups and commits, in turn without the other doors and with them, while somebody floods the broker. */
async function scansUnderAttack(
  folder: string,
  url: string,
  workerEntry: string,
  { flood, guests, told }: Pick<AttackMeasures, 'flood' | 'guests' | 'told'>,
): Promise<Figure[]> {
  mkdirSync(folder);
  await tellOfGuests(folder, told);
  const { ledger } = valueOf(openLedger(optionsFor(join(folder, 'ledger.db'))));
  const attacker = await listenIn(url);
  const venue = await openVenueAlone(folder, url, workerEntry, { ledger });
  await attacker.flood(flood, 0);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let guest = 0; guest < guests; guest += 1) {
    for (const isWith of guest % 2 === 0 ? [false, true] : [true, false]) {
      const code = `${isWith ? 'with' : 'without'} ${guest}`;
      const start = performance.now();
      valueOf(ledger.history(HOUSE, { clientId: HOUSE.clientId }, code, Date.now()));
      if (isWith) venue.told(HOUSE, code, guest);
      valueOf(ledger.record(offlineAdmission({ code })));
      (isWith ? ours : bare).push(performance.now() - start);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await attacker.end();
  await venue.end();
  ledger.close();
  const what =
    'look-up and commit of a scan during a flood, beside the same without the other doors';
  const sort = (times: readonly number[]) => times.toSorted((a, b) => a - b);
  return halfAndMost({ what, size: guests, toReach: { ratio: 2 } }, sort(ours), sort(bare));
}
