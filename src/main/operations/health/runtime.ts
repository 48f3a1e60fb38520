import type { Runtime } from '#shared/model/health.ts';

/** What the kiosk runs on, by what the process says of itself. */
export function runtimeOf(versions: Readonly<Record<string, string | undefined>>): Runtime {
  return {
    electron: versions['electron'] ?? null,
    chrome: versions['chrome'] ?? null,
    node: versions['node'] ?? '',
  };
}
