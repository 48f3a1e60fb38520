/** A name to be shown; where the platform gives none that can be read, the number of what it is about. */
export function nameOrNumber(name: string | null, id: number): string {
  return name?.trim() || `#${id}`;
}
