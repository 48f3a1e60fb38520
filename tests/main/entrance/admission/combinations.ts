import type { ListedTicket } from '#main/entrance/admission/evidence.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';

type Word = 9 | 10 | 11 | 12 | 13 | 'admit' | 'undecided';

/** One combination of all that a decision without the platform depends on. */
export interface Combination {
  readonly name: string;
  readonly filter: ScanFilter;
  readonly snapshotIsUsable: boolean;
  /** Null: the snapshot does not know the code. */
  readonly ticket: StateOfTicket | null;
  readonly absenceIsProven: boolean;
  readonly admittedBefore: boolean;
  /** The holder has left since, and may come in again. */
  readonly mayReturn: boolean;
  /** The error code of the decision, or its kind where it has none. */
  readonly expected: Word;
}

export type StateOfTicket = Pick<
  ListedTicket,
  'performanceId' | 'productionId' | 'alreadyScanned' | 'refundedOrVoided' | 'isOn'
>;

type Place = 9 | 10 | 'unknown' | null;

/** What a ticket is for, and what is said of it, were it good, with a door open for the series or the performance. */
const PLACES: readonly {
  readonly place: string;
  readonly performanceId: number;
  readonly productionId: number | null;
  /** Wrong there, or right, or nobody here knows. */
  readonly atSeries: Place;
  readonly atPerformance: Place;
}[] = [
  {
    place: 'this performance',
    performanceId: 300,
    productionId: 20,
    atSeries: null,
    atPerformance: null,
  },
  {
    place: 'this performance, of who knows which series',
    performanceId: 300,
    productionId: null,
    atSeries: 'unknown',
    atPerformance: null,
  },
  {
    place: 'this performance, of another series by its name',
    performanceId: 300,
    productionId: 30,
    atSeries: 9,
    atPerformance: null,
  },
  {
    place: 'another performance',
    performanceId: 301,
    productionId: 20,
    atSeries: null,
    atPerformance: 10,
  },
  {
    place: 'another series',
    performanceId: 400,
    productionId: 30,
    atSeries: 9,
    atPerformance: 9,
  },
  {
    place: 'another performance, of who knows which series',
    performanceId: 500,
    productionId: null,
    atSeries: 'unknown',
    atPerformance: 10,
  },
];

/** What a door may be open for, and what makes a place wrong there. */
const DOORS: readonly {
  readonly open: string;
  readonly filter: ScanFilter;
  readonly wrong: (place: (typeof PLACES)[number]) => Place;
}[] = [
  { open: 'anything', filter: { clientId: 1 }, wrong: () => null },
  {
    open: 'the series',
    filter: { clientId: 1, productionId: 20 },
    wrong: ({ atSeries }) => atSeries,
  },
  {
    open: 'the performance',
    filter: { clientId: 1, productionId: 20, performanceId: 300 },
    wrong: ({ atPerformance }) => atPerformance,
  },
];

const EITHER = [true, false];

const PASTS = EITHER.flatMap((admittedBefore) =>
  EITHER.map((mayReturn) => ({ admittedBefore, mayReturn })),
);

/** Every combination of snapshot state, filter, ticket state and own history. */
export const COMBINATIONS: readonly Combination[] = DOORS.flatMap(({ open, filter, wrong }) =>
  PASTS.flatMap(({ admittedBefore, mayReturn }) => {
    const left = mayReturn ? ', left since' : '';
    const here = `open for ${open}, ${admittedBefore ? 'let in here before' : 'new here'}${left}`;
    const common = { filter, admittedBefore, mayReturn, absenceIsProven: false };
    const withoutSnapshot = admittedBefore && !mayReturn ? 12 : 'undecided';
    const unknown = [
      {
        ...common,
        name: `${here}: an unknown code`,
        snapshotIsUsable: true,
        ticket: null,
        absenceIsProven: true,
        // Who was let in has a ticket: it was sold since.
        expected: admittedBefore ? withoutSnapshot : 11,
      },
      {
        ...common,
        name: `${here}: a code that the snapshot does not know, and need not`,
        snapshotIsUsable: true,
        ticket: null,
        expected: withoutSnapshot,
      },
      {
        ...common,
        name: `${here}: any code, without a snapshot`,
        snapshotIsUsable: false,
        ticket: null,
        expected: withoutSnapshot,
      },
    ] as const;
    const known = PLACES.flatMap((place) =>
      EITHER.flatMap((alreadyScanned) =>
        EITHER.flatMap((refundedOrVoided) =>
          EITHER.flatMap((isOn): Combination[] => {
            const { performanceId, productionId } = place;
            const ticket = { performanceId, productionId, alreadyScanned, refundedOrVoided, isOn };
            const when = isOn ? '' : ', not on now';
            const state = `${alreadyScanned ? ', scanned' : ''}${refundedOrVoided ? ', voided' : ''}`;
            const name = `${here}: for ${place.place}${when}${state}`;
            // The order of the rules: is it for this, is it still good, was it used.
            const isWrong = wrong(place);
            const good = isWrong === 'unknown' || !isOn ? 'undecided' : 'admit';
            const used = (alreadyScanned || admittedBefore) && !mayReturn ? 12 : good;
            const still = refundedOrVoided ? 13 : used;
            const expected = isWrong === null || isWrong === 'unknown' ? still : isWrong;
            return [{ ...common, name, snapshotIsUsable: true, ticket, expected }];
          }),
        ),
      ),
    );
    return [...unknown, ...known];
  }),
);
