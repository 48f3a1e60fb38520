import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Selection } from '#shared/model/selection.ts';

/** The filter of the platform's request that a selection stands for (spec 4.2, rule 3). */
export function filterOf(selection: Selection): ScanFilter {
  const { clientId } = selection;
  switch (selection.scope) {
    case 'anything-open':
      return { clientId };
    case 'production':
      return { clientId, productionId: selection.productionId };
    case 'performance':
      return {
        clientId,
        productionId: selection.productionId,
        performanceId: selection.performanceId,
      };
    default:
      return assertNever(selection);
  }
}

/** Whether the platform still offers what a door was opened for. */
export function isOffered(selection: Selection, clients: readonly ScanningClient[]): boolean {
  const client = clients.find(({ id }) => id === selection.clientId);
  if (client === undefined) return false;
  if (selection.scope === 'anything-open') return true;
  const production = client.productions?.find(
    ({ productionId }) => productionId === selection.productionId,
  );
  if (production === undefined) return false;
  if (selection.scope === 'production') return true;
  return (
    production.performances?.some(
      ({ performanceId }) => performanceId === selection.performanceId,
    ) ?? false
  );
}
