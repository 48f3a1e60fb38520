import { expect, test } from 'vitest';
import { PartyRun } from '#main/entrance/party/party-run.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';

const PACE = 700;

const verdict = (kind: Verdict['kind'], changes: Partial<Verdict> = {}): Verdict => ({
  ...{ entryId: 'e', kind, basis: 'platform', reason: { type: 'admitted' }, ticket: null },
  ...{ own: null, source: 'manual', codeTail: '', at: 0, ...changes },
});

/** A party of three at a door that says what `says` returns for a code. */
function openRun(says: (code: string) => Verdict | null | 'closed') {
  const clock = new FakeClock();
  const asked: [code: string, at: number][] = [];
  const start = clock.steady();
  const guests = ['A', 'B', 'C'].map((code) => ({
    ...{ id: code, code, ticketId: 1, section: null, seat: code },
  }));
  const run = new PartyRun(
    {
      clock,
      pace: () => PACE,
      onChange: () => undefined,
      admit(code) {
        const said = says(code);
        if (said === 'closed') return null;
        asked.push([code, clock.steady() - start]);
        return Promise.resolve(said);
      },
    },
    'entry',
    guests,
  );
  const outcomes = () =>
    run.progress.guests.map(({ outcome }) =>
      outcome?.type === 'decided' ? outcome.kind : (outcome?.type ?? null),
    );
  return { clock, run, asked, outcomes };
}

test('a gate for one person has time to close behind each: they are asked about one after the other', async () => {
  const { clock, run, asked, outcomes } = openRun(() => verdict('admit'));
  void run.start();
  await clock.advance(0);
  expect(outcomes()).toEqual(['admit', null, null]);
  await clock.advance(PACE - 1);
  expect(asked).toHaveLength(1);
  await clock.advance(PACE + 1);
  expect(asked).toEqual([
    ['A', 0],
    ['B', PACE],
    ['C', 2 * PACE],
  ]);
  expect(run.isRunning).toBe(false);
});

test('nobody goes through a gate who is refused, and nobody waits for that', async () => {
  const { clock, run, asked, outcomes } = openRun((code) =>
    verdict(code === 'A' ? 'duplicate' : 'admit'),
  );
  void run.start();
  await clock.advance(0);
  expect(asked).toEqual([
    ['A', 0],
    ['B', 0],
  ]);
  await clock.advance(PACE);
  expect(outcomes()).toEqual(['duplicate', 'admit', 'admit']);
});

test('called off while one is asked about, it is over with the answer', async () => {
  const { clock, run, outcomes } = openRun(() => verdict('admit'));
  void run.start();
  run.callOff();
  await clock.advance(0);
  expect(outcomes()).toEqual(['admit', 'not-asked', 'not-asked']);
  expect(run.isRunning).toBe(false);
});

test('called off between two, nobody more is asked about, and it is over at once', async () => {
  const { clock, run, asked, outcomes } = openRun(() => verdict('admit'));
  void run.start();
  await clock.advance(PACE / 2);
  run.callOff();
  await clock.advance(0);
  expect(run.isRunning).toBe(false);
  expect(asked).toHaveLength(1);
  expect(outcomes()).toEqual(['admit', 'not-asked', 'not-asked']);
});

test('a door that is closed in the middle takes nobody more, and what could not be recorded is said to be so', async () => {
  const { clock, run, outcomes } = openRun((code) => (code === 'A' ? null : 'closed'));
  void run.start();
  await clock.advance(0);
  expect(outcomes()).toEqual(['not-recorded', 'not-asked', 'not-asked']);
});

test('the platform’s own words, which may name somebody, are not kept', async () => {
  const error = { code: 12, key: 'k', name: 'Ada Lovelace', forceLogout: false } as const;
  const { clock, run } = openRun(() =>
    verdict('duplicate', {
      reason: { type: 'platform-error', error: { ...error, messageHtml: 'Ada Lovelace was here' } },
    }),
  );
  void run.start();
  await clock.advance(0);
  expect(JSON.stringify(run.progress)).not.toContain('Lovelace');
});
