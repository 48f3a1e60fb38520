import { homedir } from 'node:os';

/** A text in JSON without the folder of the system's user, whose name may be a person's. */
export function withoutHome(json: string, home = homedir()): string {
  // Where everything is at home, it says nothing.
  if (home.length < 2) return json;
  return json.replaceAll(JSON.stringify(home).slice(1, -1), '~');
}
