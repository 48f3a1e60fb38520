import type { Side } from './steps.ts';
import type { By, Shown } from './vocabulary.ts';

/** Somebody who was let in, as it really was. */
export interface LetIn {
  readonly id: string;
  readonly side: Side;
  readonly by: By;
  /** What its door knew of: its own events, and what it had heard. */
  readonly knew: ReadonlySet<string>;
  /** What staff had been shown of before they let somebody in. */
  readonly shown: ReadonlySet<string>;
  /** Who was inside, by the ids of their admissions. */
  readonly beside: readonly string[];
  /** How many had left by then. */
  readonly leftBefore: number;
  isWithdrawn: boolean;
}

/** Somebody who was checked out, as it really was. */
export interface WentOut {
  readonly id: string;
  readonly side: Side;
  readonly knew: ReadonlySet<string>;
  /** With which admission they had come in; null: with none, they were scanned by mistake. */
  readonly of: string | null;
}

/** A verdict, and what was so when it was given. */
export interface Given {
  readonly side: Side;
  readonly shown: Shown;
  readonly purpose: 'admit' | 'leave' | 'override';
  /** The door had heard all that the other one had to tell. */
  readonly isCaughtUp: boolean;
  readonly knew: ReadonlySet<string>;
}

/** An order to hold both doors or to go on. */
export interface Order {
  readonly id: string;
  readonly isHeld: boolean;
  /** The orders that its door knew of. */
  readonly knew: ReadonlySet<string>;
}

/** The truth: what has happened, whatever the doors know of it. */
export interface Truth {
  readonly letIns: LetIn[];
  readonly outs: WentOut[];
  /** Who is inside, by the ids of their admissions. */
  readonly inside: string[];
  readonly orders: Order[];
  /** Scans that the platform may have answered for nobody, and what their doors knew then. */
  readonly questions: Map<string, ReadonlySet<string>>;
  /** Scans after which their doors know that the platform refuses the ticket. */
  readonly refusals: Set<string>;
  /** The platform has admitted somebody who was refused: a late answer has said so. */
  hasUnclaimed: boolean;
  /** How many tickets with this barcode the platform has as used. */
  spent: number;
}

/** At the beginning of an evening. */
export function nothingYet(): Truth {
  return {
    ...{ letIns: [], outs: [], inside: [], orders: [], spent: 0, hasUnclaimed: false },
    ...{ questions: new Map(), refusals: new Set() },
  };
}
