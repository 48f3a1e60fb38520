import type { CacheScope } from './cache-state.ts';

/** Whether two ask for the same tickets, as the same user. */
export function isSameScope(a: CacheScope | null, b: CacheScope | null): boolean {
  if (a === null || b === null) return a === b;
  return a.username === b.username && areSameTickets(a, b);
}

/** Whether two ask for the same tickets, whoever asks. */
export function areSameTickets(
  a: Pick<CacheScope, 'platform' | 'filter'>,
  b: Pick<CacheScope, 'platform' | 'filter'>,
): boolean {
  return (
    a.platform === b.platform &&
    a.filter.clientId === b.filter.clientId &&
    a.filter.productionId === b.filter.productionId &&
    a.filter.performanceId === b.filter.performanceId
  );
}
