import { SECRETS, SETTINGS, SETUP, type SettingSecrets } from '#shared/model/settings.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { forSameServers } from './output-authorizations.ts';
import type { SettingsFile } from './settings-file.ts';
import { permitted, PLAIN_HTTP_REFUSED, settingsSchema } from './settings.ts';

const managedSchema = settingsSchema.omit({
  lastSelection: true,
  isWayOut: true,
  firstStart: true,
  wedgeRhythms: true,
});

/** The shortest passphrase of a house, in characters. */
const SHORTEST_PASSPHRASE = 16;

const secretsSchema = z.object({
  venuePassword: z.string().max(1_000).nullable(),
  venueKey: z.string().trim().min(SHORTEST_PASSPHRASE).max(1_000).nullable(),
  outputAuthorizations: z.record(z.string().max(60), z.string().min(1).max(4_000)).nullable(),
}) satisfies z.ZodType<SettingSecrets>;

/** The settings that a technician may set for many kiosks at once. An unknown entry is an error. */
const provisioningSchema = z
  .strictObject({ ...managedSchema.shape, ...secretsSchema.shape })
  .partial()
  // Read by editors, which then can validate the file while it is written.
  .extend({ $schema: z.string().optional() });
/** The settings that a file manages; those that it does not name are missing. */
export type Provisioning = Partial<z.infer<typeof managedSchema> & SettingSecrets>;

/** The format of such a file as a JSON Schema, as published in resources/. */
export function provisioningJsonSchema(): Record<string, unknown> {
  const { $schema, properties, ...schema } = z.toJSONSchema(provisioningSchema, { io: 'input' });
  const rows: Record<keyof Provisioning, { readonly description: string }> = {
    ...SETTINGS,
    ...SETUP,
    ...SECRETS,
  };
  const descriptions = new Map(
    Object.entries(rows).map(([name, { description }]) => [name, description]),
  );
  const described = Object.entries(properties ?? {}).map(([name, property]) => {
    const description = descriptions.get(name);
    return [name, { ...(description && { description }), ...Object(property) }] as const;
  });
  return {
    $schema,
    title: 'Usher: settings for many kiosks',
    ...schema,
    properties: Object.fromEntries(described),
  };
}

/** Reads a provisioning file. On failure, says where and why, for a technician. */
export function readProvisioning(path: string): Result<Provisioning, string> {
  try {
    return checkProvisioning(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return err(error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read');
  }
}

/** Validates settings for many kiosks. On failure, says where and why, for a technician. */
export function checkProvisioning(content: unknown): Result<Provisioning, string> {
  const given = provisioningSchema.safeParse(content);
  if (!given.success) {
    const [issue] = given.error.issues;
    const where = issue?.path.join('.') ?? '';
    return err(`${where === '' ? '' : `${where}: `}${issue?.message ?? 'it makes no sense'}`);
  }
  // Only settings that are named are managed; the schema's defaults apply to the kiosk's own settings.
  const named = Object.keys(z.record(z.string(), z.unknown()).parse(content));
  const managed = Object.entries(given.data).filter(
    ([name]) => name !== '$schema' && named.includes(name),
  );
  const { server = null, plainHttpHost } = given.data;
  if (server !== null && !mayBeAsked(server, plainHttpHost ?? null)) {
    return err(`server: ${PLAIN_HTTP_REFUSED}`);
  }
  return ok(Object.fromEntries(managed));
}

/**
 * Returns the settings of `file`, overridden by the managed ones, which are never written. They follow
 * `file` as long as it exists. If several sources manage settings, they are named with the strongest first.
 *
 * @param source where the managed settings are found: the path of a file, or a key of the registry
 */
export function provisioned(
  file: SettingsFile,
  source: string,
  managed: Provisioning,
): SettingsFile {
  const { venueKey = null, venuePassword = null, outputAuthorizations = null, ...open } = managed;
  const merged = () => permitted({ ...file.read(), ...open });
  let inForce = merged();
  /** The Authorizations of weaker sources, for outputs that this one may list otherwise. */
  const below = () => {
    const { outputs = null } = managed;
    const given = file.secrets().outputAuthorizations;
    if (outputs === null) return given;
    const listed = file.managed.includes('outputs') ? file.read().outputs : [];
    return forSameServers(given, listed, outputs);
  };
  // Subscribed before all other listeners, which subscribe here only.
  file.onChange(() => (inForce = merged()));
  return {
    managedBy: file.managedBy === null ? source : `${source}, ${file.managedBy}`,
    managed: managedSchema
      .keyof()
      .options.filter((name) => name in managed || file.managed.includes(name)),
    read: () => inForce,
    secrets: () => ({
      venueKey: venueKey ?? file.secrets().venueKey,
      venuePassword: venuePassword ?? file.secrets().venuePassword,
      outputAuthorizations: outputAuthorizations ?? below(),
    }),
    onChange: (listener) => file.onChange(listener),
    write(change) {
      const own = Object.entries(change).filter(([name]) => !(name in managed));
      file.write(Object.fromEntries(own));
    },
  };
}
