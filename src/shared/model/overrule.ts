import { MINUTE } from '#shared/time.ts';
import type { VerdictKind } from './verdict-kind.ts';

/** The verdicts that can be overruled: somebody wanted to come in, and did not. */
export const REFUSED_KINDS = ['reject', 'duplicate', 'undecided', 'held'] as const;
export type RefusedKind = (typeof REFUSED_KINDS)[number];

/** For how long after its scan a refusal can be overruled, in milliseconds: later its guest has gone. */
export const OVERRULED_WITHIN = 10 * MINUTE;

/** Why somebody is let in anyway, of which there has to be one; `other` says it in words alone. */
export const OVERRULE_CAUSES = [
  'was-inside',
  'box-office',
  'wrong-scan',
  'equipment',
  'goodwill',
  'other',
] as const;
export type OverruleCause = (typeof OVERRULE_CAUSES)[number];

/** Lets in whom an entry of the ledger has refused. */
export interface OverruleOrder {
  /** The entry's id. */
  readonly id: string;
  readonly cause: OverruleCause;
  /** In somebody's words: kept sealed, and shown behind the PIN alone. May be empty, but not for `other`. */
  readonly words: string;
  /** The ids of {@link OverruleEvidence} that the screen showed. */
  readonly shown: readonly string[];
}

/** The most events that a screen shows of a ticket. */
export const MOST_SHOWN = 16;

/** What is known of the ticket of a refusal: shown to whoever may let its guest in. */
export interface OverruleEvidence {
  /** Admissions with the ticket that have not ended. */
  readonly inside: readonly {
    /** What people call the door; null: it has no name. */
    readonly door: string | null;
    /** It was this kiosk's door. */
    readonly isHere: boolean;
    /** In milliseconds since the epoch, on the platform's clock. */
    readonly at: number;
  }[];
  /** The platform calls it used, and no door of the venue has let it in. */
  readonly isUsedElsewhere: boolean;
  /** The ticket was voided or refunded, by the platform's word or the snapshot's. */
  readonly isVoid: boolean;
  /** Another door knows of an admission that this one has not heard of yet. */
  readonly isUnheard: boolean;
  /** What the order has to name. */
  readonly ids: readonly string[];
}

/** Why a refusal stands. */
export type OverruleRefusal =
  /** Without a PIN anybody could let themselves in. */
  | 'no-pin'
  /** The door is closed, or is open for somebody else's tickets. */
  | 'not-open'
  /** Nobody was refused with this scan, or it is another kiosk's, or can not be read any more. */
  | 'no-refusal'
  /** It is longer ago than {@link OVERRULED_WITHIN}. */
  | 'long-ago'
  /** More is known of the ticket than was shown: somebody has come in with it, or it was voided. */
  | 'not-shown';

/** A refusal stands. */
export interface NotOverruled {
  readonly type: 'not-overruled';
  readonly because: OverruleRefusal;
}

/** Whether a verdict of this kind can be overruled. */
export function isRefusal(kind: VerdictKind): kind is RefusedKind {
  return REFUSED_KINDS.some((refused) => refused === kind);
}
