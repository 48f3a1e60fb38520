import type { CallFailure } from '#shared/ipc/kiosk-api.ts';

type Failed = { readonly ok: false; readonly error: CallFailure };
/** The result of a call that never reached the kiosk. */
const UNANSWERED: Failed = { ok: false, error: { type: 'call-refused' } };

/** Resolves with a call's answer, or with a failure if there is none. */
export async function answered<A>(call: Promise<A>): Promise<A | Failed> {
  try {
    return await call;
  } catch {
    return UNANSWERED;
  }
}
