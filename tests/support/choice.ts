import { DEMO_IDS } from '#box-office/demo/programme.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { ScanningClient } from '#shared/api/filter-options.ts';
import { choicesOf } from '#shared/choices.ts';
import type { Selection } from '#shared/model/selection.ts';

/** The demo's main performance, its production, or anything of its client. */
export function choiceOf(
  clients: readonly ScanningClient[],
  scope: Selection['scope'],
  clientId: number = DEMO_IDS.clientId,
): Selection {
  const client = choicesOf(clients).find((each) => each.clientId === clientId);
  if (client === undefined) throw new Error('the client is not offered');
  if (scope === 'anything-open') return client.anything;
  const wanted = clientId === DEMO_IDS.clientId ? DEMO_IDS.performanceId : null;
  const [choice] = client.productions.flatMap(({ production, performances }) =>
    performances
      .filter(({ performanceId }) => wanted === null || performanceId === wanted)
      .map((performance) => ({ production, performance })),
  );
  if (choice === undefined) throw new Error('nothing of it is offered');
  return choice[scope];
}

/** Opens the door of a kiosk at which somebody is signed in. */
export async function choose(
  { filterOptions, select }: Pick<KioskHandlers, 'filterOptions' | 'select'>,
  scope: Selection['scope'] = 'performance',
): Promise<Selection> {
  const offered = await filterOptions(null);
  if (!offered.ok) throw new Error('nothing is offered');
  const selection = choiceOf(offered.value, scope);
  await select({ selection });
  return selection;
}
