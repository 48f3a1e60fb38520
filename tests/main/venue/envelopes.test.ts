import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seal } from '#main/base/vault/seal.ts';
import { Envelopes } from '#main/venue/envelopes.ts';
import { deriveHouseKeys, sealKeyOf } from '#main/venue/house-keys.ts';
import type { DoorMessage } from '#main/venue/messages.ts';

const keys = await deriveHouseKeys('the same at all doors');
const have: DoorMessage = {
  ...{ type: 'have', had: { one: 3 }, hears: [], report: null, hold: null, copies: null },
};

test('what is sealed at one door opens at another, once', () => {
  const [left, right] = [new Envelopes(keys, 'left'), new Envelopes(keys, 'right')];
  const sealed = left.seal('usher/all', have);
  expect(right.open('usher/all', sealed)).toEqual({ type: 'message', from: 'left', message: have });
  expect(right.open('usher/all', sealed)).toEqual({ type: 'repeated' });
});

test('moved to another topic, changed, cut short or of another house, it opens nowhere', async () => {
  const left = new Envelopes(keys, 'left');
  const right = new Envelopes(keys, 'right');
  const sealed = left.seal('usher/all', have);
  const stranger = new Envelopes(await deriveHouseKeys('another house altogether'), 'right');
  expect(stranger.open('usher/all', sealed)).toEqual({ type: 'foreign' });
  expect(right.open('usher/to/right', sealed)).toEqual({ type: 'foreign' });
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
    expect(right.open('usher/all', changed)).toEqual({ type: 'foreign' });
    expect(right.open('usher/all', sealed.subarray(0, at))).toEqual({ type: 'foreign' });
  }
  expect(right.open('usher/all', sealed)).toMatchObject({ type: 'message' });
});

test('a message that comes late counts once; a door that has started anew is heard', () => {
  const right = new Envelopes(keys, 'right');
  const left = new Envelopes(keys, 'left');
  const late = left.seal('usher/all', have);
  const later = left.seal('usher/all', have);
  expect(right.open('usher/all', later)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', late)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', late)).toEqual({ type: 'repeated' });
  const again = new Envelopes(keys, 'left, another run').seal('usher/all', have);
  expect(right.open('usher/all', again)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', later)).toEqual({ type: 'repeated' });
});

test('opens what a door sends after a message with a forged higher number', () => {
  const right = new Envelopes(keys, 'right');
  const left = new Envelopes(keys, 'left');
  const first = left.seal('usher/all', have);
  expect(right.open('usher/all', first)).toMatchObject({ type: 'message' });
  const head = JSON.stringify({ from: 'left', count: 2 ** 32 - 1, message: have });
  const forged = seal(sealKeyOf(keys), deflateRawSync(head), 'usher/all');
  expect(right.open('usher/all', forged)).toMatchObject({ type: 'message' });
  const next = Array.from({ length: 5 }, () => left.seal('usher/all', have));
  for (const sealed of next) {
    expect(right.open('usher/all', sealed)).toMatchObject({ type: 'message' });
  }
  for (const sealed of [first, forged, ...next]) {
    expect(right.open('usher/all', sealed)).toEqual({ type: 'repeated' });
  }
});

const forged = (count: number) =>
  seal(
    sealKeyOf(keys),
    deflateRawSync(JSON.stringify({ from: 'left', count, message: have })),
    'usher/all',
  );

test('hears a door of which the first message was forged with the highest number', () => {
  const right = new Envelopes(keys, 'right');
  const left = new Envelopes(keys, 'left');
  expect(right.open('usher/all', forged(2 ** 32 - 1)).type).toBe('message');
  for (const sealed of Array.from({ length: 5 }, () => left.seal('usher/all', have))) {
    expect(right.open('usher/all', sealed).type).toBe('message');
    expect(right.open('usher/all', sealed)).toEqual({ type: 'repeated' });
  }
});

test('hears a door after more forged numbers than are remembered', () => {
  const right = new Envelopes(keys, 'right');
  const left = new Envelopes(keys, 'left');
  expect(right.open('usher/all', left.seal('usher/all', have)).type).toBe('message');
  for (let at = 0; at < 1_001; at += 1) right.open('usher/all', forged(1_000 + 2 * at));
  for (let at = 0; at < 5; at += 1) {
    expect(right.open('usher/all', left.seal('usher/all', have)).type).toBe('message');
  }
});

test('the passphrase may be typed with other characters for the same letters', async () => {
  const decomposed = await deriveHouseKeys('  Tu\u0308ren des Hauses  ');
  expect(await deriveHouseKeys('T\u00fcren des Hauses')).toEqual(decomposed);
});

test('what a newer version says is neither forged nor understood', () => {
  const right = new Envelopes(keys, 'right');
  const left = new Envelopes(keys, 'left');
  const sealed = left.seal('usher/all', { type: 'sing' } as unknown as DoorMessage);
  expect(right.open('usher/all', sealed)).toEqual({ type: 'not-understood' });
  const raw = seal(sealKeyOf(keys), Buffer.from('not even deflated'), 'usher/all');
  expect(right.open('usher/all', raw)).toEqual({ type: 'not-understood' });
});

test('refuses a message that inflates past its limit, and the door is heard again after it', () => {
  const sealedWith = (blanks: number, count: number) => {
    const head = JSON.stringify({ from: 'left', count, message: have });
    const deflated = deflateRawSync(head + ' '.repeat(blanks - head.length));
    expect(deflated.length, 'it is small on the way').toBeLessThan(10_000);
    return seal(sealKeyOf(keys), deflated, 'usher/all');
  };
  const right = new Envelopes(keys, 'right');
  expect(right.open('usher/all', sealedWith(4_000_001, 9))).toEqual({ type: 'not-understood' });
  expect(right.open('usher/all', sealedWith(4_000_000, 8))).toMatchObject({ type: 'message' });
});

test('forgets the door that was silent for longest, not one that spoke lately', () => {
  const right = new Envelopes(keys, 'right');
  const doors = Array.from({ length: 500 }, (_, door) => new Envelopes(keys, `door ${door}`));
  const first = doors.map((door) => door.seal('usher/all', have));
  for (const sealed of first) expect(right.open('usher/all', sealed).type).toBe('message');
  const spoken = doors[0]?.seal('usher/all', have) ?? Buffer.alloc(0);
  expect(right.open('usher/all', spoken).type).toBe('message');
  const another = new Envelopes(keys, 'one more').seal('usher/all', have);
  expect(right.open('usher/all', another).type).toBe('message');
  expect(right.open('usher/all', spoken)).toEqual({ type: 'repeated' });
});
