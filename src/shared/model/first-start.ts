/** What a new kiosk asks before it signs in for the first time, in this order. */
export const FIRST_QUESTIONS = ['platform', 'name', 'audience', 'scanner', 'pin'] as const;
export type FirstQuestion = (typeof FIRST_QUESTIONS)[number];

/** Where a first start can be: at a question, at the end that sums it up, or over. */
export const FIRST_START_STEPS = [...FIRST_QUESTIONS, 'end', 'over'] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** How far the first start of this kiosk has come. */
export interface FirstStart {
  readonly at: FirstStartStep;
  /** The questions that somebody has left out, in their order. */
  readonly skipped: readonly FirstQuestion[];
}

/** Of a kiosk that has never been started. */
export const FIRST_START: FirstStart = { at: 'platform', skipped: [] };

/** Of one that has nothing to ask. */
export const NO_FIRST_START: FirstStart = { at: 'over', skipped: [] };

/** A first start that goes on, once it is over, is over for good. */
export type FirstStartRefusal = { readonly type: 'not-asked' };
