/** The items with the same key together, in the order of the first of each. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  const groups = new Map<string | number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

/** The items under their keys; of several with the same, the last. */
export function indexed<T>(
  items: readonly T[],
  keyOf: (item: T) => number,
): ReadonlyMap<number, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}
