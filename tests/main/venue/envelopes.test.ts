import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seal } from '#main/base/vault/seal.ts';
import { Envelopes, signed } from '#main/venue/envelopes.ts';
import { deriveHouseKeys, sealKeyOf } from '#main/venue/house-keys.ts';
import type { DoorMessage } from '#main/venue/messages.ts';
import { envelopesOf, keyOf, keysOf, originOf } from '#tests/support/door-keys.ts';

const keys = await keysOf('the same at all doors');
const have: DoorMessage = {
  ...{ type: 'have', had: { one: 3 }, hears: [], report: null, hold: null, copies: null },
};

test('what is sealed at one door opens at another, once', () => {
  const [left, right] = [envelopesOf(keys, 'left'), envelopesOf(keys, 'right')];
  const sealed = left.seal('usher/all', have);
  expect(right.open('usher/all', sealed)).toEqual({
    type: 'message',
    from: originOf('left'),
    message: have,
  });
  expect(right.open('usher/all', sealed)).toEqual({ type: 'repeated' });
});

test('moved to another topic, changed, cut short or of another house, it opens nowhere', async () => {
  const left = envelopesOf(keys, 'left');
  const right = envelopesOf(keys, 'right');
  const sealed = left.seal('usher/all', have);
  const stranger = envelopesOf(await keysOf('another house altogether'), 'right');
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
  const right = envelopesOf(keys, 'right');
  const left = envelopesOf(keys, 'left');
  const late = left.seal('usher/all', have);
  const later = left.seal('usher/all', have);
  expect(right.open('usher/all', later)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', late)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', late)).toEqual({ type: 'repeated' });
  const again = envelopesOf(keys, 'left', 'another run').seal('usher/all', have);
  expect(right.open('usher/all', again)).toMatchObject({ type: 'message' });
  expect(right.open('usher/all', later)).toEqual({ type: 'repeated' });
});

/** Seals a content of the house, as a peer can that has its key. */
const sealed = (plain: Buffer) => seal(sealKeyOf(keys), plain, 'usher/all');
const packed = (from: string, count: number, blanks = 0) =>
  deflateRawSync(JSON.stringify({ from, count, message: have }) + ' '.repeat(blanks));

test.each<[string, (content: Buffer) => Buffer]>([
  ['another door has signed', (content) => signed(keyOf('peer'), 'usher/all', content)],
  ['its door has signed for another topic', (content) => signed(keyOf('left'), 'usher', content)],
  ['nobody has signed', (content) => content],
  [
    'has the signature alone',
    () => signed(keyOf('left'), 'usher/all', Buffer.alloc(0)).subarray(0, 64),
  ],
])('refuses a message that %s, and hears its door', (_, forge) => {
  const [left, right] = [envelopesOf(keys, 'left'), envelopesOf(keys, 'right')];
  for (const count of [1, 2 ** 32 - 1]) {
    const forged = sealed(forge(packed(originOf('left'), count)));
    expect(right.open('usher/all', forged)).toEqual({ type: 'forged' });
  }
  expect(right.open('usher/all', left.seal('usher/all', have)).type).toBe('message');
});

test('keys of two venues with one passphrase differ', async () => {
  const elsewhere = await deriveHouseKeys('the same at all doors', 'another salt');
  expect(elsewhere.seal).not.toEqual(keys.seal);
  const right = new Envelopes(elsewhere, keyOf('right'), originOf('right'));
  const message = envelopesOf(keys, 'left').seal('usher/all', have);
  expect(right.open('usher/all', message)).toEqual({ type: 'foreign' });
});

test('the passphrase may be typed with other characters for the same letters', async () => {
  const decomposed = await keysOf('  Tu\u0308ren des Hauses  ');
  expect(await keysOf('T\u00fcren des Hauses')).toEqual(decomposed);
});

test('what a newer version says is neither forged nor understood', () => {
  const right = envelopesOf(keys, 'right');
  const left = envelopesOf(keys, 'left');
  const newer = left.seal('usher/all', { type: 'sing' } as unknown as DoorMessage);
  expect(right.open('usher/all', newer)).toEqual({ type: 'not-understood' });
  const raw = sealed(signed(keyOf('left'), 'usher/all', Buffer.from('not even deflated')));
  expect(right.open('usher/all', raw)).toEqual({ type: 'not-understood' });
});

test('refuses a message that inflates past its limit, and the door is heard again after it', () => {
  const sealedWith = (length: number, count: number) => {
    const head = JSON.stringify({ from: originOf('left'), count, message: have });
    const deflated = packed(originOf('left'), count, length - head.length);
    expect(deflated.length, 'it is small on the way').toBeLessThan(10_000);
    return sealed(signed(keyOf('left'), 'usher/all', deflated));
  };
  const right = envelopesOf(keys, 'right');
  expect(right.open('usher/all', sealedWith(4_000_001, 9))).toEqual({ type: 'not-understood' });
  expect(right.open('usher/all', sealedWith(4_000_000, 8))).toMatchObject({ type: 'message' });
});

test('forgets the door that was silent for longest, not one that spoke lately', () => {
  const right = envelopesOf(keys, 'right');
  const doors = Array.from({ length: 500 }, (_, door) => envelopesOf(keys, `door ${door}`));
  const first = doors.map((door) => door.seal('usher/all', have));
  for (const sealed of first) expect(right.open('usher/all', sealed).type).toBe('message');
  const spoken = doors[0]?.seal('usher/all', have) ?? Buffer.alloc(0);
  expect(right.open('usher/all', spoken).type).toBe('message');
  const another = envelopesOf(keys, 'one more').seal('usher/all', have);
  expect(right.open('usher/all', another).type).toBe('message');
  expect(right.open('usher/all', spoken)).toEqual({ type: 'repeated' });
});
