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
  /** Somebody has come in with the same ticket since, here or at another door. */
  | 'let-in-since';

/** A refusal stands. */
export interface NotOverruled {
  readonly type: 'not-overruled';
  readonly because: OverruleRefusal;
}

/** Whether a verdict of this kind can be overruled. */
export function isRefusal(kind: VerdictKind): kind is RefusedKind {
  return REFUSED_KINDS.some((refused) => refused === kind);
}
