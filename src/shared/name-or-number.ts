/**
 * Returns a name for the screen; if the platform gives no legible one, the number of the object instead.
 */
export function nameOrNumber(name: string | null, id: number): string {
  return name?.trim() || `#${id}`;
}
