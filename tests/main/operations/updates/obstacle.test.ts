import { BUSY_DOOR, updateObstacle } from '#shared/model/update-obstacle.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { LOCKED, newKioskState, uploads, type StateChanges } from '#tests/support/kiosk-state.ts';
import { expect, test } from 'vitest';

const NOW = Date.UTC(2026, 10, 20, 3);
const VERDICT: ShownVerdict = {
  ...{ kind: 'admit', basis: 'platform', reason: { type: 'admitted' }, ticket: null, own: null },
  ...{ entryId: 'x', source: 'hid', codeTail: '1234', at: NOW - BUSY_DOOR, sequence: 1 },
};
const fault = (code: 'newer' | 'disk-full'): StateChanges => ({
  fault: { type: 'ledger', code, path: '/ledger.db', quarantined: null },
});

const now = (changes: StateChanges, unattended = true) =>
  updateObstacle(newKioskState({ lock: LOCKED, ...changes }), unattended ? { now: NOW } : null);

test.for<[what: string, changes: StateChanges, obstacle: string | null]>([
  ['a quiet door', { lastVerdict: VERDICT }, null],
  ['admissions that the platform will not have', { discrepancies: 3 }, null],
  ['a guest who waits', { waiting: 1 }, 'open-scan'],
  ['a verdict on the screen', { verdict: VERDICT }, 'open-scan'],
  ['scans that are not uploaded', { uploads: uploads({ pending: 1 }) }, 'unsaved-scans'],
  ['a rehearsal', { rehearsal: true }, 'rehearsal'],
  ['a kiosk that closes', { leaving: 'closing' }, 'leaving'],
  ['a ledger that takes nothing', fault('disk-full'), 'ledger-fault'],
  ['a ledger that only a newer version reads', fault('newer'), null],
])('of %s', ([, changes, obstacle]) => {
  expect(now(changes)).toBe(obstacle);
  expect(now(changes, false)).toBe(obstacle);
});

test('a door at which somebody has scanned a moment ago is left alone, unless the operator says so', () => {
  const lastVerdict = { ...VERDICT, at: NOW - BUSY_DOOR + 1 };
  expect(now({ lastVerdict })).toBe('busy-door');
  expect(now({ lastVerdict }, false)).toBeNull();
});

test('nothing is installed from a feed that a passer-by may have set', () => {
  const lock = newKioskState().machine.lock;
  expect(now({ lock })).toBe('no-pin');
  expect(now({ lock, managed: ['updateFeed'] })).toBeNull();
});
