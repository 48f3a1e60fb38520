import { homedir } from 'node:os';

/** Removes the home folder from a JSON text, because its name may be a person's. */
export function withoutHome(json: string, home = homedir()): string {
  // A home folder of `/` would match everywhere.
  if (home.length < 2) return json;
  return json.replaceAll(JSON.stringify(home).slice(1, -1), '~');
}
