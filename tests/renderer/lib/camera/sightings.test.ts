import { Sightings } from '#renderer/lib/camera/sightings.ts';
import type { SeenCode } from '#renderer/lib/camera/seen.ts';
import { expect, test } from 'vitest';

const TIMINGS = {
  ...{ goneAfter: 2_000, heldFor: 400, severalFor: 1_500 },
  ...{ yieldsAfter: 5_000, standsAfter: 30_000, standingGoneAfter: 60_000 },
};

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

test('two tickets on one sheet are never both read, however long it lies there', () => {
  const { scans, show } = watching();
  expect(show([square('A', 0.1), square('B', 0.5)], 120_000)).toBe(true);
  expect(scans).toEqual([['A', 0]]);
});

test('a code on a poster is scanned once, and then keeps nobody waiting', () => {
  const { scans, show } = watching();
  show([square('poster', 0.1)], 6_000);
  // Further from the middle than the poster, and read all the same.
  show([square('poster', 0.1), square('A', 0.6)], 1_000);
  show([square('poster', 0.1)], 1_000);
  expect(show([square('poster', 0.1), square('B', 0.6)], 2_000)).toBe(false);
  expect(scans.map(([text]) => text)).toEqual(['poster', 'A', 'B']);
});

test('of two tickets before a poster the second one is read when the first one has gone', () => {
  const { scans, show } = watching();
  show([square('poster', 0.1)], 6_000);
  show([square('poster', 0.1), square('A', 0.5), square('B', 0.6)], 2_000);
  expect(scans.map(([text]) => text)).toEqual(['poster', 'A']);
  show([square('poster', 0.1), square('B', 0.6)], 2_000);
  expect(scans.map(([text]) => text)).toEqual(['poster', 'A', 'B']);
});

test('a ticket held over a sheet of two does not bring the second one in', () => {
  const { scans, show } = watching();
  const sheet = [square('A', 0.3), square('B', 0.5)];
  show(sheet, 6_000);
  show([square('C', 0.1), ...sheet], 1_000);
  show(sheet, 10_000);
  expect(scans.map(([text]) => text)).toEqual(['A', 'C']);
});

test('people who walk by before a poster do not have it scanned again; a minute without it does', () => {
  const { scans, show } = watching();
  show([square('poster')], 31_000);
  show([], 59_000);
  show([square('poster')], 1_000);
  expect(scans).toEqual([['poster', 0]]);
  show([], 60_100);
  show([square('poster')], 1_000);
  expect(scans.map(([text]) => text)).toEqual(['poster', 'poster']);
});

test('a ticket that is held up for long, since its gate did not open, is scanned anew as any other', () => {
  const { scans, show } = watching();
  show([square('A')], 15_000);
  show([], 2_100);
  show([square('A')], 500);
  expect(scans.map(([text]) => text)).toEqual(['A', 'A']);
});

test('a ticket that was there when the camera was closed is no poster when it comes to the next door', () => {
  const sightings = new Sightings(TIMINGS);
  const scans = [0, 100, 40_100, 40_200].map((at) => sightings.see([square('A')], at).scan?.text);
  expect(scans).toEqual(['A', undefined, 'A', undefined]);
});

test('on a machine whose pictures are seconds apart a ticket that stays is one scan', () => {
  const sightings = new Sightings(TIMINGS);
  const scans = [0, 4_000, 8_000, 12_000].map((at) => sightings.see([square('A')], at).scan?.text);
  expect(scans).toEqual(['A', undefined, undefined, undefined]);
});

test('what was before the camera when it was closed is nothing an hour later', () => {
  const sightings = new Sightings(TIMINGS);
  const scans = [0, 100, 3_600_000].map((at) => sightings.see([square('A')], at).scan?.text);
  expect(scans).toEqual(['A', undefined, 'A']);
});
