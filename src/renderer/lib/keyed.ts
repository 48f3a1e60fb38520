/**
 * Pairs the items of an `{#each}` block with keys that differ even where ids repeat: ids come from platforms,
 * peers and devices, and Svelte stops rendering at a repeated key. The first item with an id has the same key
 * in each list, so that it keeps its element and its focus.
 */
export function keyed<T>(
  items: readonly T[],
  idOf: (item: T) => string | number | null,
): (readonly [key: string, item: T])[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const id = String(idOf(item));
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return [`${count}:${id}`, item];
  });
}
