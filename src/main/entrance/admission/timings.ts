import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';

/** How long things take at the door, in milliseconds. Tests hand in their own. */
export interface AdmissionTimings {
  /** How long a guest waits for the platform's word. */
  readonly onlineBudget: number;
  /** The same code again within this time of its verdict is the same ticket, read twice. */
  readonly repeatWindow: number;
  /** Each verdict is on screen at least this long when scans come faster than their verdicts. */
  readonly verdictAtLeast: number;
  /** A verdict leaves the screen after this time when no other scan comes. */
  readonly verdictAtMost: number;
}

/** Those in use, until an operator sets others. */
export const ADMISSION_TIMINGS: AdmissionTimings = {
  onlineBudget: DEFAULT_SETTINGS.onlineBudget,
  repeatWindow: DEFAULT_SETTINGS.repeatWindow,
  verdictAtLeast: 700,
  verdictAtMost: DEFAULT_SETTINGS.verdictTime,
};
