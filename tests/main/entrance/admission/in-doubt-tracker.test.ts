import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#tests/main/ledger/support.ts';
import {
  ADMITTED,
  snapshotTicket,
  snapshotWith,
  NO_NETWORK,
  openDoor,
  DOOR_SCOPE,
  refused,
  refusedWithoutWords,
  type DoorOptions,
} from './support.ts';

/** How long after the question its late answer comes, in milliseconds: within the 30 s it is waited for. */
const LATE = 4_000;
const DIED: PlatformAnswer = { type: 'unreachable', reason: 'reset' };
const NOBODY_SIGNED_IN: PlatformAnswer = { type: 'not-signed-in' };

/** A door at which the first scan's answer comes too late. */
async function lateWord(answer: PlatformAnswer, options: DoorOptions) {
  const door = openDoor(options);
  door.platform.answerNext(answer, LATE);
  const first = await door.scan('A1');
  expect(door.entries(), 'in doubt, as long as there is no word').toMatchObject([
    { word: 'awaited' },
  ]);
  await door.clock.advance(LATE);
  return {
    ...door,
    first,
    /** What the ledger says of the first scan now. */
    settled: () => door.entries()[0],
  };
}

const admits = { snapshot: () => snapshotWith(snapshotTicket()) };
const turnsAway: Record<string, DoorOptions> = {
  'undecided, without a snapshot': {},
  'rejected by the snapshot': { snapshot: () => snapshotWith(null) },
};

describe('the snapshot has let somebody in, and then', () => {
  test('while the platform’s word is awaited nothing goes up', async () => {
    const { scan, platform, ledger, clock } = openDoor(admits);
    platform.answerNext(ADMITTED, LATE);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'cache' });
    const wish = {
      baseUrl: DOOR_SCOPE.baseUrl,
      limit: 200,
    };
    expect(ledger().uploads.nextBatch(wish, clock.now())).toEqual({ ok: true, value: null });
    expect(ledger().uploads.pendingCount(), 'but it does count').toBe(1);
  });

  test('the platform admits them, too: there is nothing to upload', async () => {
    const { first, settled, ledger, told } = await lateWord(ADMITTED, admits);
    expect(first).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(settled()).toMatchObject({ word: 'admitted', upload: { state: 'none', reason: null } });
    expect(ledger().uploads.pendingCount()).toBe(0);
    expect(ledger().unacknowledgedCount()).toBe(0);
    expect(told.queued, 'once with the scan, once with the word').toBe(2);
  });

  test.each([12, 8, 9, 10, 11, 13, 14])(
    'the platform answers %i: a conflict with that reason, kept and not uploaded',
    async (code) => {
      const { settled, ledger } = await lateWord(refused(code), admits);
      expect(settled()).toMatchObject({
        kind: 'admit',
        word: 'refused',
        upload: { state: 'conflict', reason: { type: 'platform-error', error: { code } } },
      });
      expect(ledger().uploads.pendingCount()).toBe(0);
      expect(ledger().toAcknowledge({ limit: 9 })).toHaveLength(1);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 99])(
    'the platform answers %i, which is not about the ticket, or nobody knows: it stays in the queue',
    async (code) => {
      const { settled, ledger } = await lateWord(refused(code), admits);
      expect(settled()).toMatchObject({ word: 'missing', upload: { state: 'pending' } });
      expect(ledger().uploads.pendingCount()).toBe(1);
    },
  );

  test.each([
    ['the connection died', DIED],
    ['somebody signed out meanwhile', NOBODY_SIGNED_IN],
    ['the platform says no, and nothing of why', refusedWithoutWords()],
  ])('%s: it stays in the queue, and may go up now', async (_what, answer) => {
    const { settled, ledger, clock } = await lateWord(answer, admits);
    expect(settled()).toMatchObject({ word: 'missing', upload: { state: 'pending' } });
    const wish = {
      baseUrl: DOOR_SCOPE.baseUrl,
      limit: 200,
    };
    expect(ledger().uploads.nextBatch(wish, clock.now())).toMatchObject({
      ok: true,
      value: { uploads: [{ code: 'A1' }] },
    });
  });

  test.each([
    ['admitted', ADMITTED],
    ['error 12', refused(12)],
    ['nothing', DIED],
  ])(
    'whatever the late word (%s), the next scan of the code is a duplicate, now and later',
    async (_word, answer) => {
      const { scan, platform, clock } = await lateWord(answer, admits);
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
      await clock.advance(11 * MINUTE);
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
    },
  );

  test('the late word does not end the repeats: who came in may read their ticket twice', async () => {
    const { scan, platform, clock } = openDoor(admits);
    platform.answerNext(ADMITTED, 1_500);
    await scan('A1');
    await clock.advance(1_000);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'repeat' });
  });
});

describe.each(Object.entries(turnsAway))(
  'somebody was turned away (%s), and then',
  (_, options) => {
    test('the platform admits them: the next scan within ten minutes lets them in, once', async () => {
      const { first, settled, scan, platform, clock, ledger } = await lateWord(ADMITTED, options);
      expect(first?.kind).not.toBe('admit');
      expect(settled()).toMatchObject({ word: 'admitted', upload: null });
      await clock.advance(10 * MINUTE - 2 * LATE);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
      expect(platform.askedCodes, 'only about the first scan').toEqual(['A1']);
      expect(ledger().uploads.pendingCount(), 'the platform has them').toBe(0);
      await clock.advance(3_000);
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
    });

    test('the platform admits them, and hours go by: they come in all the same', async () => {
      const { scan, clock } = await lateWord(ADMITTED, options);
      await clock.advance(180 * MINUTE);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    });

    test('the platform admits them: at once they may try again, without waiting for the repeat window', async () => {
      const { scan, platform, clock } = openDoor(options);
      platform.answerNext(ADMITTED, 1_200);
      await scan('A1');
      await clock.advance(200);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    });

    test('at their second try, before the first word, nothing is decided; with it they come in at once', async () => {
      const { scan, platform, clock } = openDoor(options);
      platform.answerNext(ADMITTED, 4_500);
      await scan('A1');
      await clock.advance(3_000);
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ reason: { type: 'word-awaited' } });
      await clock.advance(1_000);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    });

    test('let in at their second try, they are not called a duplicate when the first word comes', async () => {
      const { scan, platform, clock, verdicts } = openDoor(options);
      platform.answerNext(refused(12), 4_500);
      await scan('A1');
      await clock.advance(3_000);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'platform' });
      await clock.advance(1_000);
      await scan('A1');
      expect(verdicts.at(-1)).toMatchObject({ kind: 'admit', basis: 'repeat' });
    });

    test.each([12, 10, 13, 99])(
      'the platform answers %i: they were turned away rightly',
      async (code) => {
        const { settled, scan, platform, ledger } = await lateWord(refused(code), options);
        expect(settled()).toMatchObject({ word: 'refused', upload: null });
        expect(ledger().unacknowledgedCount(), 'nothing for the operator').toBe(0);
        platform.answerNext(refused(12));
        expect(await scan('A1')).toMatchObject({ kind: 'duplicate', basis: 'platform' });
      },
    );

    test.each([
      ['its connection died', DIED],
      ['its answer was not about the ticket', refused(16)],
      ['its answer said no, and nothing of why', refusedWithoutWords()],
    ])(
      '%s: error 12 proves nothing, for no snapshot calls the ticket unused',
      async (_what, answer) => {
        const { settled, scan, platform } = await lateWord(answer, options);
        expect(settled()).toMatchObject({ word: 'missing', upload: null });
        platform.answerNext(refused(12));
        expect(await scan('A1')).toMatchObject({
          kind: 'undecided',
          reason: { type: 'unclear', because: 'possibly-spent' },
        });
      },
    );

    test('its question never arrived: the platform has spent nothing, so error 12 is a duplicate', async () => {
      const never: PlatformAnswer = { type: 'unreachable', reason: 'dns' };
      const { settled, scan, platform } = await lateWord(never, options);
      expect(settled()).toMatchObject({ word: 'refused', upload: null });
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ kind: 'duplicate', basis: 'platform' });
    });

    test('its connection died before it had spent the ticket: it admits them by itself', async () => {
      const { scan } = await lateWord(DIED, options);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'platform' });
    });

    test('open for something else by then: they are owed nothing there', async () => {
      const { scan, platform, admission } = await lateWord(ADMITTED, options);
      admission.forgetRecent();
      platform.answerNext(refused(12));
      const elsewhere = { ...DOOR_SCOPE, filter: { ...DOOR_SCOPE.filter, productionId: 3 } };
      expect(await scan('A1', elsewhere)).toMatchObject({ kind: 'duplicate', basis: 'platform' });
    });
  },
);

describe('an answer that was lost within the budget', () => {
  test.each(['reset', 'timeout', 'server-error', 'not-the-platform', 'unreachable'] as const)(
    '%s: who is let in goes up, and who is not may be let in by error 12',
    async (reason) => {
      const { scan, platform, entries } = openDoor({
        snapshot: (code) => snapshotWith(code === 'A1' ? snapshotTicket() : null),
      });
      platform.answerNext({ type: 'unreachable', reason });
      await scan('A1');
      platform.answerNext({ type: 'unreachable', reason });
      await scan('B2');
      expect(entries()).toMatchObject([
        { kind: 'admit', word: 'missing', upload: { state: 'pending' } },
        { kind: 'reject', word: 'missing', upload: null },
      ]);
    },
  );

  test.each(['refused', 'dns', 'tls'] as const)(
    '%s: the platform never heard of it, so error 12 later is a duplicate',
    async (reason) => {
      const { scan, platform, entries, clock } = openDoor();
      platform.answerNext({ type: 'unreachable', reason });
      await scan('A1');
      expect(entries()).toMatchObject([{ kind: 'undecided', word: null }]);
      await clock.advance(3_000);
      platform.answerNext(refused(12));
      expect(await scan('A1')).toMatchObject({ kind: 'duplicate', basis: 'platform' });
    },
  );
});

describe('a duplicate by the snapshot that the platform', () => {
  const usedBefore = { snapshot: () => snapshotWith(snapshotTicket({ alreadyScanned: true })) };

  test('never answers about stays one: its first holder is inside', async () => {
    const { scan, platform } = await lateWord(DIED, usedBefore);
    platform.answerNext(refused(12));
    expect(await scan('A1')).toMatchObject({ kind: 'duplicate', basis: 'platform' });
  });

  test('admits after all is let in at the next scan: the snapshot was behind', async () => {
    const { scan } = await lateWord(ADMITTED, usedBefore);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  });
});

test('an attempt without any doubt leaves no trace of one', async () => {
  const { scan, platform, entries } = openDoor(admits);
  await scan('A1');
  platform.inTheWay = NO_NETWORK;
  await scan('B2');
  expect(entries()).toMatchObject([{ word: null }, { word: null }]);
});
