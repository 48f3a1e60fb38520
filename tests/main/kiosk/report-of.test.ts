import { expect, test } from 'vitest';
import { PlatformTimes } from '#main/kiosk/platform-times.ts';
import { reportOf } from '#main/kiosk/report-of.ts';
import { readReport } from '#main/venue/door-report.ts';
import type { OutputState } from '#shared/model/output.ts';
import type { Selection } from '#shared/model/selection.ts';
import { newKioskState, type StateChanges } from '#tests/support/kiosk-state.ts';

const output = (name: string, releases: OutputState['releases']): OutputState => ({
  ...{ name, condition: { type: 'ready' }, commands: 3, dropped: 0, lastAt: null, releases },
});
const COUNTS = { count: 3, passed: 1, notPassed: 1, isFaulty: false, isUnread: false };
const ONE = { name: 'Gate', ...COUNTS };

/** What another door reads of what this one tells, with `more` in it. */
const read = (more: object = {}) => {
  const outputs = [output('Light', null), output('Gate', COUNTS)];
  const report = reportOf(newKioskState({ outputs }), new PlatformTimes(() => 0));
  return readReport(JSON.parse(JSON.stringify({ ...report, ...more })));
};

test('a door tells the others what its gates tell, and nothing of what tells nothing', () => {
  expect(read()?.gates).toEqual([ONE]);
});

test('a door tells since when a guest waits for somebody, on the platform’s clock', () => {
  const help = { isOffered: true, askedAt: 1_000 };
  const times = new PlatformTimes(() => 250);
  expect(reportOf(newKioskState({ help }), times)).toMatchObject({ helpAskedAt: 1_250 });
  expect(read()?.helpAskedAt).toBeNull();
});

test('a call is the same one to the other doors, however the clocks move against each other meanwhile', () => {
  let ahead = 250;
  const times = new PlatformTimes(() => ahead);
  const told = (askedAt: number | null, since: number | null) => {
    const connection: StateChanges =
      since === null
        ? {}
        : {
            connection: { status: 'offline', reason: 'timeout', since, nextTry: null, slow: false },
          };
    ahead += 7;
    const { helpAskedAt, offlineSince } = reportOf(
      newKioskState({ help: { isOffered: true, askedAt }, ...connection }),
      times,
    );
    return [helpAskedAt, offlineSince];
  };
  const first = told(1_000, 400);
  expect(told(1_000, 400)).toEqual(first);
  // Taken back, and called again.
  expect(told(null, null)).toEqual([null, null]);
  expect(told(1_000, 400)).toEqual(first);
  const [another] = told(2_000, null);
  expect(another).toBe(2_000 + ahead);
});

test.each([
  ['more gates than a door may have', Array(17).fill(ONE)],
  ['a name without end', [{ ...ONE, name: 'x'.repeat(201) }]],
  ['a count below zero', [{ ...ONE, passed: -1 }]],
  ['no list', 'gates'],
])('%s are not taken for a report', (_, gates) => {
  expect(read({ gates })).toBeNull();
});

test('shortens a name that is too long for the other doors', () => {
  const clientName = 'x'.repeat(501);
  const selection: Selection = { scope: 'anything-open', clientId: 7, clientName };
  const report = reportOf(newKioskState({ selection }), new PlatformTimes(() => 0));
  expect(readReport(JSON.parse(JSON.stringify(report)))?.openFor?.name).toHaveLength(500);
});
