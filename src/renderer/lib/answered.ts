import type { CallFailure } from '#shared/ipc/kiosk-api.ts';

type Failed = { readonly ok: false; readonly error: CallFailure };
/** What a call that never reached the kiosk comes back as. */
const UNANSWERED: Failed = { ok: false, error: { type: 'call-refused' } };

/** A call's answer, also when there is none. */
export async function answered<A>(call: Promise<A>): Promise<A | Failed> {
  try {
    return await call;
  } catch {
    return UNANSWERED;
  }
}
