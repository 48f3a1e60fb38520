import type { Evidence, SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { admitLate, decideHere, decideLocally } from '#main/entrance/admission/offline-decision.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import { describe, expect, test } from 'vitest';
import { COMBINATIONS, type Combination, type StateOfTicket } from './combinations.ts';
import {
  BUILT_AT,
  DOOR_SCOPE,
  evidence,
  NO_NETWORK,
  snapshotTicket,
  snapshotWith,
} from './support.ts';

const LET_IN_AT = BUILT_AT + 60_000;
const NO_COPY: SnapshotWord = { type: 'none' };
const IDS = { ticketId: 501, performanceId: 31 };
const FACTS = {
  name: 'Ada Lovelace',
  performance: 'The Winter’s Tale, Fri 20 Nov 18:30',
  section: 'Stalls',
  seat: 'C 12',
  ticketsScanned: 1,
  ticketsSold: 2,
  countedAt: BUILT_AT,
  successHtml: null,
  patron: null,
};
const USED = { alreadyScanned: true };
const VOID = { refundedOrVoided: true };

/** Why the snapshot’s silence proves nothing, where it does not. */
const DOUBT = { type: 'not-covered', start: BUILT_AT + 5 * 3_600_000 } as const;

function wordOf({ snapshotIsUsable, ticket, absenceIsProven }: Combination): SnapshotWord {
  if (!snapshotIsUsable) return NO_COPY;
  return snapshotWith(ticket && snapshotTicket(ticketOf(ticket)), ticket?.productionId, {
    isOn: ticket?.isOn ?? false,
    absenceDoubt: ticket === null && !absenceIsProven ? DOUBT : null,
  });
}

/** What of a combination's ticket stands in the download. */
function ticketOf({ performanceId, alreadyScanned, refundedOrVoided }: StateOfTicket) {
  return { performanceId, alreadyScanned, refundedOrVoided };
}

function evidenceOf(combination: Combination): Evidence {
  const { admittedBefore, mayReturn } = combination;
  return evidence({
    snapshot: wordOf(combination),
    firstScanAt: admittedBefore ? LET_IN_AT : null,
    leftAt: mayReturn ? LET_IN_AT + 60_000 : null,
  });
}

/** Why nothing is decided. */
function undecidedFor(combination: Combination): VerdictReason {
  const { snapshotIsUsable, ticket, absenceIsProven, expected, filter } = combination;
  if (expected !== 'undecided' || !snapshotIsUsable || absenceIsProven) return NO_NETWORK;
  if (ticket === null) return { type: 'not-listed', copyFrom: BUILT_AT, because: DOUBT };
  const seriesIsUnknown = filter.productionId !== undefined && filter.performanceId === undefined;
  if (seriesIsUnknown && ticket.productionId === null) return NO_NETWORK;
  return { type: 'not-on', start: snapshotTicket().performanceStartDate };
}

/** The kind of the verdict that goes with a code. */
function kindOf(expected: Combination['expected']): string {
  if (typeof expected === 'string') return expected;
  return expected === 12 ? 'duplicate' : 'reject';
}

describe('every combination has its verdict', () => {
  test.each(COMBINATIONS)('$name → $expected', (combination) => {
    const { filter, ticket, snapshotIsUsable, admittedBefore, expected } = combination;
    const known = evidenceOf(combination);
    const { firstScanAt, leftAt } = known;
    const wasUsed = admittedBefore || ticket?.alreadyScanned === true;
    const isBack = expected === 'admit' && wasUsed;
    const decision = decideHere({ ...DOOR_SCOPE, filter }, known, NO_NETWORK);
    const reason: Record<string, VerdictReason> = {
      admit: isBack && leftAt !== null ? { type: 'came-back', leftAt } : { type: 'admitted' },
      undecided: undecidedFor(combination),
    };
    expect(decision).toEqual({
      kind: kindOf(expected),
      basis: isBack ? 'venue' : 'cache',
      ticket: expected === 'admit' ? FACTS : null,
      ticketIds: ticket && { ticketId: 501, performanceId: ticket.performanceId },
      reason: reason[expected] ?? {
        type: 'copy',
        code: expected,
        firstScanAt,
        copyFrom: snapshotIsUsable ? BUILT_AT : null,
      },
    });
  });
});

test('these are all: 3 doors, history or none, left since or not, 48 states of a ticket, and none', () => {
  expect(new Set(COMBINATIONS.map(({ name }) => name)).size).toBe(3 * 2 * 2 * (48 + 3));
});

test('a doubted claim neither refuses nor proves a ticket', () => {
  for (const combination of COMBINATIONS.filter(({ admittedBefore }) => admittedBefore)) {
    const { filter, mayReturn } = combination;
    const known = evidenceOf(combination);
    const decided = decideLocally(filter, { ...known, isOnlyDoubted: true });
    const without = decideLocally(filter, { ...known, firstScanAt: null });
    // What refuses the ticket without that claim refuses it with it; nothing is let in because of it.
    if (without.kind === 'reject' || without.kind === 'duplicate' || mayReturn) {
      expect(decided).toEqual(without);
    } else expect(decided).toEqual({ kind: 'undecided', why: 'doubted-claim' });
  }
});

describe('the words of a verdict without the platform', () => {
  test.each<VerdictReason>([
    NO_NETWORK,
    { type: 'not-signed-in' },
    {
      type: 'platform-error',
      error: { code: 5, key: 'k', name: 'n', forceLogout: false, messageHtml: null },
    },
  ])('where nothing here can decide, $type is the reason', (obstacle) => {
    expect(decideHere(DOOR_SCOPE, evidence(), obstacle).reason).toEqual(obstacle);
  });

  test.each([
    [
      'came in here',
      evidence({ snapshot: snapshotWith(snapshotTicket()), firstScanAt: LET_IN_AT }),
      LET_IN_AT,
    ],
    [
      'came in here before the snapshot was made',
      evidence({ snapshot: snapshotWith(snapshotTicket(USED)), firstScanAt: BUILT_AT - 1 }),
      BUILT_AT - 1,
    ],
    [
      'came in elsewhere',
      evidence({ snapshot: snapshotWith(snapshotTicket(USED)), firstScanAt: null }),
      null,
    ],
  ])('a duplicate that %s tells when, if that is known here', (_where, knowledge, firstScanAt) => {
    expect(decideHere(DOOR_SCOPE, knowledge, NO_NETWORK)).toMatchObject({
      kind: 'duplicate',
      reason: { firstScanAt, copyFrom: BUILT_AT },
    });
  });

  test('a voided ticket that came in here tells both', () => {
    const knowledge = evidence({
      snapshot: snapshotWith(snapshotTicket(VOID)),
      firstScanAt: LET_IN_AT,
    });
    expect(decideHere(DOOR_SCOPE, knowledge, NO_NETWORK).reason).toMatchObject({
      code: 13,
      firstScanAt: LET_IN_AT,
    });
  });
});

describe('a late admission', () => {
  test('shows what the snapshot knows of the ticket, whatever the snapshot says of its validity', () => {
    const snapshot = snapshotWith(snapshotTicket({ ...USED, ...VOID }));
    expect(admitLate(evidence({ snapshot }))).toEqual({
      kind: 'admit',
      basis: 'late',
      reason: { type: 'admitted' },
      ticket: FACTS,
      ticketIds: IDS,
    });
  });

  test.each([
    ['without a snapshot', NO_COPY],
    ['a code that the snapshot does not know', snapshotWith(null)],
  ])('%s: nothing is known of the ticket', (_what, snapshot) => {
    expect(admitLate(evidence({ snapshot, firstScanAt: LET_IN_AT }))).toMatchObject({
      kind: 'admit',
      basis: 'late',
      ticket: null,
      ticketIds: null,
    });
  });
});
