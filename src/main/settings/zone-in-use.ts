import { machineZone } from '#shared/zone-time.ts';
import type { SettingsFile } from './settings-file.ts';

/** Found out once: to ask takes as long as the rest of the kiosk's state, which has it each time. */
const MACHINE_ZONE = machineZone();

/** IANA name of the zone in which times are shown. */
export function zoneInUse(file: Pick<SettingsFile, 'read'>): string {
  return file.read().timeZone ?? MACHINE_ZONE;
}
