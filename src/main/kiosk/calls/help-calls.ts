import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HelpCall } from '#main/entrance/help/help-call.ts';
import { ok } from '#shared/result.ts';

export interface HelpCallParts {
  readonly help: HelpCall;
}

/** Calls of a guest who needs somebody. */
export function helpCalls({ help }: HelpCallParts): Pick<KioskHandlers, 'askForHelp' | 'endHelp'> {
  return {
    askForHelp() {
      help.ask();
      return ok(null);
    },
    endHelp({ why }) {
      if (why === 'somebody-came') help.end();
      else help.takeBack();
      return ok(null);
    },
  };
}
