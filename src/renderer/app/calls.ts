import type { CALLS } from '#shared/ipc/calls.ts';
import { CALL_NAMES, type KioskCallName } from '#shared/ipc/calls.ts';
import type { KioskApi, KioskMethods } from '#shared/ipc/kiosk-api.ts';
import type { Result } from '#shared/result.ts';
import { answered } from '#renderer/lib/answered.ts';
import type { PinPrompt } from '#renderer/features/lock/pin-prompt.svelte.ts';

/** The calls that may take the PIN. */
type PinCallName = {
  [N in KioskCallName]: (typeof CALLS)[N] extends 'public' ? never : N;
}[KioskCallName];

/** What takes the PIN waits for whoever enters it, and is made then. */
export type PinCalls = Pick<KioskMethods, PinCallName>;

type Answer = Result<unknown, { readonly type: string }>;
type Call = (request: unknown) => Promise<Answer>;

/** What the screens ask of the kiosk: the calls as they are, each with an answer, also where none came. */
export function answeredCalls(api: KioskApi): KioskMethods {
  return eachCall((name) => {
    const call = api[name] as Call;
    return (request) => answered(call(request));
  });
}

/** The same, for whoever may have to enter the PIN first. */
export function callsWithPin(calls: KioskMethods, prompt: Pick<PinPrompt, 'entered'>): PinCalls {
  return eachCall((name) => {
    const call = calls[name] as Call;
    return async (request) => {
      for (;;) {
        const answer = await call(request);
        if (answer.ok || answer.error.type !== 'locked') return answer;
        if (!(await prompt.entered())) return answer;
      }
    };
  });
}

function eachCall(make: (name: KioskCallName) => Call): KioskMethods {
  return Object.fromEntries(CALL_NAMES.map((name) => [name, make(name)])) as KioskMethods;
}
