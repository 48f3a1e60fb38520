import { setImmediate as nextTurn } from 'node:timers/promises';
import { Changes } from '#main/kiosk/changes.ts';
import { expect, test } from 'vitest';

test('what changes in one turn is told once, as it is at its end, however many promises it went through', async () => {
  let state = 0;
  const told: number[] = [];
  const changes = new Changes(() => state);
  changes.listen((now) => told.push(now));
  const change = () => {
    state += 1;
    changes.note();
  };
  change();
  change();
  const work = async () => {
    for (let step = 0; step < 5; step += 1) {
      await Promise.resolve();
      change();
    }
  };
  const working = work();
  expect(told).toEqual([]);
  await working;
  await nextTurn();
  expect(told).toEqual([7]);
  change();
  await nextTurn();
  expect(told).toEqual([7, 8]);
});

test('what a listener changes is told as well', async () => {
  let state = 0;
  const told: number[] = [];
  const changes = new Changes(() => state);
  changes.listen((now) => {
    told.push(now);
    if (now >= 3) return;
    state += 1;
    changes.note();
  });
  changes.note();
  await nextTurn();
  expect(told).toEqual([0, 1, 2, 3]);
});

test('a page is told before the kiosk does something about a change', async () => {
  const told: string[] = [];
  const changes = new Changes(() => 'now');
  changes.follow((now) => told.push(`done ${now}`));
  changes.listen((now) => told.push(`page ${now}`));
  changes.note();
  await nextTurn();
  expect(told).toEqual(['page now', 'done now']);
});

test('what must not be overtaken is told before what follows it, and the rest at the end of the turn', async () => {
  let state = 0;
  const told: number[] = [];
  const changes = new Changes(() => state);
  changes.listen((now) => told.push(now));
  const work = async () => {
    for (let step = 1; step <= 6; step += 1) {
      state = step;
      if (step % 3 === 0) changes.noteAtOnce();
      else changes.note();
      await Promise.resolve();
    }
    state = 7;
    changes.note();
  };
  await work();
  await nextTurn();
  expect(told).toEqual([3, 6, 7]);
});

/** Runs what waits for the end of the turn, in its middle: Electron does so where it calls back from its own code. */
function endTurnHere(): void {
  (process as unknown as { _tickCallback(): void })._tickCallback();
}

test('an older state never comes after a newer one, even if a listener ends the turn in its middle', async () => {
  let state = 0;
  const told: number[] = [];
  const changes = new Changes(() => state);
  changes.listen((now) => {
    if (now !== 1) return;
    state = 2;
    changes.noteAtOnce();
  });
  changes.listen(endTurnHere);
  changes.listen((now) => told.push(now));
  state = 1;
  changes.note();
  await nextTurn();
  expect(told).toEqual([1, 2]);
});
