import { DEMO_IDS } from '#box-office/demo/programme.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import type { Selection } from '#shared/model/selection.ts';

/** The demo's main performance, its production, or anything of its client. */
export function choiceOf(
  clients: readonly ScanningClient[],
  scope: Selection['scope'],
  clientId: number = DEMO_IDS.clientId,
): Selection {
  const client = clients.find(({ id }) => id === clientId);
  if (client === undefined) throw new Error('the client is not offered');
  const of = { clientId: client.id, clientName: client.value };
  if (scope === 'anything-open') return { scope, ...of };
  const wanted = clientId === DEMO_IDS.clientId ? DEMO_IDS.performanceId : null;
  const [choice] = (client.productions ?? []).flatMap(
    ({ productionId, productionName, performances }) =>
      (performances ?? [])
        .filter(({ performanceId }) => wanted === null || performanceId === wanted)
        .map((performance) => ({ productionId, productionName, performance })),
  );
  if (choice === undefined) throw new Error('nothing of it is offered');
  const { performance, ...production } = choice;
  return scope === 'production'
    ? { scope, ...of, ...production }
    : { scope, ...of, ...production, ...performance };
}
