import type { KioskState } from '#shared/model/kiosk-state.ts';
import { arch, cpus, freemem, platform, release, totalmem, uptime } from 'node:os';

/** What runs here, and on what. */
export function versionFacts(
  { machine: { version, kiosk, health }, settings: { zoneInUse: timeZone } }: KioskState,
  graphics: Readonly<Record<string, string>> | null,
): Record<string, unknown> {
  return {
    usher: version,
    kiosk: kiosk.id,
    runtime: health.runtime,
    v8: process.versions.v8,
    system: { platform: platform(), release: release(), arch: arch(), timeZone },
    processors: cpus().length,
    memory: { total: totalmem(), free: freemem(), ofMain: process.memoryUsage() },
    upFor: { machine: Math.round(uptime()), kiosk: Math.round(process.uptime()) },
    graphics,
  };
}
