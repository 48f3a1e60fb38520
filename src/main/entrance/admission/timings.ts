import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';

/** The timings at the door, in milliseconds. Tests use their own. */
export interface AdmissionTimings {
  /** How long a guest waits for the platform's word. */
  readonly onlineBudget: number;
  /** The same code read again within this time after its verdict is the same ticket, read twice. */
  readonly repeatWindow: number;
  /** Each verdict is on screen at least this long when scans come faster than their verdicts. */
  readonly verdictAtLeast: number;
  /** A verdict leaves the screen after this time when no other scan comes. */
  readonly verdictAtMost: number;
}

/** The timings in use until an operator changes them. */
export const ADMISSION_TIMINGS: AdmissionTimings = {
  onlineBudget: DEFAULT_SETTINGS.onlineBudget,
  repeatWindow: DEFAULT_SETTINGS.repeatWindow,
  verdictAtLeast: 700,
  verdictAtMost: DEFAULT_SETTINGS.verdictTime,
};
