import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { OutputServices } from '#main/kiosk/open-outputs.ts';
import { ok } from '#shared/result.ts';

export interface OutputCallParts {
  readonly outputs: Pick<OutputServices['outputs'], 'test' | 'noteLookedAt'>;
  readonly outputDesk: Pick<OutputServices['outputDesk'], 'all' | 'keep' | 'remove'>;
}

type OutputCalls = Pick<
  KioskHandlers,
  'outputs' | 'keepOutput' | 'removeOutput' | 'testOutput' | 'noteInputLookedAt'
>;

/** Calls about what the kiosk switches besides its screen. */
export function outputCalls({ outputs, outputDesk }: OutputCallParts): OutputCalls {
  return {
    outputs: () => ok(outputDesk.all()),
    keepOutput: (kept) => outputDesk.keep(kept),
    removeOutput: ({ name }) => outputDesk.remove(name),
    testOutput: ({ name }) => outputs.test(name),
    noteInputLookedAt: ({ name }) => outputs.noteLookedAt(name),
  };
}
