import type { PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import type { GivenOrder } from '#main/venue/hold-orders.ts';
import type { Told } from '#main/venue/messages.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';

/** The ticket of a trace: what its barcode is, and which tickets of the snapshot bear it. */
export interface TraceTicket {
  readonly code: string;
  /** Two where a second ticket has the same barcode. */
  readonly ids: readonly { readonly ticketId: number; readonly performanceId: number }[];
}

/** What a door's snapshot says of the ticket. */
export type SnapshotSays = 'nothing' | 'good' | 'voided';

export interface DoorOptions {
  readonly name: string;
  readonly kioskId: string;
  readonly folder: string;
  readonly clock: FakeClock;
}

/** What differs from one trace to the next. */
export interface DoorSetup {
  readonly ticket: TraceTicket;
  readonly snapshot: SnapshotSays;
  readonly reentry: KioskSettings['reentry'];
  /** How far the door's platform time is ahead, in milliseconds. */
  readonly skew: number;
}

/** On what a verdict rests: the vocabulary of the explorer. */
export type By = 'platform' | 'snapshot' | 'unclaimed' | 'return' | 'staff' | 'none';

/** What was on the screen. */
export interface Shown {
  /** The id of its event. */
  readonly id: string;
  readonly kind: Verdict['kind'];
  readonly by: By;
  /** What it said of the ticket's past. */
  readonly tells: 'nothing' | 'used' | 'void';
  /** The platform itself has refused the ticket. */
  readonly isPlatformRefusal: boolean;
}

/** What became of *Let in*. */
export type Overridden =
  | { readonly type: 'let in'; readonly shown: Shown }
  /** It was stopped, and staff were shown what is known. */
  | { readonly type: 'stopped'; readonly because: string; readonly tells: Shown['tells'] };

/** What a door hands to the other one. */
export interface Published {
  readonly told: readonly Told[];
  /** To hold the doors or to go on. */
  readonly orders: readonly GivenOrder[];
}

/** What a door has of the ticket. */
export interface Look {
  /** The admissions that an operator of this door is told to be in conflict, or possibly so. */
  readonly conflicts: ReadonlySet<string>;
  /** Those of them that it has recorded because another door has let in the ticket, too. */
  readonly doubles: ReadonlySet<string>;
  /** Whether it is listed why the platform does not have an admission. */
  readonly isExplained: (id: string) => boolean;
  /** Its own verdicts, oldest first. */
  readonly entries: readonly {
    readonly id: string;
    /** By the clock on the wall of the explorer. */
    readonly at: number;
    /** Two of the same sort say the same. */
    readonly sort: string;
    /** Whether it changes what comes, however much comes after it. */
    readonly matters: boolean;
  }[];
  /** All of it, with other names for its events; null: that event is of no account. */
  readonly state: (nameOf: (id: string) => string | null) => unknown;
}

/** How the platform answers a question; null: it is known to be out of reach. */
export type Asked = (() => Promise<PlatformAnswer>) | null;
