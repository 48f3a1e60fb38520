import { isPlainData } from '#main/base/ipc/plain-data.ts';
import { LARGEST_LOGO } from '#shared/model/settings.ts';
import { expect, test } from 'vitest';

function nested(levels: number): unknown {
  return levels === 0 ? null : { value: nested(levels - 1) };
}

function cyclic(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

test.each([
  ['nothing', null],
  ['a name', 'Anna'],
  ['values in lists and records', { filter: { kinds: ['admit'], from: 1, until: null } }],
  ['the largest logo', { image: 'x'.repeat(2 * LARGEST_LOGO) }],
  ['a record without a prototype', Object.assign(Object.create(null) as object, { on: true })],
])('%s can be looked at', (_what, payload) => {
  expect(isPlainData(payload)).toBe(true);
});

test.each([
  ['10 MB of text', 'x'.repeat(10_000_000)],
  ['10 MB of text, deep within', { a: { b: ['x'.repeat(10_000_000)] } }],
  ['10 MB of text as a name', { ['x'.repeat(10_000_000)]: 1 }],
  ['a thousand levels', nested(1000)],
  ['a hundred thousand levels', JSON.parse('['.repeat(5000) + ']'.repeat(5000))],
  ['what contains itself', cyclic()],
  ['a million values', new Array<number>(1_000_000).fill(0)],
  ['a list that is almost all holes', new Array<number>(100_000_000)],
  ['no number', Number.NaN],
  ['a large number', 12n],
  ['a date', new Date()],
  ['a map', new Map()],
  ['bytes', new Uint8Array(8)],
  ['a function', () => 'admit'],
  ['an error', new Error('x')],
  ['what inherits', Object.create({ on: true }) as unknown],
])('%s is not looked at any further', (_what, payload) => {
  expect(isPlainData(payload)).toBe(false);
});
