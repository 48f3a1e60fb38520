import {
  decideLocally,
  type KnownTicket,
  type LocalKnowledge,
} from '#main/admission/decide-locally.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { describe, expect, test } from 'vitest';

const OPEN_FOR: Record<string, ScanFilter> = {
  'anything open': { clientId: 1 },
  'the production': { clientId: 1, productionId: 20 },
  'the performance': { clientId: 1, productionId: 20, performanceId: 300 },
};

type Place = 'this performance' | 'another performance' | 'another series' | 'who knows';

const PLACES: Record<Place, Pick<KnownTicket, 'performanceId' | 'productionId'>> = {
  'this performance': { performanceId: 300, productionId: 20 },
  'another performance': { performanceId: 301, productionId: 20 },
  'another series': { performanceId: 400, productionId: 30 },
  'who knows': { performanceId: 500, productionId: null },
};

/** What is said of a ticket of each place that is otherwise good, by what the door is open for. */
const BY_PLACE: Record<string, Record<Place, number | 'admit'>> = {
  'anything open': {
    'this performance': 'admit',
    'another performance': 'admit',
    'another series': 'admit',
    'who knows': 'admit',
  },
  'the production': {
    'this performance': 'admit',
    'another performance': 'admit',
    'another series': 9,
    'who knows': 10,
  },
  'the performance': {
    'this performance': 'admit',
    'another performance': 10,
    'another series': 9,
    'who knows': 10,
  },
};

const STATES = [true, false].flatMap((alreadyScanned) =>
  [true, false].flatMap((refundedOrVoided) =>
    [true, false].map((admittedHere) => ({ alreadyScanned, refundedOrVoided, admittedHere })),
  ),
);

function word(filter: ScanFilter, knowledge: LocalKnowledge) {
  const decision = decideLocally(filter, knowledge);
  return 'code' in decision ? decision.code : decision.kind;
}

/** The order of the rules: the place, then whether it still is good, then whether it was used. */
function expected(place: number | 'admit', state: (typeof STATES)[number]) {
  if (place !== 'admit') return place;
  if (state.refundedOrVoided) return 13;
  return state.alreadyScanned || state.admittedHere ? 12 : 'admit';
}

const EVERY_CASE = Object.entries(OPEN_FOR).flatMap(([open, filter]) =>
  (Object.keys(PLACES) as Place[]).flatMap((place) =>
    STATES.map((state) => ({ open, filter, place, state })),
  ),
);

describe('a decision from this kiosk’s own copy', () => {
  test.each(EVERY_CASE)(
    'open for $open, a ticket for $place, $state',
    ({ open, filter, place, state }) => {
      const ticket = { ...PLACES[place], ...state };
      const { admittedHere } = state;
      const byPlace = BY_PLACE[open]?.[place] ?? 'admit';
      expect(word(filter, { copyIsUsable: true, ticket, admittedHere })).toBe(
        expected(byPlace, state),
      );
    },
  );

  test.each(Object.entries(OPEN_FOR))(
    'open for %s, a code that the copy does not know is not valid',
    (_open, filter) => {
      expect(word(filter, { copyIsUsable: true, ticket: null, admittedHere: false })).toBe(11);
    },
  );
});

describe('without a copy', () => {
  test.each(Object.entries(OPEN_FOR))(
    'open for %s, it is never “admit” and never “not valid”',
    (_open, filter) => {
      const ticket = {
        ...PLACES['this performance'],
        alreadyScanned: false,
        refundedOrVoided: false,
      };
      for (const known of [null, ticket]) {
        const knowledge = { copyIsUsable: false, ticket: known, admittedHere: false };
        expect(word(filter, knowledge)).toBe('undecided');
      }
    },
  );

  test('whom this kiosk has let in itself is still known', () => {
    expect(word({ clientId: 1 }, { copyIsUsable: false, ticket: null, admittedHere: true })).toBe(
      12,
    );
  });
});
