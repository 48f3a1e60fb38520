import type { SentTo } from './entrance.ts';
import type { HoldKnown } from './hold.ts';
import type { Releases } from './output.ts';
import type { KioskSettings } from './settings.ts';
import type { InsideView } from './venue.ts';

/** How it is at one door, as it tells the others. Instants are on the platform's clock, in ms since the epoch. */
export interface DoorReport {
  /** The door's key, and what people call it. */
  readonly kioskId: string;
  readonly name: string;
  readonly version: string;
  /** What the door is open for; null: it is closed. */
  readonly openFor: DoorOpenFor | null;
  /** Whether somebody is signed in: else it scans by its copy alone. */
  readonly isSignedIn: boolean;
  /** Since when the platform does not answer; null: it does. */
  readonly offlineSince: number | null;
  /** Admissions that are still to be uploaded, and when the oldest of them was scanned. */
  readonly waiting: number;
  readonly oldestWaiting: number | null;
  /** Admissions that the platform does not accept, or that two doors have made, and that nobody has acknowledged. */
  readonly discrepancies: number;
  /** Whether a scanner that was there can be read; null: none has been there. */
  readonly hasScanner: boolean | null;
  /** When the download of its copy of the tickets began; null: it has none. */
  readonly copyFrom: number | null;
  /** How far the platform's clock is ahead of that machine's, in ms; null while that does not matter. */
  readonly clockSkew: number | null;
  /** Something that keeps it from working. */
  readonly isOutOfOrder: boolean;
  /** It said that it ends: it lets nobody in until it is heard again, and the others know all that it knew. */
  readonly isOff: boolean;
  /** The order to hold the doors that it knows of; null: none. */
  readonly hold: HoldKnown | null;
  /** Guests leave by it. */
  readonly isWayOut: boolean;
  /** Since when a guest at it waits for somebody who helps; null: nobody does. */
  readonly helpAskedAt: number | null;
  /** Where it has sent guests whose tickets belong to another entrance. */
  readonly sentTo: readonly SentTo[];
  /** What its gates tell of who goes through, where they have an input for that. */
  readonly gates: readonly DoorGate[];
  /** What is to be the same at all doors. */
  readonly rules: HouseRules;
}

/** A gate of a door: how often it was opened for guests since that kiosk was started, and what its input tells. */
export interface DoorGate extends Releases {
  /** What people call it. */
  readonly name: string;
}

/** The settings that belong to the house. */
export type HouseRules = Pick<
  KioskSettings,
  'reentry' | 'reentryWithin' | 'capacity' | 'capacityStops'
>;

/** What a door is open for. */
export interface DoorOpenFor {
  readonly scope: 'anything-open' | 'production' | 'performance';
  /** The name of the production; of the client where anything is let in. */
  readonly name: string;
  /** Of one performance; null if that is not known. */
  readonly start: number | null;
}

/** How many of the latest minutes guests are counted by. */
export const LATE_MINUTES = 15;

/** One door of the house, as another one sees it. */
export interface HouseDoor extends DoorReport {
  /** The first digits of its key, by which people recognise it whatever it is called. */
  readonly fingerprint: string;
  /** It is this kiosk. */
  readonly isHere: boolean;
  /** It can be heard now. */
  readonly isThere: boolean;
  /** Its claims are left out at this kiosk. */
  readonly isDisregarded: boolean;
  /** When it was last heard, on the platform's clock, in ms since the epoch. */
  readonly heardAt: number;
  /** How many it has let in this evening. */
  readonly admitted: number;
  /** The same, minute by minute, oldest first. */
  readonly lately: readonly number[];
}

/** Whether it is not known what a door does: it cannot be heard, and has not said that it ends. */
export function isSilent({ isThere, isOff }: Pick<HouseDoor, 'isThere' | 'isOff'>): boolean {
  return !isThere && !isOff;
}

/** A performance as all doors of the house have let guests in. */
export interface HousePerformance {
  /** Null: a ticket that no copy of the tickets knew. */
  readonly performanceId: number | null;
  readonly name: string | null;
  readonly start: number | null;
  readonly admitted: number;
  /** Null if this kiosk's copy does not know it. */
  readonly sold: number | null;
  /** When all will be in, if they go on coming as they did lately; null where that cannot be said. */
  readonly allInAt: number | null;
}

/** The house this evening. */
export interface HouseView {
  /** Null while nothing is known of it. */
  readonly inside: InsideView | null;
  /** How many were let in at all doors. */
  readonly admitted: number;
  /** The same, minute by minute, oldest first. */
  readonly lately: readonly number[];
  readonly performances: readonly HousePerformance[];
  /** Those with something wrong first. */
  readonly doors: readonly HouseDoor[];
}
