import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HelpCall } from '#main/entrance/help/help-call.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import { ok } from '#shared/result.ts';

export interface HelpCallParts {
  readonly help: HelpCall;
  readonly lock: Lock;
}

/** Calls of a guest who needs somebody. */
export function helpCalls({
  help,
  lock,
}: HelpCallParts): Pick<KioskHandlers, 'askForHelp' | 'endHelp'> {
  return {
    askForHelp() {
      help.ask();
      return ok(null);
    },
    endHelp({ why }) {
      // A guest can only take the call back. Their next press continues it.
      if (why === 'somebody-came' && lock.isUnlocked) help.end();
      else help.takeBack();
      return ok(null);
    },
  };
}
