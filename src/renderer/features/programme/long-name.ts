/** So many letters of a name are a sentence. */
const LONG = 32;

/** Whether a production's name is so long that a poster sets it smaller. */
export function isLongName(name: string): boolean {
  return name.length > LONG;
}
