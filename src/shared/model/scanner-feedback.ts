import type { VerdictKind } from './verdict-kind.ts';

/** What a scanner can show of a verdict, by its own light and beeper. */
export const FEEDBACK_SIGNALS = ['good', 'bad'] as const;
export type FeedbackSignal = (typeof FEEDBACK_SIGNALS)[number];

/**
 * What a scanner shows of each verdict; null: nothing, so that whoever holds it looks at the screen. A ticket that
 * was only looked up lets nobody in.
 */
export const SIGNAL_OF: Readonly<Record<VerdictKind, FeedbackSignal | null>> = {
  admit: 'good',
  exit: 'good',
  reject: 'bad',
  duplicate: 'bad',
  undecided: null,
  checked: null,
  held: null,
  elsewhere: null,
};

/** Whether a scanner can show verdicts itself. */
export type ScannerFeedback =
  /** It offers nothing for it, or at a serial port: nobody has entered what it is told. */
  | { readonly type: 'none' }
  /** The system does not tell what it offers. */
  | { readonly type: 'unknown' }
  | {
      readonly type: 'able';
      readonly signals: readonly FeedbackSignal[];
      /** It has not taken the last one, or not in time. */
      readonly isFailing: boolean;
    };

/** What a serial scanner is told, with `\r`, `\n`, `\t`, `\\` and `\xHH`; '': nothing. */
export type FeedbackTexts = Readonly<Record<FeedbackSignal, string>>;

/** The longest of them, in characters as they are written. */
export const LONGEST_FEEDBACK = 200;

/** Why a scanner has not shown what it was asked to. */
export type FeedbackFailure =
  /** It is not open, or offers no such thing. */
  | { readonly type: 'cannot' }
  /** It did not take it, or not in time. */
  | { readonly type: 'not-shown' };
