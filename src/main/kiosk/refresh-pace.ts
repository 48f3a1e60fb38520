import type { Snapshots } from '#main/snapshot/snapshots.ts';
import { untilNextStart } from '#main/snapshot/refresh-interval.ts';
import type { Pace } from '#main/snapshot/refresh-schedule.ts';
import type { Door } from '#main/entrance/door/door.ts';
import type { ProductionOf } from '#main/entrance/door/productions.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Selection } from '#shared/model/selection.ts';

export interface PacePorts {
  readonly snapshots: Pick<Snapshots, 'performances'>;
  readonly door: Pick<Door, 'selection'>;
  readonly productionOf: ProductionOf;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  readonly settingsFile: Pick<SettingsFile, 'read'>;
  /** Base URL of the platform that the door is open on; null if there is none. */
  readonly baseUrl: () => string | null;
}

/**
 * How often the snapshot should be downloaded: the setting, and the time until the door's next
 * performance.
 */
export function refreshPace(ports: PacePorts): Pace {
  const { door, platformClock, settingsFile } = ports;
  const starts = door.selection === null ? [] : startsOf(door.selection, ports);
  return {
    every: settingsFile.read().copyEvery,
    untilStart: untilNextStart(starts, platformClock.now()),
  };
}

/** A list of the start, empty if it is unknown. */
function known(start: number | null): number[] {
  return start === null ? [] : [start];
}

/**
 * When the performances that the door is open for start, as far as the snapshot knows; ms since the
 * epoch.
 */
function startsOf(selection: Selection, { snapshots, productionOf, baseUrl }: PacePorts): number[] {
  if (selection.scope === 'performance') return known(selection.performanceStart);
  const from = baseUrl();
  const isOurs = ({ performanceId }: { performanceId: number }): boolean =>
    selection.scope === 'anything-open' ||
    (from !== null &&
      productionOf(from, selection.clientId, performanceId) === selection.productionId);
  return snapshots
    .performances()
    .filter(isOurs)
    .flatMap((performance) => known(performance.performanceStart));
}
