import { mayBeAsked } from '#shared/plain-http.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { derivedOnce } from './derived-once.ts';
import type { SettingsFile } from './settings-file.ts';
import { permitted, PLAIN_HTTP_REFUSED, settingsSchema, type Settings } from './settings.ts';

const managedSchema = settingsSchema.omit({
  kioskId: true,
  lastSelection: true,
  wedgeRhythms: true,
});

/** What each of them is for, told to whoever writes such a file. */
const DESCRIPTIONS: Record<keyof typeof managedSchema.shape, string> = {
  kioskName: 'What people call this kiosk; shown on its screen and in exported files.',
  server:
    'Address of the ticketing platform. https, but for this machine itself and for plainHttpHost.',
  venueName:
    'Name of the house, on the screen while nobody scans; null: the platform’s name for it.',
  venueLogo:
    'Picture of the house as a data URL (PNG, JPEG, GIF, WebP; 256 KiB at most); null: none.',
  accent: 'Colour of the house as #rrggbb, for edges and bars, never for verdicts; null: none.',
  theme: 'How the screens look between verdicts; auto: dark, unless the machine asks for contrast.',
  language: 'The kiosk’s language; null: the machine’s own, where the kiosk speaks it.',
  languages: 'The languages that can be changed to on the kiosk without the PIN.',
  timeZone: 'IANA name of the zone in which times are shown; null: the machine’s own.',
  timeStyle: 'Whether times of day have 12 or 24 hours; auto: as the language writes them.',
  volume: 'Loudness of the verdicts’ sounds, from 0 (mute) to 1.',
  silent: 'Verdicts that make no sound.',
  verdictTime: 'How long a verdict stays when no other scan comes; in milliseconds.',
  onlineBudget:
    'How long a guest waits for the platform before the kiosk’s copy decides; in milliseconds.',
  repeatWindow:
    'The same code again within so long of its verdict is the same ticket, read twice; in milliseconds.',
  patronDetails: 'What is shown of a patron who is admitted, if the platform sends it.',
  idleBoardAfter:
    'When nothing was scanned for so long, the idle board comes; in milliseconds, null: never.',
  programmeClientId:
    'Number of the client whose future events are shown before a door was opened; null: nobody’s.',
  plainHttpHost:
    'The one host that plain http:// is taken for; null: none. What is sent there can be read on the way.',
  offlineScope:
    'Which tickets are kept for decisions without the network: all of the client’s, or those the door is open for.',
  copyEvery:
    'How often these tickets are downloaded, in milliseconds; auto: as often as platform, line and machine bear it, each minute at most.',
  unlockedFor: 'After so long without a touch the PIN is asked for again; in milliseconds.',
  autostart: 'Whether the system starts the kiosk when its user signs in to it.',
  updateFeed:
    'Address of the feed that newer versions come from; https, but for this machine itself; null: none are looked for.',
  updateHour:
    'The hour of the day, 0 to 23, in which a newer version is installed by itself when nobody scans; null: never.',
  metricsPort: 'Port at which Prometheus reads this kiosk’s numbers, /metrics; null: nowhere.',
  metricsAddress:
    'IP address at which they are read; 127.0.0.1: by this machine alone, any other: by its network.',
  wedge: 'How scanners that pose as keyboards are set up.',
  serialScanners: 'The scanners that are plugged into serial ports.',
};

/** What a technician may set for many kiosks at once. An unknown entry is a mistake, not ignored. */
const provisioningSchema = z
  .strictObject(managedSchema.shape)
  .partial()
  // Editors look for it, to help whoever writes the file.
  .extend({ $schema: z.string().optional() });
/** The settings that a file manages; those that it does not name are missing. */
export type Provisioning = Partial<z.infer<typeof managedSchema>>;

/** The form of such a file as a JSON Schema, as it is published in resources/. */
export function provisioningJsonSchema(): Record<string, unknown> {
  const { $schema, properties, ...schema } = z.toJSONSchema(provisioningSchema, { io: 'input' });
  const described = Object.entries(properties ?? {}).map(([name, property]) => {
    const description = Object.entries(DESCRIPTIONS).find(([each]) => each === name)?.[1];
    return [name, { ...(description && { description }), ...Object(property) }] as const;
  });
  return {
    $schema,
    title: 'Usher: settings for many kiosks',
    ...schema,
    properties: Object.fromEntries(described),
  };
}

/** Reads a provisioning file. Failing, it says where and why, for a technician. */
export function readProvisioning(path: string): Result<Provisioning, string> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return err(error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read');
  }
  const given = provisioningSchema.safeParse(content);
  if (!given.success) {
    const [issue] = given.error.issues;
    const where = issue?.path.join('.') ?? '';
    return err(`${where === '' ? '' : `${where}: `}${issue?.message ?? 'it makes no sense'}`);
  }
  // Only what the file names is managed; the schema's defaults are for the kiosk's own settings.
  const named = Object.keys(z.record(z.string(), z.unknown()).parse(content));
  const managed = Object.entries(given.data).filter(
    ([name]) => name in managedSchema.shape && named.includes(name),
  );
  const { server = null, plainHttpHost } = given.data;
  if (server !== null && !mayBeAsked(server, plainHttpHost ?? null)) {
    return err(`server: ${PLAIN_HTTP_REFUSED}`);
  }
  return ok(Object.fromEntries(managed));
}

/** The kiosk's settings with those on top that a provisioning file manages; they are never written. */
export function provisioned(file: SettingsFile, path: string, managed: Provisioning): SettingsFile {
  const inForce = derivedOnce((own: Settings) => permitted({ ...own, ...managed }));
  return {
    managedBy: path,
    managed: managedSchema.keyof().options.filter((name) => name in managed),
    read: () => inForce(file.read()),
    write(change) {
      const own = Object.entries(change).filter(([name]) => !(name in managed));
      file.write(Object.fromEntries(own));
    },
  };
}
