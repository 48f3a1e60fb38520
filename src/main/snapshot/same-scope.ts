import type { SnapshotScope } from './model.ts';

/** Whether two scopes have the same tickets and the same user. */
export function isSameScope(a: SnapshotScope | null, b: SnapshotScope | null): boolean {
  if (a === null || b === null) return a === b;
  return a.username === b.username && areSameTickets(a, b);
}

/** Whether two scopes have the same tickets, for whichever user. */
export function areSameTickets(
  a: Pick<SnapshotScope, 'baseUrl' | 'filter'>,
  b: Pick<SnapshotScope, 'baseUrl' | 'filter'>,
): boolean {
  return (
    a.baseUrl === b.baseUrl &&
    a.filter.clientId === b.filter.clientId &&
    a.filter.productionId === b.filter.productionId &&
    a.filter.performanceId === b.filter.performanceId
  );
}
