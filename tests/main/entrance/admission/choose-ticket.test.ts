import type { Evidence } from '#main/entrance/admission/evidence.ts';
import { chooseTicket } from '#main/entrance/admission/gather-evidence.ts';
import { decideLocally } from '#main/entrance/admission/offline-decision.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { describe, expect, test } from 'vitest';
import { BUILT_AT, evidence, snapshotTicket, snapshotWith } from './support.ts';

interface Named extends Evidence {
  readonly name: string;
  readonly performanceId: number;
  readonly isOn: boolean;
}

const PLACES = {
  here: { performanceId: 300, productionId: 20 },
  sister: { performanceId: 301, productionId: 20 },
  other: { performanceId: 400, productionId: 30 },
  unknown: { performanceId: 500, productionId: null },
} as const;
const STARTS = { here: 20, sister: 15, other: 17, unknown: null } as const;
const STATES = {
  good: { alreadyScanned: false, refundedOrVoided: false, admittedBefore: false },
  scanned: { alreadyScanned: true, refundedOrVoided: false, admittedBefore: false },
  inside: { alreadyScanned: false, refundedOrVoided: false, admittedBefore: true },
  void: { alreadyScanned: false, refundedOrVoided: true, admittedBefore: false },
} as const;
type Place = keyof typeof PLACES;
type State = keyof typeof STATES;
type Spec = `${Place} ${State}` | `${Place} ${State} later`;

const DOORS = {
  anything: { clientId: 1 },
  series: { clientId: 1, productionId: 20 },
  performance: { clientId: 1, productionId: 20, performanceId: 300 },
} satisfies Record<string, ScanFilter>;

const places = ['here', 'sister', 'other', 'unknown'] as const;
const states = ['good', 'scanned', 'inside', 'void'] as const;

function ticketOf(place: Place, state: State, isOn: boolean): Named {
  const { admittedBefore, ...marks } = STATES[state];
  const { performanceId, productionId } = PLACES[place];
  const ticket = snapshotTicket({ ...marks, performanceId, performanceStartDate: STARTS[place] });
  const snapshot = snapshotWith(ticket, productionId, { isOn });
  const name = `${place} ${state}${isOn ? '' : ' later'}`;
  const firstScanAt = admittedBefore ? BUILT_AT : null;
  return { ...evidence({ snapshot, firstScanAt }), name, performanceId, isOn };
}

const EVERY = places.flatMap((place) =>
  states.flatMap((state) => [true, false].map((isOn) => ticketOf(place, state, isOn))),
);
const named = (names: readonly Spec[]) =>
  names.flatMap((name) => EVERY.filter((each) => each.name === name));

describe('which ticket of a card is meant', () => {
  test.each<[keyof typeof DOORS, readonly Spec[], readonly Spec[]]>([
    // At the door of one performance it is the ticket for it, whatever the others are.
    ['performance', ['sister scanned', 'here good'], ['here good']],
    ['performance', ['sister good', 'here void'], ['here void']],
    ['performance', ['sister inside', 'here good'], ['here good']],
    ['performance', ['sister good', 'here good later'], ['here good later']],
    // It is open for none of them: what is on now tells best, and then what comes first.
    ['performance', ['unknown good', 'other good', 'sister good later'], ['other good']],
    ['performance', ['other scanned later', 'sister good later'], ['sister good later']],
    // At the door of a series it is one of its own, or of who knows which.
    ['series', ['other good', 'here good'], ['here good']],
    ['series', ['other void', 'sister scanned'], ['sister scanned']],
    ['series', ['unknown scanned', 'other good'], ['unknown scanned']],
    ['series', ['here good', 'unknown good'], ['here good', 'unknown good']],
    ['series', ['other good later', 'other scanned later'], ['other good later']],
    // What is on now comes first, and of what is decided alike the earliest.
    ['series', ['here good', 'sister scanned later'], ['here good']],
    ['anything', ['here good', 'sister good'], ['sister good']],
    ['anything', ['unknown scanned', 'here inside', 'other scanned'], ['other scanned']],
    ['anything', ['here good later', 'sister good later'], ['sister good later']],
    // One barcode on several tickets of one performance: voided and rebooked, or a family.
    ['performance', ['here void', 'here good'], ['here void', 'here good']],
    ['performance', ['here good', 'here good'], ['here good']],
    ['performance', ['here inside', 'here good'], ['here inside', 'here good']],
    ['performance', ['here void', 'here void'], ['here void']],
    ['performance', ['here void', 'sister good'], ['here void']],
    ['series', ['here void', 'here good'], ['here void', 'here good']],
    // Nothing says which is meant.
    ['anything', ['here good', 'sister scanned'], ['sister scanned', 'here good']],
    ['anything', ['here good', 'sister inside'], ['sister inside', 'here good']],
    ['anything', ['other void', 'here scanned'], ['other void', 'here scanned']],
    [
      'anything',
      ['here good later', 'sister scanned later'],
      ['sister scanned later', 'here good later'],
    ],
  ])('door for %s, %j: %j', (door, on, meant) => {
    expect(chooseTicket(DOORS[door], named(on)).map(({ name }) => name)).toEqual(meant);
  });
});

describe('whatever two tickets a card has', () => {
  const PAIRS = EVERY.flatMap((first) =>
    EVERY.filter(({ performanceId }) => performanceId !== first.performanceId).map(
      (second) => [first, second] as const,
    ),
  );
  const decided = (filter: ScanFilter, known: Named) => {
    const decision = decideLocally(filter, known);
    return 'code' in decision ? decision.code : decision.kind;
  };

  test.each(Object.entries(DOORS))(
    'a door for %s never goes by a ticket that hides another',
    (_open, filter) => {
      for (const pair of PAIRS) {
        const names = pair.map(({ name }) => name).join(' and ');
        const meant = chooseTicket<Named>(filter, pair);
        const isFor = (each: Named) => decided(filter, each) !== 9 && decided(filter, each) !== 10;
        const rivals = pair.filter(isFor);
        const on = rivals.filter(({ isOn }) => isOn);
        const words = new Set((on.length > 0 ? on : rivals).map((each) => decided(filter, each)));
        expect(meant.length, names).toBe(words.size > 1 ? 2 : 1);
        // Red for the wrong door only where none is for this one.
        expect(meant.every(isFor), names).toBe(rivals.length > 0);
        expect(meant.some(({ isOn }) => !isOn) && on.length > 0, names).toBe(false);
        // In which order the snapshot has them makes no difference.
        const turned = chooseTicket<Named>(filter, pair.toReversed());
        expect(
          turned.map(({ name }) => name),
          names,
        ).toEqual(meant.map(({ name }) => name));
      }
    },
  );
});
