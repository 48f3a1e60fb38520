import { expect, test } from 'vitest';
import { StateMirror } from '#renderer/app/state-mirror.ts';

interface Slices {
  readonly verdict: string;
  readonly door: string;
}

const WHOLE = { version: 3, slices: { verdict: 'v3', door: 'd3' } };

function begun(): StateMirror<Slices> {
  const mirror = new StateMirror<Slices>();
  mirror.begin(WHOLE);
  return mirror;
}

test('replaces the slices of an update', () => {
  expect(begun().take({ version: 4, slices: { door: 'd4' } })).toEqual({
    verdict: 'v3',
    door: 'd4',
  });
});

test('ignores slices that are older than its own', () => {
  const mirror = begun();
  mirror.take({ version: 5, slices: { verdict: 'v5' } });
  expect(mirror.take({ version: 4, slices: { verdict: 'v4' } })).toBeNull();
  expect(mirror.take({ version: 4, slices: { verdict: 'v4', door: 'd4' } })).toEqual({
    verdict: 'v5',
    door: 'd4',
  });
});

test('keeps updates that arrive before the whole state', () => {
  const mirror = new StateMirror<Slices>();
  const early = [
    { version: 2, slices: { door: 'd2' } },
    { version: 4, slices: { verdict: 'v4' } },
  ];
  for (const update of early) expect(mirror.take(update)).toBeNull();
  expect(mirror.begin(WHOLE)).toEqual({ state: WHOLE.slices, early });
  expect(early.map((update) => mirror.take(update))).toEqual([null, { verdict: 'v4', door: 'd3' }]);
});

test('accepts lower versions after a restart of the kiosk', () => {
  const mirror = begun();
  mirror.forget();
  mirror.begin({ version: 1, slices: { verdict: 'v1', door: 'd1' } });
  expect(mirror.take({ version: 2, slices: { door: 'd2' } })).toEqual({
    verdict: 'v1',
    door: 'd2',
  });
});
