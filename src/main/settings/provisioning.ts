import { err, ok, type Result } from '#shared/result.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SettingsFile } from './settings-file.ts';
import { settingsSchema } from './settings.ts';

const managedSchema = settingsSchema.pick({
  kioskName: true,
  server: true,
  timeZone: true,
  volume: true,
  programmeClientId: true,
  idleBoardAfter: true,
  offlineScope: true,
  wedge: true,
  serialScanners: true,
});

/** What a technician may set for many kiosks at once. An unknown entry is a mistake, not ignored. */
const provisioningSchema = z.strictObject(managedSchema.shape).partial();
/** The settings that a file manages; those that it does not name are missing. */
export type Provisioning = Partial<z.infer<typeof managedSchema>>;

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
  const managed = Object.entries(given.data).filter(([name]) => named.includes(name));
  return ok(Object.fromEntries(managed));
}

/** The kiosk's settings with those on top that a provisioning file manages; they are never written. */
export function provisioned(file: SettingsFile, managed: Provisioning): SettingsFile {
  return {
    read: () => ({ ...file.read(), ...managed }),
    write(change) {
      const own = Object.entries(change).filter(([name]) => !(name in managed));
      file.write(Object.fromEntries(own));
    },
  };
}
