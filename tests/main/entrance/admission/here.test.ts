import type { CopyWord } from '#main/entrance/admission/copy.ts';
import type { KnownTicket } from '#main/entrance/admission/decide-locally.ts';
import { admitLate, decideHere } from '#main/entrance/admission/here.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import { describe, expect, test } from 'vitest';
import { COMBINATIONS, type Combination } from './combinations.ts';
import { BUILT_AT, cachedTicket, copyWith, NO_NETWORK, DOOR_SCOPE } from './support.ts';

const LET_IN_AT = BUILT_AT + 60_000;
const NO_COPY: CopyWord = { type: 'none' };
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

/** A copy that may not decide is as good as none: nothing of it reaches the decision. */
const REACHABLE = COMBINATIONS.filter(
  ({ copyIsUsable, ticket }) => copyIsUsable || ticket === null,
);

/** Why the copy’s silence proves nothing, where it does not. */
const DOUBT = { type: 'not-covered', start: BUILT_AT + 5 * 3_600_000 } as const;

function copyOf({ copyIsUsable, ticket, absenceIsProven }: Combination): CopyWord {
  if (!copyIsUsable) return NO_COPY;
  return copyWith(ticket && cachedTicket(ticketOf(ticket)), ticket?.productionId, {
    isOn: ticket?.isOn ?? false,
    absenceDoubt: ticket === null && !absenceIsProven ? DOUBT : null,
  });
}

/** What of a combination's ticket stands in the download. */
function ticketOf({ performanceId, alreadyScanned, refundedOrVoided }: KnownTicket) {
  return { performanceId, alreadyScanned, refundedOrVoided };
}

/** Why nothing is decided. */
function undecidedFor({ copyIsUsable, ticket, expected, filter }: Combination): VerdictReason {
  if (expected !== 'undecided' || !copyIsUsable) return NO_NETWORK;
  if (ticket === null) return { type: 'not-listed', copyFrom: BUILT_AT, because: DOUBT };
  const seriesIsUnknown = filter.productionId !== undefined && filter.performanceId === undefined;
  if (seriesIsUnknown && ticket.productionId === null) return NO_NETWORK;
  return { type: 'not-on', start: cachedTicket().performanceStartDate };
}

/** The kind of the verdict that goes with a code. */
function kindOf(expected: Combination['expected']): string {
  if (typeof expected === 'string') return expected;
  return expected === 12 ? 'duplicate' : 'reject';
}

describe('every combination has its verdict', () => {
  test.each(REACHABLE)('$name → $expected', (combination) => {
    const { filter, ticket, copyIsUsable, admittedHere, expected } = combination;
    const firstScanAt = admittedHere ? LET_IN_AT : null;
    const decision = decideHere(
      { ...DOOR_SCOPE, filter },
      { copy: copyOf(combination), firstScanAt },
      NO_NETWORK,
    );
    const reason: Record<string, VerdictReason> = {
      admit: { type: 'admitted' },
      undecided: undecidedFor(combination),
    };
    expect(decision).toEqual({
      kind: kindOf(expected),
      basis: 'cache',
      ticket: expected === 'admit' ? FACTS : null,
      ticketIds: ticket && { ticketId: 501, performanceId: ticket.performanceId },
      reason: reason[expected] ?? {
        type: 'copy',
        code: expected,
        firstScanAt,
        copyFrom: copyIsUsable ? BUILT_AT : null,
      },
    });
  });
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
    const knowledge = { copy: NO_COPY, firstScanAt: null };
    expect(decideHere(DOOR_SCOPE, knowledge, obstacle).reason).toEqual(obstacle);
  });

  test.each([
    ['came in here', { copy: copyWith(cachedTicket()), firstScanAt: LET_IN_AT }, LET_IN_AT],
    [
      'came in here before the copy was made',
      { copy: copyWith(cachedTicket(USED)), firstScanAt: BUILT_AT - 1 },
      BUILT_AT - 1,
    ],
    ['came in elsewhere', { copy: copyWith(cachedTicket(USED)), firstScanAt: null }, null],
  ])('a duplicate that %s tells when, if that is known here', (_where, knowledge, firstScanAt) => {
    expect(decideHere(DOOR_SCOPE, knowledge, NO_NETWORK)).toMatchObject({
      kind: 'duplicate',
      reason: { firstScanAt, copyFrom: BUILT_AT },
    });
  });

  test('a voided ticket that came in here tells both', () => {
    const knowledge = { copy: copyWith(cachedTicket(VOID)), firstScanAt: LET_IN_AT };
    expect(decideHere(DOOR_SCOPE, knowledge, NO_NETWORK).reason).toMatchObject({
      code: 13,
      firstScanAt: LET_IN_AT,
    });
  });
});

describe('a late admission', () => {
  test('shows what the copy knows of the ticket, whatever the copy says of its validity', () => {
    const copy = copyWith(cachedTicket({ ...USED, ...VOID }));
    expect(admitLate({ copy, firstScanAt: null })).toEqual({
      kind: 'admit',
      basis: 'late',
      reason: { type: 'admitted' },
      ticket: FACTS,
      ticketIds: IDS,
    });
  });

  test.each([
    ['without a copy', NO_COPY],
    ['a code that the copy does not know', copyWith(null)],
  ])('%s: nothing is known of the ticket', (_what, copy) => {
    expect(admitLate({ copy, firstScanAt: LET_IN_AT })).toMatchObject({
      kind: 'admit',
      basis: 'late',
      ticket: null,
      ticketIds: null,
    });
  });
});
