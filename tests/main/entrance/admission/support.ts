import { randomUUID } from 'node:crypto';
import { createAdmissionLedger } from '#main/entrance/admission/admission-ledger.ts';
import {
  Admission,
  type AdmissionPorts,
  type Purpose,
} from '#main/entrance/admission/admission.ts';
import type { Evidence, SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { Decider, type Obstacle, type Platform } from '#main/entrance/admission/decider.ts';
import type { Attempt, DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import {
  rightToReturn,
  type Leaving,
  type ReentryRules,
} from '#main/entrance/admission/reentry.ts';
import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { standingOf, type HeardEvent } from '#main/ledger/standing.ts';
import { NO_EVENTS } from '#main/venue/venue.ts';
import type { LedgerKeeperPorts } from '#main/ledger/keeper.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { PATRON_DETAILS } from '#shared/model/settings.ts';
import type { TicketFacts, Verdict } from '#shared/model/verdict.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { HOUSE, offlineAdmission, valueOf, type EntryChanges } from '#tests/main/ledger/support.ts';
import { keeperIn } from '#tests/main/ledger/kept.ts';

/** The door is open for everything of one client. */
export const DOOR_SCOPE: DoorScope = {
  baseUrl: HOUSE.baseUrl,
  filter: { clientId: HOUSE.clientId },
};

export const NOTHING_KNOWN: TicketFacts = {
  name: null,
  performance: null,
  section: null,
  seat: null,
  ticketsScanned: null,
  ticketsSold: null,
  countedAt: null,
  successHtml: null,
  patron: null,
};
export const ADMITTED: PlatformAnswer = { type: 'admitted', ticket: NOTHING_KNOWN };
/** Nobody is at the other end. */
export const NO_NETWORK: Obstacle = { type: 'no-answer', cause: 'refused' };

export function refused(code: number, forceLogout = false): PlatformAnswer {
  return {
    type: 'refused',
    error: { code, key: 'error.some.thing', name: 'Some Thing', forceLogout, messageHtml: null },
  };
}

/** An answer that says no, and nothing else. */
export function refusedWithoutWords(): PlatformAnswer {
  const error = { code: 0, key: '', name: '', forceLogout: false, messageHtml: null };
  return { type: 'refused', error };
}

/** The ticket of the code A1, as the snapshot has it. */
export function snapshotTicket(changes: Partial<SnapshotTicket> = {}): SnapshotTicket {
  return {
    ticketId: 501,
    performanceId: 31,
    productionName: 'The Winter’s Tale',
    performanceStartDate: Date.UTC(2026, 10, 20, 18, 30),
    barcode: 'A1',
    alreadyScanned: false,
    refundedOrVoided: false,
    orderConsumerName: 'Ada Lovelace',
    performance: 'The Winter’s Tale, Fri 20 Nov 18:30',
    section: 'Stalls',
    seat: 'C 12',
    ticketsScanned: 1,
    ticketsSold: 2,
    patron: null,
    ...changes,
  };
}

/** When the snapshots of these tests were made, on the platform's clock. */
export const BUILT_AT = Date.UTC(2026, 10, 20, 17, 0);

/** A snapshot in which the scanned code is `ticket`, for something that is on; null: there is no such ticket. */
export function snapshotWith(
  ticket: SnapshotTicket | null,
  productionId: number | null = 3,
  changes: Partial<Extract<SnapshotWord, { type: 'usable' }>> = {},
): SnapshotWord {
  return {
    type: 'usable',
    builtAt: BUILT_AT,
    ticket,
    productionId: ticket === null ? null : productionId,
    isOn: ticket !== null,
    absenceDoubt: null,
    ...changes,
  };
}

/** What is known of a code that nobody has heard of, unless said otherwise. */
export function evidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    snapshot: { type: 'none' },
    words: [],
    standing: standingOf([]),
    firstScanAt: null,
    usedAtDoor: null,
    leftAt: null,
    ...changes,
  };
}

type Asked = (scope: DoorScope, code: string) => Promise<PlatformAnswer>;

/** A platform that says what the test wants; by default it admits at once. */
export class StandInPlatform implements Platform {
  readonly asked: { readonly scope: DoorScope; readonly code: string }[] = [];
  overdue = 0;
  inTheWay: Obstacle | null = null;
  readonly #answers: Asked[] = [];
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  obstacle(): Obstacle | null {
    return this.inTheWay;
  }

  ask(scope: DoorScope, code: string): Promise<PlatformAnswer> {
    this.asked.push({ scope, code });
    return (this.#answers.shift() ?? (() => Promise.resolve(ADMITTED)))(scope, code);
  }

  noteOverdue(): void {
    this.overdue += 1;
  }

  get askedCodes(): string[] {
    return this.asked.map(({ code }) => code);
  }

  /** Its answer to the next question, `ms` after that. */
  answerNext(answer: PlatformAnswer, ms = 0): void {
    this.#answers.push(
      () =>
        new Promise((resolve) => {
          if (ms === 0) resolve(answer);
          else this.#clock.after(ms, () => resolve(answer));
        }),
    );
  }

  /** What happens with the next question. */
  next(asked: Asked): void {
    this.#answers.push(asked);
  }
}

export interface DoorOptions {
  /** What the snapshot says of a code, or of each ticket that bears it. */
  readonly snapshot?: (code: string, scope: DoorScope) => SnapshotWord | readonly SnapshotWord[];
  readonly folder?: string;
  /** One of its own unless told else. */
  readonly clock?: FakeClock;
  readonly keeperPorts?: Partial<LedgerKeeperPorts>;
  readonly ports?: Partial<AdmissionPorts>;
  /** Nobody may come in again unless told else. */
  readonly rules?: ReentryRules;
}

/** What other doors have published, which may grow; all of it is about the ticket of the code A1. */
export function published(events: readonly HeardEvent[]): Pick<AdmissionPorts, 'lookUpPeerEvents'> {
  return { lookUpPeerEvents: () => ({ ticketHash: 'h', events, isCut: false }) };
}

const NO_COPY: SnapshotWord = { type: 'none' };

/** A door with a ledger on the disk, a stand-in for the platform, and no snapshot unless told else. */
export function openDoor({
  snapshot = () => NO_COPY,
  folder,
  clock: givenClock,
  keeperPorts,
  ports,
  rules = { reentry: 'off', reentryWithin: null },
}: DoorOptions = {}) {
  const { path, clock, logger, keeper } = keeperIn(folder, keeperPorts, givenClock);
  keeper.start();
  const platform = new StandInPlatform(clock);
  const platformClock = createPlatformClock(clock);
  const settled: string[] = [];
  const noted: { sequence: number; readAt: number }[] = [];
  const admissionLedger = createAdmissionLedger({
    keeper,
    platformClock,
    onRecorded: (sequence, readAt) => noted.push({ sequence, readAt }),
    onSettled: (id) => settled.push(id),
  });
  const common = {
    platform,
    lookUp: (scope: DoorScope, code: string) => [snapshot(code, scope)].flat(),
    lookUpPeerEvents: () => NO_EVENTS,
    publishQuestion: () => undefined,
    rightToReturn: (leaving: Leaving) => rightToReturn(leaving, rules, platformClock.now()),
    fullAt: () => null,
    hold: () => null,
    mayOpenAgain: () => false,
    newId: () => randomUUID(),
    notesAbout: () => undefined,
    performanceOf: () => null,
    anotherEntrance: () => null,
    patronDetails: () => PATRON_DETAILS,
    ledger: admissionLedger,
    clock,
    platformClock,
    timings: ADMISSION_TIMINGS,
    logger,
  };
  const verdicts: Verdict[] = [];
  const told = { queued: 0, waiting: 0 };
  const admission = new Admission({
    ...common,
    onNotice: () => undefined,
    onWaiting: () => {
      told.waiting += 1;
    },
    ...ports,
  });
  admission.verdicts.subscribe(({ verdict, isQueued }) => {
    verdicts.push(verdict);
    if (isQueued) told.queued += 1;
  });
  admission.settled.subscribe(() => {
    told.queued += 1;
  });
  const ledger = () => {
    if (keeper.ledger === null) throw new Error('the ledger is closed');
    return keeper.ledger;
  };

  return {
    path,
    clock,
    logger,
    keeper,
    platform,
    admissionLedger,
    noted,
    settled,
    admission,
    verdicts,
    told,
    ledger,
    /** The code A1 is read. */
    attempt: (): Attempt => ({
      id: randomUUID(),
      ...DOOR_SCOPE,
      scan: { code: 'A1', source: 'wedge', device: null, at: clock.now() },
      platformTime: platformClock.now(),
    }),
    decider: new Decider({ ...common, ...ports }),
    /** An entry of an earlier scan of the code A1. */
    earlier: (changes: EntryChanges = {}): string => {
      const entry = offlineAdmission({ platformTime: clock.now(), ...changes });
      valueOf(ledger().record(entry));
      return entry.id;
    },
    /** Everything in the ledger, oldest first. */
    entries: (): readonly LedgerRecord[] => ledger().page({ limit: 1_000 }).toReversed(),
    /** A code is read. Its verdict comes when the clock is let go on. */
    read: (code: string, scope: DoorScope = DOOR_SCOPE): void =>
      admission.take(
        { code, source: 'wedge', device: null, at: clock.now() },
        scope,
        clock.steady(),
      ),
    /** A code is read, and its verdict waited for, at most the online budget. */
    scan: async (
      code = 'A1',
      scope: DoorScope = DOOR_SCOPE,
      purpose: Purpose = 'admit',
    ): Promise<Verdict | undefined> => {
      const before = verdicts.length;
      admission.take(
        { code, source: 'wedge', device: null, at: clock.now() },
        scope,
        clock.steady(),
        purpose,
      );
      await clock.advance(0);
      if (admission.waiting > 0) await clock.advance(ADMISSION_TIMINGS.onlineBudget);
      return verdicts[before];
    },
  };
}
