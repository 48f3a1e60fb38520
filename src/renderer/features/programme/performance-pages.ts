import type { CallFailure, KioskApi } from '#shared/ipc/kiosk-api.ts';
import type { ProgrammePage } from '#shared/model/programme.ts';
import { ok, type Result } from '#shared/result.ts';
import { indexed } from './grouping.ts';

/** Which performances are listed. */
export type ProgrammeFilter =
  | { readonly by: 'nothing' }
  | { readonly by: 'production'; readonly productionId: number }
  | { readonly by: 'department'; readonly departmentId: number };

/**
 * Asks for one page beyond those that are here, and for more until `atLeast` are listed or there
 * are no others.
 */
export async function askPages(
  api: KioskApi,
  filter: ProgrammeFilter,
  before: ProgrammePage['performances'],
  atLeast: number,
): Promise<Result<ProgrammePage, CallFailure>> {
  const scope = {
    productionId: filter.by === 'production' ? filter.productionId : null,
    departmentId: filter.by === 'department' ? filter.departmentId : null,
  };
  let listed = before;
  for (;;) {
    const offset = listed.length;
    const answer = await api.programmePerformances({ ...scope, offset });
    if (!answer.ok) return answer;
    const { performances, total } = answer.value;
    // The copy may have changed since the page before: nothing is listed twice.
    const all = indexed([...listed, ...performances], ({ performanceId }) => performanceId);
    listed = [...all.values()];
    if (listed.length === offset || listed.length >= Math.min(atLeast, total)) {
      return ok({ performances: listed, total });
    }
  }
}
