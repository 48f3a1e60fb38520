import { ADMISSION_TIMINGS } from '#main/entrance/admission/timings.ts';

/**
 * For a kiosk on the real clock: its guests wait for the platform's word until it comes, because a
 * busy machine may be longer about it than a guest at the door has time.
 */
export const PATIENT_TIMINGS = { ...ADMISSION_TIMINGS, onlineBudget: 60_000 };
