import type { CALLS } from '#shared/ipc/calls.ts';
import { CALL_NAMES, type KioskCallName } from '#shared/ipc/calls.ts';
import type { KioskApi, KioskMethods } from '#shared/ipc/kiosk-api.ts';
import type { Result } from '#shared/result.ts';
import { answered } from '#renderer/lib/answered.ts';
import type { PinPrompt } from '#renderer/lib/kiosk/pin-prompt.svelte.ts';

/** The calls that may take the PIN. */
type PinCallName = {
  [N in KioskCallName]: (typeof CALLS)[N] extends 'public' ? never : N;
}[KioskCallName];

/** If a call needs the PIN, waits until it was entered, and then makes the call. */
export type PinCalls = Pick<KioskMethods, PinCallName>;

type Answer = Result<unknown, { readonly type: string }>;
type Call = (request: unknown) => Promise<Answer>;

/** The kiosk's calls for the screens; each resolves with an answer, even if none arrived. */
export function answeredCalls(api: KioskApi): KioskMethods {
  return eachCall((name) => {
    const call = api[name] as Call;
    return (request) => answered(call(request));
  });
}

/**
 * The same calls, which ask for the PIN first if it is needed. `goesOn` tells, when one is asked for, whether the call is
 * made once it was entered: what a guest has pressed, staff who enter the PIN have not.
 */
export function callsWithPin(
  calls: KioskMethods,
  prompt: Pick<PinPrompt, 'entered'>,
  goesOn: () => boolean = () => true,
): PinCalls {
  return eachCall((name) => {
    const call = calls[name] as Call;
    return async (request) => {
      for (;;) {
        const answer = await call(request);
        if (answer.ok || answer.error.type !== 'locked') return answer;
        const isOfStaff = goesOn();
        if (!(await prompt.entered()) || !isOfStaff) return answer;
      }
    };
  });
}

function eachCall(make: (name: KioskCallName) => Call): KioskMethods {
  return Object.fromEntries(CALL_NAMES.map((name) => [name, make(name)])) as KioskMethods;
}
