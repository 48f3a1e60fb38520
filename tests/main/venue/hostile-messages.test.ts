import { expect, test } from 'vitest';
import { z } from 'zod';
import { createRandom } from '#box-office/demo/random.ts';
import { readEvent } from '#main/venue/house-event.ts';
import { doorMessageSchema } from '#main/venue/messages.ts';
import { deviationsOf } from '#tests/support/hostile-peers/deviations.ts';
import {
  EVENT_KINDS,
  hostileMessages,
  madeUpDoor,
  specimens,
} from '#tests/support/hostile-peers/messages.ts';
import { specimenOf } from '#tests/support/hostile-peers/specimen.ts';

const TARGET = { baseUrl: 'https://tickets.example', now: Date.UTC(2026, 10, 24), doors: ['door'] };

test('makes a valid specimen of every kind of message and event', () => {
  const all = specimens(madeUpDoor(1), TARGET, createRandom(1));
  const ofMessages = doorMessageSchema.options.map(({ shape }) => shape.type.value);
  const kinds = [...ofMessages, ...EVENT_KINDS.map(({ kind }) => kind)];
  expect(all.map(({ kind }) => kind)).toEqual(kinds);
  for (const { content, isEvent } of all) {
    if (isEvent) expect(readEvent(JSON.stringify(content))).toEqual(content);
    else expect(doorMessageSchema.safeParse(content).error?.issues ?? []).toEqual([]);
  }
});

test('spoils every member of every kind in every way', () => {
  for (const { content } of specimens(madeUpDoor(1), TARGET, createRandom(1))) {
    const deviations = deviationsOf(content);
    const members = Object.keys(content as object);
    for (const member of members) {
      const ways = deviations.filter(({ path }) => path[0] === member).map(({ what }) => what);
      expect(ways).toEqual(expect.arrayContaining(['missing', 'null', 'a number', 'a text']));
    }
  }
});

test('makes the same messages from the same seed, and of every kind', () => {
  const some = (seed: number) => {
    const messages = hostileMessages(seed, TARGET);
    return Array.from(
      { length: 200 },
      () => messages.next().value as { kind: string; what: string },
    );
  };
  const words = (seed: number) => some(seed).map(({ kind, what }) => `${kind} ${what}`);
  expect(words(7)).toEqual(words(7));
  expect(words(7)).not.toEqual(words(8));
  expect(new Set(some(7).map(({ kind }) => kind)).size).toBe(
    doorMessageSchema.options.length + EVENT_KINDS.length,
  );
});

test('refuses a member that it knows no content for', () => {
  const schema = z.object({ news: z.unknown() });
  expect(() => specimenOf(schema, createRandom(1), {})).toThrow('news');
});
