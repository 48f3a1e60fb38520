import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Programme } from '#main/platform/programme/programme.ts';
import { ok } from '#shared/result.ts';

export interface ProgrammeCallParts {
  readonly programme: Programme;
}

type ProgrammeCalls = Pick<
  KioskHandlers,
  | 'programmeBoard'
  | 'programmeMonth'
  | 'programmeSeries'
  | 'programmePerformances'
  | 'programmeDetail'
  | 'refreshProgramme'
>;

/** Calls about the programme as it was last fetched. */
export function programmeCalls({ programme }: ProgrammeCallParts): ProgrammeCalls {
  return {
    programmeBoard: () => ok(programme.board()),
    programmeMonth: ({ year, month }) => ok(programme.month(year, month)),
    programmeSeries: () => ok(programme.series()),
    programmePerformances: (scope) => ok(programme.performances(scope)),
    programmeDetail: ({ productionId }) => ok(programme.detail(productionId)),
    refreshProgramme() {
      programme.refresh();
      return ok(null);
    },
  };
}
