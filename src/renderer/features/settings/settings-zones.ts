/** The zones that the machine knows, by their IANA names. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_/-]+/g, ' ');

/** The zones that have each of the typed words in their name; those that begin with the first come first. */
export function searchZones(zones: readonly string[], typed: string): readonly string[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return zones;
  const found = zones.filter((zone) => words.every((word) => plain(zone).includes(word)));
  const begins = (zone: string) =>
    plain(zone)
      .split(' ')
      .some((part) => part.startsWith(first));
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))];
}
