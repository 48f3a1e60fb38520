import type { ProgrammeNow } from './on-now.ts';
import type { Offered } from './offered.ts';

export interface ProductionsPorts {
  readonly offered: Pick<Offered, 'productionOf'>;
  readonly programme: Pick<ProgrammeNow, 'productionOf'>;
}

/** Returns which production a client's performance belongs to; null if that is unknown here. */
export type ProductionOf = (
  baseUrl: string,
  clientId: number,
  performanceId: number,
) => number | null;

/** Looks first in what the platform last offered, which is in memory, then in the programme. */
export function productionBy({ offered, programme }: ProductionsPorts): ProductionOf {
  return (baseUrl, clientId, performanceId) =>
    offered.productionOf(baseUrl, performanceId) ?? programme.productionOf(clientId, performanceId);
}
