import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Slice } from '#main/base/slice.ts';
import { StatePublisher, type Slices } from '#main/kiosk/state-publisher.ts';
import type { KioskState, SliceName, StateUpdate } from '#shared/model/kiosk-state.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { newKioskState, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

const VERDICT: ShownVerdict = {
  ...{ entryId: 'A', kind: 'admit', basis: 'platform', reason: { type: 'admitted' }, ticket: null },
  ...{ own: null, source: 'hid', codeTail: '4711', at: 1, sequence: 1 },
};

/** A state in slices, of which any can be changed, and what is published of it. */
function open() {
  const clock = new FakeClock();
  let state = newKioskState();
  const slice = <N extends SliceName>(name: N): [N, Slice<KioskState[N]>] => [
    name,
    new Slice<KioskState[N]>(() => state[name]),
  ];
  const names = Object.keys(state) as SliceName[];
  const slices = Object.fromEntries(names.map((name) => slice(name))) as unknown as Slices;
  const publisher = new StatePublisher(slices, clock);
  const updates: StateUpdate[] = [];
  const stop = publisher.listen((_state, update) => updates.push(update));
  return {
    ...{ clock, slices, publisher, updates, stop },
    set: (changes: StateChanges): void => {
      state = withChanges(state, changes);
    },
    /** What was published: the slices of each message. */
    published: () => updates.map((update) => Object.keys(update.slices)),
  };
}

/** Runs what waits for the end of the turn, in its middle: Electron does so where it calls back from its own code. */
function endTurnHere(): void {
  (process as unknown as { _tickCallback(): void })._tickCallback();
}

test('publishes the changes of one turn in one message', async () => {
  const { slices, set, updates, published } = open();
  set({ looksUpOnly: true, discrepancies: 1 });
  slices.door.changed();
  slices.records.changed();
  for (let step = 0; step < 5; step += 1) {
    await Promise.resolve();
    set({ discrepancies: step });
    slices.records.changed();
  }
  expect(updates).toEqual([]);
  await nextTurn();
  expect(published()).toEqual([['door', 'records']]);
  expect(updates[0]?.slices.records?.discrepancies).toBe(4);
});

test('publishes no slice that is as it was', async () => {
  const { slices, updates } = open();
  slices.door.changed();
  slices.verdict.changed();
  await nextTurn();
  expect(updates).toEqual([]);
});

test('publishes a verdict alone and before the end of the turn', async () => {
  const { slices, set, published } = open();
  set({ discrepancies: 1 });
  slices.records.changed();
  set({ verdict: VERDICT });
  slices.verdict.changed();
  await Promise.resolve();
  expect(published()).toEqual([['verdict']]);
  await nextTurn();
  expect(published()).toEqual([['verdict'], ['records']]);
});

test('publishes each of two verdicts in one turn', async () => {
  const { slices, set, updates } = open();
  for (const sequence of [1, 2]) {
    set({ verdict: { ...VERDICT, sequence } });
    slices.verdict.changed();
    await Promise.resolve();
  }
  expect(updates.map(({ slices: { verdict } }) => verdict?.shown?.sequence)).toEqual([1, 2]);
});

describe('a quiet change', () => {
  test('is published after half a second', async () => {
    const { clock, slices, set, updates, published } = open();
    set({ discrepancies: 1 });
    slices.records.changedQuietly();
    await clock.advance(499);
    await nextTurn();
    expect(updates).toEqual([]);
    await clock.advance(1);
    await nextTurn();
    expect(published()).toEqual([['records']]);
  });

  test('is published with the next change, and once', async () => {
    const { clock, slices, set, published } = open();
    set({ discrepancies: 1, looksUpOnly: true });
    slices.records.changedQuietly();
    slices.door.changed();
    await nextTurn();
    await clock.advance(1_000);
    await nextTurn();
    expect(published()).toEqual([['door', 'records']]);
  });
});

test('publishes what a listener changes', async () => {
  const { slices, set, publisher, updates } = open();
  publisher.listen(({ records }) => {
    if (records.discrepancies >= 3) return;
    set({ discrepancies: records.discrepancies + 1 });
    slices.records.changed();
  });
  set({ discrepancies: 1 });
  slices.records.changed();
  await nextTurn();
  expect(updates.map(({ slices: { records } }) => records?.discrepancies)).toEqual([1, 2, 3]);
});

test('calls listeners before parts of the kiosk that act on a change', async () => {
  const { slices, set, publisher } = open();
  const called: string[] = [];
  publisher.follow(() => called.push('part'));
  publisher.listen(() => called.push('page'));
  set({ looksUpOnly: true });
  slices.door.changed();
  await nextTurn();
  expect(called).toEqual(['page', 'part']);
});

test('never publishes an older state after a newer one', async () => {
  const { slices, set, publisher } = open();
  publisher.listen(({ verdict }) => {
    if (verdict.shown?.sequence !== 1) return;
    set({ verdict: { ...VERDICT, sequence: 2 } });
    slices.verdict.changed();
  });
  publisher.listen(endTurnHere);
  const heard: unknown[] = [];
  publisher.listen(({ verdict }, { version }) => heard.push([version, verdict.shown?.sequence]));
  set({ verdict: VERDICT });
  slices.verdict.changed();
  await nextTurn();
  const [[first] = [], [second] = []] = heard as [number, number][];
  expect(heard).toEqual([
    [first, 1],
    [second, 2],
  ]);
  expect(second).toBeGreaterThan(first ?? Infinity);
});

test('has published what it returns as the whole state', async () => {
  const { slices, set, publisher, updates } = open();
  set({ looksUpOnly: true });
  slices.door.changed();
  const { version, slices: whole } = publisher.whole();
  expect(whole.door.looksUpOnly).toBe(true);
  expect(updates.map((update) => update.version)).toEqual([version]);
  await nextTurn();
  expect(updates).toHaveLength(1);
});

test('calls no listener that was removed', async () => {
  const { slices, set, stop, updates } = open();
  stop();
  set({ looksUpOnly: true });
  slices.door.changed();
  await nextTurn();
  expect(updates).toEqual([]);
});
