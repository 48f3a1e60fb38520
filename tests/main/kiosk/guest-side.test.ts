import { describe, expect, test } from 'vitest';
import { guestSideOf } from '#main/kiosk/guest-side.ts';
import { guestState } from '#main/kiosk/guest-state.ts';
import { CALLS, type KioskCallName } from '#shared/ipc/calls.ts';
import type { StateListener } from '#main/kiosk/state-publisher.ts';
import type { GuestState } from '#shared/model/guest-state.ts';
import type { StateUpdate } from '#shared/model/kiosk-state.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { ok } from '#shared/result.ts';
import { handlersWith } from '#tests/support/handlers.ts';
import { newKioskState } from '#tests/support/kiosk-state.ts';

describe('what the guest’s side may ask for', () => {
  function sideWith(calls: string[]) {
    const state = newKioskState({ discrepancies: 3, isWayOut: true });
    const kiosk = {
      handlers: handlersWith({
        scan: ({ code, source }) => (calls.push(`${source} ${code}`), ok({ taken: true })),
        missScan: () => ok(null),
      }),
      mayCall: () => true,
      whole: () => ({ version: 1, slices: state }),
      onState: (listener: StateListener) => (
        listener(state, { version: 1, slices: state }),
        () => undefined
      ),
    };
    return guestSideOf(kiosk);
  }

  test('needs the PIN nowhere, at no time', () => {
    const names = Object.keys(sideWith([]).handlers ?? {}) as KioskCallName[];
    expect(names.sort()).toEqual(['missScan', 'programmeBoard', 'scan', 'state', 'venueLogo']);
    for (const name of names) expect(CALLS[name]).toBe('public');
  });

  test('a code that was typed there comes from a scanner, and goes the way of all', async () => {
    const calls: string[] = [];
    await sideWith(calls).handlers?.scan({ code: 'A-1', source: 'manual' });
    expect(calls).toEqual(['wedge A-1']);
  });

  test('its state, asked for or published, is a guest’s', () => {
    const side = sideWith([]);
    const told: StateUpdate<GuestState>[] = [];
    side.onState((_state, update) => told.push(update));
    const asked = side.handlers?.state(null);
    for (const update of [asked?.ok ? asked.value : undefined, told[0]]) {
      expect(update?.slices.door?.isWayOut).toBe(true);
      expect(JSON.stringify(update)).not.toMatch(/discrepancies|c0ffee|North door/);
    }
  });

  test('nothing while the kiosk switches to a rehearsal', () => {
    const kiosk = {
      handlers: null,
      mayCall: () => true,
      whole: () => ({ version: 1, slices: newKioskState() }),
      onState: () => () => {},
    };
    expect(guestSideOf(kiosk).handlers).toBeNull();
  });
});

test.each([
  ['cache', 'platform'],
  ['venue', 'platform'],
  ['staff', 'platform'],
  ['repeat', 'repeat'],
] as const)('a verdict by %s is shown to guests as one by %s, without its code', (basis, shown) => {
  const verdict: ShownVerdict = {
    ...{ entryId: 'A', kind: 'admit', basis, reason: { type: 'admitted' }, ticket: null },
    ...{ own: null, source: 'hid', codeTail: '4711', at: 1, sequence: 1 },
  };
  const told = guestState(newKioskState({ verdict })).verdict.shown;
  expect(told?.basis).toBe(shown);
  expect(JSON.stringify(told)).not.toMatch(/4711|hid/);
});

test('shows guests neither the near ticket nor the seat of a used one', () => {
  const verdict: ShownVerdict = {
    ...{ entryId: 'A', kind: 'undecided', basis: 'cache', ticket: null },
    reason: { type: 'not-listed', copyFrom: 1, because: { type: 'near-match', tail: '7919' } },
    own: {
      ...{ ticketFor: null, firstScanAt: 1, usedAtDoor: null, usedElsewhereBy: null },
      place: { section: 'Stalls', seat: 'C 12' },
    },
    ...{ source: 'hid', codeTail: '4711', at: 1, sequence: 1 },
  };
  const told = JSON.stringify(guestState(newKioskState({ verdict })).verdict.shown);
  expect(told).not.toMatch(/7919|Stalls|C 12|4711/);
});
