import type { Context } from 'hono';
import type {
  FilterOptionsResponse,
  ScanningPerformance,
  ScanningProduction,
} from '#shared/api/index.ts';
import { sessionOf } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer, successEnvelope, type DataOf, type NothingOf } from '../../envelope.ts';
import type { PerformanceRow } from '../../performances.ts';

export const NO_FILTER_OPTIONS: NothingOf<FilterOptionsResponse> = { clients: null };

/** GET filterOptions: what the user can scan at this moment (spec 4.2, 2 and 2.7). */
export function filterOptions({ performances, offersOpenClientsOnly, now }: Services) {
  return (c: Context<AppEnv>) => {
    const clients = performances
      .clientsOf(sessionOf(c).userId)
      .map(({ id, name }) => ({
        id,
        value: name,
        productions: byProduction(performances.openOf(id, now())),
      }))
      .filter(({ productions }) => !offersOpenClientsOnly || productions.length > 0);
    const data: DataOf<FilterOptionsResponse> = { clients };
    return answer(c, { ...successEnvelope(c), ...data });
  };
}

/** Groups performances that come ordered by production. */
function byProduction(performances: readonly PerformanceRow[]): ScanningProduction[] {
  const productions = new Map<
    number,
    ScanningProduction & { performances: ScanningPerformance[] }
  >();
  for (const { id, start, productionId, productionName } of performances) {
    const production = productions.get(productionId) ?? {
      productionId,
      productionName,
      performances: [],
    };
    production.performances.push({ performanceId: id, performanceStart: start });
    productions.set(productionId, production);
  }
  return [...productions.values()];
}
