import type { OutputSetting } from '#shared/model/output.ts';
import type { SettingSecrets } from '#shared/model/settings.ts';

/** The server that an output over HTTP talks to; null: another kind of output. */
export function serverOf({ way }: OutputSetting): string | null {
  return way.type === 'http' ? new URL(way.url).origin : null;
}

/**
 * What may still be sent as Authorization where other outputs take the place of those that it was given with: one of
 * the same name at another server gets nothing. A source that lists none of this name has given it for whatever
 * stronger one does.
 *
 * @param given the Authorizations of the weaker source, and `listed` its outputs
 * @param outputs those that are in force
 */
export function forSameServers(
  given: SettingSecrets['outputAuthorizations'],
  listed: readonly OutputSetting[],
  outputs: readonly OutputSetting[],
): SettingSecrets['outputAuthorizations'] {
  if (given === null) return null;
  const serverIn = (all: readonly OutputSetting[], name: string) => {
    const output = all.find((one) => one.name === name);
    return output && serverOf(output);
  };
  const same = Object.entries(given).filter(([name]) => {
    const before = serverIn(listed, name);
    return before === undefined || before === serverIn(outputs, name);
  });
  return Object.fromEntries(same);
}
