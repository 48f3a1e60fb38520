import type { ScanningClient } from '#shared/api/index.ts';
import { nameOrNumber } from '#shared/name-or-number.ts';
import type { Selection } from '#shared/model/selection.ts';

/** The choices for one client, in the order of the list on screen. */
export interface ClientChoices {
  readonly clientId: number;
  readonly clientName: string;
  readonly anything: Selection;
  readonly productions: readonly ProductionChoices[];
}

export interface ProductionChoices {
  readonly production: Selection & { scope: 'production' };
  /** By start; those without one are last. */
  readonly performances: readonly (Selection & { scope: 'performance' })[];
}

/** Turns the platform's filter options (spec 2.7) into selections. */
export function choicesOf(clients: readonly ScanningClient[]): ClientChoices[] {
  return clients.map(({ id, value, productions }) => {
    const client = { clientId: id, clientName: nameOrNumber(value, id) };
    return {
      ...client,
      anything: { scope: 'anything-open', ...client },
      productions: (productions ?? []).map(
        ({ productionId, productionName: told, performances }) => {
          const productionName = nameOrNumber(told, productionId);
          const production = { ...client, productionId, productionName };
          return {
            production: { scope: 'production', ...production },
            performances: (performances ?? [])
              .map((performance) => ({
                scope: 'performance' as const,
                ...production,
                ...performance,
              }))
              .sort((a, b) => (a.performanceStart ?? Infinity) - (b.performanceStart ?? Infinity)),
          };
        },
      ),
    };
  });
}

/** Identifies a selection: names and times may change, ids do not. */
export function selectionKey(selection: Selection): string {
  switch (selection.scope) {
    case 'anything-open':
      return `${selection.clientId}`;
    case 'production':
      return `${selection.clientId}/${selection.productionId}`;
    case 'performance':
      return `${selection.clientId}/${selection.productionId}/${selection.performanceId}`;
  }
}

/** Everything that a client offers, in the order of the list. */
export function selectionsOf(client: ClientChoices): Selection[] {
  return [
    client.anything,
    ...client.productions.flatMap(({ production, performances }) => [production, ...performances]),
  ];
}

/** The performance whose start is nearest to `now`; of two equally near, the one still to come. */
export function nearest(clients: readonly ClientChoices[], now: number): Selection | null {
  const performances = clients.flatMap(({ productions }) =>
    productions.flatMap((production) => production.performances),
  );
  const distance = (start: number) => Math.abs(start - now);
  const starting = performances.flatMap((performance) => {
    const { performanceStart: start } = performance;
    return start === null ? [] : [{ start, performance }];
  });
  starting.sort((a, b) => distance(a.start) - distance(b.start) || b.start - a.start);
  return starting[0]?.performance ?? null;
}

/**
 * Returns the preselected choice: the current selection if it is still offered, else the performance
 * nearest to now, else the first client as a whole. Null if nothing is offered.
 */
export function preselect(
  clients: readonly ClientChoices[],
  current: Selection | null,
  now: number,
): Selection | null {
  const key = current && selectionKey(current);
  const kept = clients.flatMap(selectionsOf).find((offered) => selectionKey(offered) === key);
  return kept ?? nearest(clients, now) ?? clients[0]?.anything ?? null;
}
