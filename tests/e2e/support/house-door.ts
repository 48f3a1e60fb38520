import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { AskedOfDoor, DoorOrder, DoorWord } from '#tests/support/door-messages.ts';

type Verdict = Extract<DoorWord, { type: 'verdict' }>;

/** A door of the house in a process of its own. */
export interface HouseDoor {
  readonly dataDirectory: string;
  /** The verdicts that it has shown. */
  readonly verdicts: readonly Verdict[];
  /** How it stood when it last said so. */
  readonly state: () => Extract<DoorWord, { type: 'state' }> | null;
  /** Scans one code after the other, so many milliseconds apart. */
  scan(codes: readonly string[], every: number): Promise<void>;
  /** Becomes a door of the house of the kiosk that shows this code. */
  join(code: string): void;
  end(): Promise<void>;
}

/** Starts a door, and waits until it is open. */
export async function startHouseDoor(order: DoorOrder): Promise<HouseDoor> {
  mkdirSync(order.dataDirectory);
  const child = fork(new URL('../../support/door-process.ts', import.meta.url), [
    JSON.stringify(order),
  ]);
  const verdicts: Verdict[] = [];
  let state: Extract<DoorWord, { type: 'state' }> | null = null;
  let isOpen = false;
  child.on('message', (word: DoorWord) => {
    if (word.type === 'verdict') verdicts.push(word);
    else if (word.type === 'state') state = word;
    else isOpen = true;
  });
  const ask = (asked: AskedOfDoor): boolean => child.send(asked);
  const isReady = (): boolean => (isOpen && state !== null) || child.exitCode !== null;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  expect(child.exitCode, 'the door runs').toBeNull();
  return {
    dataDirectory: order.dataDirectory,
    verdicts,
    state: () => state,
    async scan(codes, every) {
      for (const code of codes) {
        ask({ type: 'scan', code });
        await wait(every);
      }
    },
    join: (code) => void ask({ type: 'join', code }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      ask({ type: 'end' });
      await ended;
    },
  };
}
