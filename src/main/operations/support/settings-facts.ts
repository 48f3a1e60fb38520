import { settingsSchema, type Settings } from '#main/settings/settings.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';

/**
 * Left out: the logo is large, the selection has the platform's texts (its ids are among those of the door), and
 * the broker's user is half of what lets somebody in there.
 */
const LEFT_OUT: readonly (keyof Settings)[] = [
  ...(['venueLogo', 'lastSelection', 'outputs', 'venueUser'] as const),
];

/**
 * The settings in force, and which of them are managed. None is a secret; addresses are stripped of parts
 * that could be.
 */
export function settingsFacts(
  file: Pick<SettingsFile, 'read' | 'managed' | 'managedBy'>,
): Record<string, unknown> {
  const settings = file.read();
  const told = settingsSchema
    .keyof()
    .options.filter((name) => !LEFT_OUT.includes(name))
    .map((name) => [name, withoutCredentials(settings[name])] as const);
  return {
    settings: Object.fromEntries(told),
    hasVenueLogo: settings.venueLogo !== null,
    hasVenueUser: settings.venueUser !== null,
    // Without what they send, and where to: people put tokens into addresses and texts.
    outputs: settings.outputs.map(({ name, purpose, follows, pulse, way }) => ({
      ...{ name, purpose, follows, pulse, way: way.type },
    })),
    managed: file.managed,
    managedBy: file.managedBy,
  };
}

/** Removes user, password and query from every address in it. */
function withoutCredentials(value: unknown): unknown {
  if (typeof value === 'string') return bareAddress(value);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutCredentials(each)]),
  );
}

function bareAddress(text: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  if (!URL.canParse(text)) return '(an address that cannot be read)';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
