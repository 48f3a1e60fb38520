import { assertNever } from '#shared/assert-never.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { isMuted } from './readiness-machine.ts';
import type { NamedLine } from './readiness.ts';
import type { SettingPlace } from '#renderer/lib/kiosk/setting-place.ts';
import { isForTheSettings } from '#renderer/features/updates/update-words.ts';

/** The setting with which somebody goes on who has read a line; null: there is none. */
export function settingOf(name: NamedLine['name'], state: KioskState): SettingPlace | null {
  switch (name) {
    case 'sound':
      if (!isMuted(state)) return null;
      return state.settings.volume === 0 ? 'volume' : 'silent';
    case 'speech':
      return state.settings.speechVolume === 0 ? 'speechVolume' : null;
    case 'encryption':
      return 'server';
    case 'outputs':
      return 'outputs';
    case 'settings':
      return state.machine.lock.hasPin ? null : 'pin';
    case 'metrics':
      return isAboutTheAddress(state.machine.metrics) ? 'metricsAddress' : 'metricsPort';
    case 'update':
      if (!isForTheSettings(state.machine.update)) return null;
      return state.machine.update.type === 'failed' ? 'updateFeed' : 'update';
    case 'session':
    case 'platform':
    case 'service':
    case 'scanners':
    case 'tickets':
    case 'waiting':
    case 'discrepancies':
    case 'venue':
    case 'guests':
    case 'first-start':
    case 'letters':
    case 'clock':
    case 'disk':
    case 'keys':
    case 'kiosk':
      return null;
    default:
      return assertNever(name);
  }
}

/** Others can read the numbers at it, or this machine does not have it. */
function isAboutTheAddress(metrics: KioskState['machine']['metrics']): boolean {
  if (metrics.type === 'on') return metrics.isOpen;
  return metrics.type === 'failed' && metrics.code === 'EADDRNOTAVAIL';
}
