import { Sightings } from '#renderer/lib/camera/sightings.ts';
import type { SeenCode } from '#renderer/lib/camera/seen.ts';
import { expect, test } from 'vitest';

const TIMINGS = { goneAfter: 2_000, heldFor: 400, severalFor: 1_500 };

/** A code of an area, in the middle unless said otherwise. */
function square(text: string, offCentre = 0): SeenCode {
  return { text, symbology: 'Q1', isLinear: false, offCentre };
}
const lines = (text: string): SeenCode => ({ ...square(text), symbology: 'I0', isLinear: true });

/** Shows pictures a tenth of a second apart; returns what was scanned, and when. */
function watching() {
  const sightings = new Sightings(TIMINGS);
  const scans: [string, number][] = [];
  let at = 0;
  return {
    scans,
    /** Pictures with these codes, for so many milliseconds; returns whether it is said that there are several. */
    show: (codes: readonly SeenCode[], milliseconds: number): boolean => {
      let isSeveral = false;
      for (const end = at + milliseconds; at < end; at += 100) {
        const sighting = sightings.see(codes, at);
        if (sighting.scan) scans.push([sighting.scan.text, at]);
        ({ isSeveral } = sighting);
      }
      return isSeveral;
    },
  };
}

test('a code that stays in sight is one scan', () => {
  const { scans, show } = watching();
  show([square('A')], 60_000);
  expect(scans).toEqual([['A', 0]]);
});

test('a code that is blurred for a moment is the same scan', () => {
  const { scans, show } = watching();
  show([square('A')], 500);
  show([], 1_900);
  show([square('A')], 500);
  expect(scans).toEqual([['A', 0]]);
});

test('a code that was gone and is back is another scan', () => {
  const { scans, show } = watching();
  show([square('A')], 500);
  show([], 2_100);
  show([square('A')], 500);
  expect(scans).toEqual([
    ['A', 0],
    ['A', 2_600],
  ]);
});

test('on a machine whose pictures are far apart it is still one', () => {
  const sightings = new Sightings(TIMINGS);
  const scans = [0, 3_000, 6_000].map((at) => sightings.see([square('A')], at).scan?.text);
  expect(scans).toEqual(['A', undefined, undefined]);
});

test('the next guest’s code is read as soon as the one before has left', () => {
  const { scans, show } = watching();
  show([square('A')], 500);
  show([], 400);
  show([square('B')], 500);
  expect(scans).toEqual([
    ['A', 0],
    ['B', 900],
  ]);
});

test('of two codes the one nearest to the middle is read, once, and that there are two is said', () => {
  const { scans, show } = watching();
  expect(show([square('near', 0.2), square('far', 0.7)], 1_000)).toBe(true);
  expect(scans).toEqual([['near', 0]]);
});

test('the other one is not read while the first one stays, wherever the middle goes', () => {
  const { scans, show } = watching();
  show([square('A', 0.1), square('B', 0.5)], 1_000);
  show([square('B', 0.1), square('A', 0.5)], 5_000);
  show([square('B', 0.1)], 300);
  show([square('B', 0.1), square('A', 0.5)], 1_000);
  expect(scans).toEqual([['A', 0]]);
});

test('the other one is read when the first one is gone', () => {
  const { scans, show } = watching();
  show([square('A', 0.1), square('B', 0.5)], 1_000);
  show([square('B', 0.1)], 1_000);
  expect(scans.map(([text]) => text)).toEqual(['A', 'B']);
});

test('that there were two is said for as long as it takes to read that, and no longer', () => {
  const { show } = watching();
  show([square('A'), square('B', 0.5)], 100);
  expect(show([square('A')], 1_000)).toBe(true);
  expect(show([square('A')], 1_000)).toBe(false);
});

test('lines are read when two pictures in a row agree', () => {
  const { scans, show } = watching();
  show([lines('123456')], 100);
  show([lines('12345678')], 100);
  expect(scans).toEqual([]);
  show([lines('12345678')], 1_000);
  expect(scans).toEqual([['12345678', 200]]);
});
