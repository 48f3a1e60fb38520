import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';
import { OUTPUT_TIMINGS } from '#main/entrance/outputs/timings.ts';

/**
 * For a kiosk on the real clock: its guests wait for the platform's word until it comes, because a
 * busy machine may be longer about it than a guest at the door has time.
 */
export const PATIENT_TIMINGS = { ...ADMISSION_TIMINGS, onlineBudget: 60_000 };

/**
 * The same, for a door where each scan is one of its own, though the code was read in the very tick of the steady
 * clock in which its verdict came.
 */
export const EACH_SCAN_COUNTS = { ...PATIENT_TIMINGS, verdictAtLeast: 0, repeatWindow: -1 };

/** For its gates as well: a device of somebody else's shares that machine. */
export const PATIENT_OUTPUTS = {
  ...OUTPUT_TIMINGS,
  ...{ command: 60_000, latest: 60_000, inputAnswer: 60_000, inputUnseen: 60_000 },
  opensAgainWithin: 600_000,
};
