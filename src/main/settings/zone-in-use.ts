import { machineZone } from '#shared/zone-time.ts';
import type { SettingsFile } from './settings-file.ts';

/** Determined once: asking takes as long as building the rest of the kiosk's state, which contains it. */
const MACHINE_ZONE = machineZone();

/** IANA name of the zone in which times are shown. */
export function zoneInUse(file: Pick<SettingsFile, 'read'>): string {
  return file.read().timeZone ?? MACHINE_ZONE;
}
