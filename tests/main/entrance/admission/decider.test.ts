import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import type { Decided } from '#main/entrance/admission/decider.ts';
import type { UploadReason } from '#main/ledger/entry.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import { describe, expect, test } from 'vitest';
import {
  ALREADY_SCANNED,
  MINUTE,
  recorded,
  undecided,
  valueOf,
} from '#tests/main/ledger/support.ts';
import {
  ADMITTED,
  BUILT_AT,
  snapshotTicket,
  snapshotWith,
  NO_NETWORK,
  openDoor,
  DOOR_SCOPE,
  refused,
  refusedWithoutWords,
  type DoorOptions,
} from './support.ts';

const IDS = { ticketId: 501, performanceId: 31 };
const NO_DOUBT = { type: 'none' };

/** A door, and how it decides about the code A1. */
function door(options: DoorOptions = {}) {
  const opened = openDoor(options);
  return {
    ...opened,
    decide: async (ms = 0): Promise<Decided> => {
      const deciding = opened.decider.decide(opened.attempt());
      await opened.clock.advance(ms);
      return valueOf(await deciding);
    },
    /** Somebody was turned away with this code just now, and the platform may have admitted them. */
    turnedAway: (): string => {
      const entry = undecided({ inDoubt: true, platformTime: opened.clock.now() });
      return recorded(opened.ledger(), entry);
    },
    settle: (id: string, word: 'admitted' | 'missing') =>
      valueOf(opened.ledger().settle(id, { word }, opened.clock.now())),
  };
}

const knowsTheTicket = { snapshot: () => snapshotWith(snapshotTicket()) };

/** What is decided about a ticket that the snapshot knows, when the platform answers this. */
function decideAfter(answer: PlatformAnswer): Promise<Decided> {
  const { platform, decide } = door(knowsTheTicket);
  platform.answerNext(answer);
  return decide();
}

describe('whether the platform is asked', () => {
  test('it is, when nothing stands in the way, and its word goes before the snapshot’s', async () => {
    const { platform, decide } = door({ snapshot: () => snapshotWith(null) });
    const { decision, doubt } = await decide();
    expect(platform.asked).toEqual([{ scope: DOOR_SCOPE, code: 'A1' }]);
    expect(decision).toMatchObject({ kind: 'admit', basis: 'platform', ticketIds: null });
    expect(doubt).toEqual(NO_DOUBT);
  });

  test('the numbers of the ticket come from the snapshot, for those who come while it is offline', async () => {
    const { decide } = door(knowsTheTicket);
    expect((await decide()).decision).toMatchObject({ basis: 'platform', ticketIds: IDS });
  });

  test.each([NO_NETWORK, { type: 'not-signed-in' } as const])(
    'it is not, with $type in the way: the snapshot decides at once',
    async (obstacle) => {
      const { platform, decide } = door(knowsTheTicket);
      platform.inTheWay = obstacle;
      const { decision, doubt } = await decide();
      expect(platform.asked).toEqual([]);
      expect(decision).toMatchObject({ kind: 'admit', basis: 'cache', ticketIds: IDS });
      expect(doubt).toEqual(NO_DOUBT);
    },
  );

  test.each([NO_NETWORK, { type: 'not-signed-in' } as const])(
    'with $type in the way and no snapshot, that is the reason why nothing is decided',
    async (obstacle) => {
      const { platform, decide } = door();
      platform.inTheWay = obstacle;
      expect((await decide()).decision).toEqual({
        kind: 'undecided',
        basis: 'cache',
        reason: obstacle,
        ticket: null,
        ticketIds: null,
      });
    },
  );
});

describe('a ticket that this kiosk has let in without the platform', () => {
  test.each(['pending', 'sent', 'expired'] as const)(
    'is never asked about while its upload is %s: the platform would admit it twice',
    async (state) => {
      const { earlier, ledger, platform, decide, clock } = door(knowsTheTicket);
      const cameAt = clock.now();
      const id = earlier();
      const { uploads } = ledger();
      if (state === 'sent') valueOf(uploads.markSent([id], clock.now()));
      if (state === 'expired') valueOf(uploads.expireOlderThan(cameAt + 1, clock.now()));
      await clock.advance(MINUTE);
      const { decision } = await decide();
      expect(platform.asked).toEqual([]);
      expect(decision).toMatchObject({
        kind: 'duplicate',
        reason: { type: 'copy', code: 12, firstScanAt: cameAt, copyFrom: BUILT_AT },
      });
    },
  );

  test('nor while the attempt itself is in doubt', async () => {
    const { earlier, platform, decide } = door(knowsTheTicket);
    earlier({ inDoubt: true });
    expect((await decide()).decision.kind).toBe('duplicate');
    expect(platform.asked).toEqual([]);
  });

  test('is known for a duplicate without any snapshot, too', async () => {
    const { earlier, platform, decide, clock } = door();
    earlier();
    expect((await decide()).decision).toMatchObject({
      kind: 'duplicate',
      reason: { code: 12, firstScanAt: clock.now(), copyFrom: null },
    });
    expect(platform.asked).toEqual([]);
  });

  test.each(['recorded', 'refused'] as const)(
    'is asked about again once the platform has had its say: %s',
    async (state) => {
      const { earlier, ledger, platform, decide, clock } = door(knowsTheTicket);
      const id = earlier();
      const { uploads } = ledger();
      valueOf(uploads.markSent([id], clock.now()));
      if (state === 'recorded') valueOf(uploads.markRecorded([id], clock.now()));
      else {
        const reason = { type: 'platform-error', error: ALREADY_SCANNED } as const;
        valueOf(uploads.markRefused(id, reason, clock.now()));
      }
      platform.answerNext(refused(12));
      const { decision } = await decide();
      expect(decision).toMatchObject({ kind: 'duplicate', basis: 'platform' });
    },
  );
});

describe('a ticket that this kiosk has let in, whose upload the platform has refused', () => {
  const error = (code: number) =>
    ({ type: 'platform-error', error: { ...ALREADY_SCANNED, code, key: '', name: '' } }) as const;

  test.each<[string, UploadReason, number]>([
    ['for its form, 15', error(15), 0],
    ['for a reason that nobody knows', error(99), 0],
    ['in words of its own', { type: 'platform-words', text: 'Try again later' }, 0],
    ['as it is voided, 13', error(13), 1],
  ])('%s: whether the next one is asked about', async (_why, reason, times) => {
    const { earlier, ledger, platform, decide, clock } = door(knowsTheTicket);
    const id = earlier();
    valueOf(ledger().uploads.markSent([id], clock.now()));
    valueOf(ledger().uploads.markRefused(id, reason, clock.now()));
    platform.answerNext(refused(12));
    expect((await decide()).decision.kind).toBe('duplicate');
    expect(platform.asked.length).toBe(times);
  });

  test('or has contradicted with an error that nobody knows, is not asked about either', async () => {
    const { earlier, ledger, platform, decide, clock } = door(knowsTheTicket);
    const id = earlier({ inDoubt: true });
    valueOf(ledger().settle(id, { word: 'refused', error: error(99).error }, clock.now()));
    expect((await decide()).decision.kind).toBe('duplicate');
    expect(platform.asked).toEqual([]);
  });
});

describe('whom the snapshot and the ledger take for inside', () => {
  test('a ticket that came in online is a duplicate a second later, offline', async () => {
    const { scan, platform, decide, clock } = door(knowsTheTicket);
    const cameAt = clock.now();
    await scan('A1');
    await clock.advance(1_000);
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision).toMatchObject({
      kind: 'duplicate',
      reason: { code: 12, firstScanAt: cameAt },
    });
  });

  test('under another barcode it is the same ticket', async () => {
    const { earlier, platform, decide, clock } = door(knowsTheTicket);
    earlier({ code: 'its old barcode', basis: 'platform' });
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision).toMatchObject({
      kind: 'duplicate',
      reason: { firstScanAt: clock.now() },
    });
  });

  test('of several times it came in, the first one is told', async () => {
    const { earlier, platform, decide, clock } = door(knowsTheTicket);
    const first = clock.now();
    earlier({ code: 'its old barcode', platformTime: first + MINUTE });
    earlier({ platformTime: first + 2 * MINUTE });
    earlier({ platformTime: first });
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision).toMatchObject({ reason: { firstScanAt: first } });
  });

  test('the same numbers in the house of another client are another ticket', async () => {
    const { earlier, platform, decide } = door(knowsTheTicket);
    earlier({ filter: { clientId: 8 } });
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision.kind).toBe('admit');
  });
});

describe('a barcode that was let in on another ticket', () => {
  const DAY = 24 * 60 * MINUTE;
  const ofSaturday = {
    snapshot: () => snapshotWith(snapshotTicket({ ticketId: 502, performanceId: 32 })),
  };

  test('of a festival pass, on Friday: on Saturday it is good, also without the network', async () => {
    const { earlier, platform, decide, clock } = door(ofSaturday);
    earlier({ basis: 'platform' });
    platform.inTheWay = NO_NETWORK;
    await clock.advance(DAY);
    expect((await decide()).decision).toMatchObject({
      kind: 'admit',
      ticketIds: { ticketId: 502 },
    });
  });

  test.each([
    ['the snapshot knows the new ticket', ofSaturday],
    ['there is no snapshot', {}],
  ])(
    'of last season, and never went up: the platform is asked about it (%s)',
    async (_what, options) => {
      const { earlier, ledger, platform, decide, clock } = door(options);
      earlier();
      clock.sleep(300 * DAY);
      valueOf(ledger().uploads.expireOlderThan(clock.now() - 2 * DAY, clock.now()));
      expect((await decide()).decision).toMatchObject({ kind: 'admit', basis: 'platform' });
      expect(platform.askedCodes).toEqual(['A1']);
    },
  );

  test.each([
    ['an hour', 60 * MINUTE, 'duplicate'],
    ['a week', 7 * DAY, 'undecided'],
  ] as const)(
    '%s ago, and neither then nor now a snapshot says of which: offline it is told by its age',
    async (_ago, ago, kind) => {
      const { earlier, platform, decide, clock } = door();
      earlier({ basis: 'platform', ticketIds: null });
      clock.sleep(ago);
      platform.inTheWay = NO_NETWORK;
      expect((await decide()).decision.kind).toBe(kind);
    },
  );
});

describe('a card with one barcode for the matinee and the evening', () => {
  const MATINEE = snapshotTicket({ ticketId: 501, performanceId: 31 });
  const LATER = (MATINEE.performanceStartDate ?? 0) + 4 * 60 * MINUTE;
  const EVENING = snapshotTicket({ ticketId: 502, performanceId: 32, performanceStartDate: LATER });
  const card = (evening = EVENING) => ({
    snapshot: () => [snapshotWith(MATINEE), snapshotWith(evening)],
  });
  const atEvening = {
    ...DOOR_SCOPE,
    filter: { ...DOOR_SCOPE.filter, productionId: 3, performanceId: 32 },
  };

  test.each([
    ['on its ticket', {}],
    ['before there was a snapshot', { basis: 'platform', ticketIds: null }],
  ] as const)('came in in the afternoon (%s), and again in the evening', async (_how, changes) => {
    const { attempt, earlier, platform, clock, decider } = door(card());
    earlier({ ...changes, filter: { ...atEvening.filter, performanceId: 31 } });
    platform.inTheWay = NO_NETWORK;
    await clock.advance(MINUTE);
    expect(valueOf(await decider.decide({ ...attempt(), ...atEvening })).decision).toMatchObject({
      kind: 'admit',
      ticketIds: { ticketId: 502, performanceId: 32 },
    });
  });

  test('whom it lets in where both are on is in on the matinee, and next nobody can say', async () => {
    const { earlier, platform, decide } = door(card());
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision).toMatchObject({ kind: 'admit', ticketIds: IDS });
    earlier();
    expect(await decide()).toMatchObject({
      decision: { kind: 'undecided', reason: NO_NETWORK, ticketIds: null },
      own: null,
    });
  });

  test('where nobody can say, the platform is asked, and is heard', async () => {
    const { platform, decide } = door(card({ ...EVENING, alreadyScanned: true }));
    platform.answerNext(refused(12));
    expect((await decide()).decision).toMatchObject({ kind: 'duplicate', basis: 'platform' });
    expect(platform.askedCodes).toEqual(['A1']);
  });

  test('but not while it would let in once more who came in here', async () => {
    const { earlier, platform, decide } = door(card());
    earlier();
    expect((await decide()).decision).toMatchObject({ kind: 'undecided', basis: 'cache' });
    expect(platform.asked).toEqual([]);
  });

  test('that came in on both is used, and it is told since when', async () => {
    const { earlier, platform, decide, clock } = door(card());
    const first = clock.now();
    earlier({ platformTime: first });
    earlier({
      platformTime: first + MINUTE,
      ticketIds: { ticketId: 502, performanceId: 32 },
    });
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision).toMatchObject({
      kind: 'duplicate',
      reason: { firstScanAt: first },
    });
  });

  test('is only looked up: what is not known is said so', () => {
    const { attempt, decider } = door(card({ ...EVENING, refundedOrVoided: true }));
    expect(valueOf(decider.lookUp(DOOR_SCOPE, attempt().scan)).decision).toMatchObject({
      kind: 'checked',
      reason: { type: 'not-known' },
      ticket: null,
    });
  });
});

describe('somebody was turned away whom the platform has admitted after all', () => {
  test('they are let in at the next scan, without asking again', async () => {
    const { turnedAway, settle, platform, decide } = door(knowsTheTicket);
    settle(turnedAway(), 'admitted');
    const { decision, doubt } = await decide();
    expect(platform.asked).toEqual([]);
    expect(decision).toMatchObject({
      kind: 'admit',
      basis: 'late',
      reason: { type: 'admitted' },
      ticket: { name: 'Ada Lovelace', seat: 'C 12' },
      ticketIds: IDS,
    });
    expect(doubt).toEqual(NO_DOUBT);
  });

  test('and nothing of it goes up: the platform has them', async () => {
    const { turnedAway, settle, scan, ledger } = door(knowsTheTicket);
    settle(turnedAway(), 'admitted');
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(ledger().uploads.pendingCount()).toBe(0);
  });
});

describe('the platform calls a ticket used that it may have spent on somebody who was turned away', () => {
  test.each<[string, Parameters<typeof snapshotTicket>[0], number, object]>([
    ['unused before', {}, -1, { kind: 'admit', basis: 'late', mayBeAnothers: true }],
    ['used before', { alreadyScanned: true }, -1, { kind: 'duplicate', basis: 'platform' }],
    ['unused since', {}, 1, { kind: 'duplicate', basis: 'platform' }],
    ['used since', { alreadyScanned: true }, 1, { kind: 'undecided' }],
  ])(
    'its word on them never came, and a snapshot calls it %s',
    async (_, ticket, since, decision) => {
      const opened = door({
        snapshot: () =>
          snapshotWith(snapshotTicket(ticket), 3, { builtAt: opened.clock.now() + since }),
      });
      const { turnedAway, settle, platform, decide } = opened;
      settle(turnedAway(), 'missing');
      platform.answerNext(refused(12));
      expect((await decide()).decision).toMatchObject(decision);
    },
  );

  test('its word on them never came, and no snapshot tells: nothing is proven', async () => {
    const { turnedAway, settle, platform, decide } = door();
    settle(turnedAway(), 'missing');
    platform.answerNext(refused(12));
    expect((await decide()).decision).toMatchObject({
      kind: 'undecided',
      reason: { type: 'unclear', because: 'possibly-spent' },
    });
  });

  test.each([
    ['its answer', {}],
    [
      'the snapshot, as it does not answer',
      { snapshot: () => snapshotWith(snapshotTicket({ alreadyScanned: true })) },
    ],
  ] as const)(
    'its word on them is still awaited: by %s nobody is let in yet',
    async (_by, options) => {
      const { turnedAway, platform, decide } = door(options);
      turnedAway();
      platform.answerNext(
        'snapshot' in options ? { type: 'unreachable', reason: 'reset' } : refused(12),
      );
      expect((await decide()).decision).toMatchObject({
        kind: 'undecided',
        reason: { type: 'word-awaited' },
      });
    },
  );

  test('any other error is about something else', async () => {
    const { turnedAway, settle, platform, decide } = door();
    settle(turnedAway(), 'missing');
    platform.answerNext(refused(13));
    expect((await decide()).decision).toMatchObject({ kind: 'reject', basis: 'platform' });
  });

  test('while it cannot be asked, the mark alone lets nobody in', async () => {
    const { turnedAway, settle, platform, decide } = door();
    settle(turnedAway(), 'missing');
    platform.inTheWay = NO_NETWORK;
    expect((await decide()).decision.kind).toBe('undecided');
  });
});

describe('an answer that is no word about the ticket', () => {
  test.each([1, 5, 6])(
    'code %i ends the session: the snapshot decides, and nothing is in doubt',
    async (code) => {
      const { decision, doubt } = await decideAfter(refused(code));
      expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
      expect(doubt).toEqual(NO_DOUBT);
    },
  );

  test.each([
    [8, 'reject'],
    [12, 'duplicate'],
    [14, 'reject'],
  ])(
    'code %i is its word about the ticket, also where it ends the session: %s',
    async (code, kind) => {
      const { decision, doubt } = await decideAfter(refused(code, true));
      expect(decision).toMatchObject({ kind, basis: 'platform', reason: { error: { code } } });
      expect(doubt).toEqual(NO_DOUBT);
    },
  );

  test('a session that has ended is the reason where there is no snapshot', async () => {
    const { platform, decide } = door();
    platform.answerNext(refused(5));
    expect((await decide()).decision).toMatchObject({
      kind: 'undecided',
      basis: 'cache',
      reason: { type: 'platform-error', error: { code: 5 } },
    });
  });

  test.each([
    [16, false],
    [16, true],
    [17, true],
  ])(
    'an unanticipated error (code %i, logout %s): the snapshot decides, and whether the ticket is spent stays open',
    async (code, forceLogout) => {
      const { decision, doubt } = await decideAfter(refused(code, forceLogout));
      expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
      expect(doubt).toEqual({ type: 'silent' });
    },
  );

  test.each([
    [2, false],
    [3, false],
    [4, true],
    [7, true],
  ])(
    'code %i is about the user (logout %s): undecided, whatever the snapshot says',
    async (code, forceLogout) => {
      const { decision, doubt } = await decideAfter(refused(code, forceLogout));
      expect(decision).toMatchObject({
        kind: 'undecided',
        basis: 'platform',
        reason: { error: { code } },
      });
      expect(doubt).toEqual(NO_DOUBT);
    },
  );

  test.each([false, true])(
    'a code that the spec does not know is a no for a reason that nobody here knows (logout %s)',
    async (forceLogout) => {
      const { decision, doubt } = await decideAfter(refused(99, forceLogout));
      expect(decision).toMatchObject({
        kind: 'undecided',
        basis: 'platform',
        reason: { type: 'platform-error', error: { code: 99, name: 'Some Thing' } },
      });
      expect(doubt).toEqual(NO_DOUBT);
    },
  );

  test('an error without a name is none: the snapshot decides, and it stays open whether the ticket is spent', async () => {
    const { decision, doubt } = await decideAfter(refusedWithoutWords());
    expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(doubt).toEqual({ type: 'silent' });
  });

  test('a request that the platform does not understand has spent nothing: the snapshot decides', async () => {
    const { platform, decide } = door(knowsTheTicket);
    platform.answerNext(refused(15));
    const { decision, doubt } = await decide();
    expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(doubt).toEqual(NO_DOUBT);
  });

  test('nobody is signed in any more when it is asked: the snapshot decides', async () => {
    const { platform, decide } = door(knowsTheTicket);
    platform.answerNext({ type: 'not-signed-in' });
    expect(await decide()).toMatchObject({ decision: { kind: 'admit' }, doubt: NO_DOUBT });
  });
});

describe('no answer', () => {
  const IN_DOUBT: Record<OfflineReason, boolean> = {
    refused: false,
    dns: false,
    tls: false,
    reset: true,
    timeout: true,
    'server-error': true,
    'captive-portal': true,
    firewall: true,
    'not-the-platform': true,
    unreachable: true,
  };

  test.each(Object.entries(IN_DOUBT) as [OfflineReason, boolean][])(
    '%s: the snapshot decides; the platform may have heard the question: %s',
    async (reason, mayHave) => {
      const { platform, decide } = door(knowsTheTicket);
      platform.answerNext({ type: 'unreachable', reason });
      const { decision, doubt } = await decide();
      expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
      expect(doubt).toEqual({ type: mayHave ? 'silent' : 'none' });
    },
  );

  test.each(Object.keys(IN_DOUBT) as OfflineReason[])(
    '%s without a snapshot: undecided, for that reason',
    async (reason) => {
      const { platform, decide } = door();
      platform.answerNext({ type: 'unreachable', reason });
      expect((await decide()).decision).toMatchObject({
        kind: 'undecided',
        reason: { type: 'no-answer', cause: reason },
      });
    },
  );

  test('within the budget: the snapshot decides when it ends, and the platform’s word is awaited', async () => {
    const { platform, decide, clock } = door(knowsTheTicket);
    platform.answerNext(ADMITTED, 7_000);
    const { decision, doubt } = await decide(1_000);
    expect(decision).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(platform.overdue).toBe(1);
    if (doubt.type !== 'awaited') throw new Error(`not awaited but ${doubt.type}`);
    await clock.advance(6_000);
    expect(await doubt.answer).toEqual(ADMITTED);
  });

  test('within the budget, and no snapshot: it took too long', async () => {
    const { platform, decide } = door();
    platform.answerNext(ADMITTED, 7_000);
    expect((await decide(1_000)).decision).toMatchObject({
      kind: 'undecided',
      reason: { type: 'no-answer', cause: 'timeout' },
    });
  });

  test('an answer in the last millisecond of the budget is in time', async () => {
    const { platform, decide } = door();
    platform.answerNext(refused(10), 999);
    const { decision, doubt } = await decide(999);
    expect(decision).toMatchObject({ kind: 'reject', basis: 'platform' });
    expect(doubt).toEqual(NO_DOUBT);
    expect(platform.overdue).toBe(0);
  });

  test('asking that fails in an unforeseen way leaves open whether the ticket is spent', async () => {
    const { platform, decide, logger } = door(knowsTheTicket);
    platform.next(() => Promise.reject(new Error('secret')));
    expect(await decide()).toMatchObject({
      decision: { kind: 'admit', basis: 'cache' },
      doubt: { type: 'silent' },
    });
    expect(logger.lines.join()).not.toContain('secret');
  });
});

describe('a fault of the ledger', () => {
  test('decides nothing, and the platform is not asked: it would spend a ticket for nobody', async () => {
    const { keeper, decider, platform, admissionLedger, attempt } = openDoor(knowsTheTicket);
    keeper.use(() => ({ ok: false, error: { code: 'disk-full', detail: 'SQLITE_FULL' } }));
    expect(await decider.decide(attempt())).toMatchObject({
      ok: false,
      error: { code: 'disk-full' },
    });
    const wanted = { code: 'A1', ticketIds: [501], ticketHash: '' };
    expect(admissionLedger.ticketEvents(DOOR_SCOPE, wanted)).toMatchObject({ ok: false });
    expect(platform.asked).toEqual([]);
  });

  test('nor when it comes between two look-ups of the same scan', async () => {
    const opened = openDoor({
      snapshot: () => {
        opened.keeper.use(() => ({ ok: false, error: { code: 'unreadable', detail: 'EIO' } }));
        return snapshotWith(snapshotTicket());
      },
    });
    expect(await opened.decider.decide(opened.attempt())).toMatchObject({ ok: false });
    expect(opened.platform.asked).toEqual([]);
  });
});
