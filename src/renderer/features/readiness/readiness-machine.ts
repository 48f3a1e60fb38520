import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import { diskLevel, DISK_LIMITS, type SettingsRights } from '#shared/model/health.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { VERDICT_KINDS } from '#shared/model/verdict-kind.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import { skewText } from '#renderer/lib/offline-words.ts';
import { good, known, type Line, type Reading } from '#renderer/lib/readiness-line.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

/** So much of a kiosk's id tells it from others. */
const SHORT_ID = 8;

/** Where any user of Windows may put a settings file, and where administrators name the one that is read. */
const UNNAMED_FILE = '%ProgramData%\\Usher\\settings.json';
const NAMING_VALUE = 'HKLM\\SOFTWARE\\Usher, SettingsFile';

/** Whether this machine's clock is right. */
export function clockLine({ state, format }: Reading): Line {
  const {
    session: { clockSkew },
  } = state;
  if (clockSkew === null) return good(m.clock_fine());
  return { state: 'attention', facts: [skewText(format, clockSkew)], remedy: m.clock_advice() };
}

/** Whether there is room for what is recorded. */
export function diskLine({ state, format }: Reading): Line {
  const { disk } = state.machine.health;
  if (disk === null) return good(m.disk_notYet());
  if (disk.type === 'unknown') {
    return {
      state: 'attention',
      facts: [m.disk_unknown_what({ code: isolated(disk.code) })],
      remedy: m.disk_unknown_advice(),
    };
  }
  const free = m.disk_free({ bytes: format.bytes(disk.free) });
  const scans = Math.floor(disk.free / DISK_LIMITS.perScan);
  const room = m.disk_room({ count: format.count(roughly(scans)) });
  const level = diskLevel(disk.free);
  switch (level) {
    case 'enough':
      return good(free);
    case 'low':
      return { state: 'attention', facts: [free, room], remedy: m.disk_low() };
    case 'critical':
      return { state: 'stop', facts: [free, room], remedy: m.disk_critical() };
    default:
      return assertNever(level);
  }
}

/** Rounded down to its first digit. */
function roughly(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return Math.floor(count / power) * power;
}

/** Whether the settings let no verdict be heard. */
export function isMuted({ settings }: Pick<KioskState, 'settings'>): boolean {
  return settings.volume === 0 || settings.silent.length === VERDICT_KINDS.length;
}

/** Whether verdicts can be heard. */
export function soundLine({ state, format, soundOutput }: Reading): Line {
  const { silent, volume } = state.settings;
  const quiet = silent.map((kind) => m[`history_kinds_${kind}` as const]());
  const trouble =
    (soundOutput === 'none' && adviceOf('sound_none')) ||
    (isMuted(state) && adviceOf('sound_muted')) ||
    (soundOutput === 'waiting' && adviceOf('sound_waiting'));
  if (trouble) return { state: 'attention', facts: [trouble.what], remedy: trouble.advice };
  return good(
    m.sound_volume({ percent: format.percent(volume) }),
    quiet.length > 0 && m.sound_silent({ list: format.list(quiet) }),
  );
}

/** Whether a copy of the disk would reveal what is stored here. */
export function keysLine({ state }: Reading): Line {
  const { keeper, backend } = state.machine.health.keys;
  switch (keeper) {
    case 'os':
      return good(backend === null ? m.keys_os() : `${m.keys_os()} (${isolated(backend)})`);
    case 'none': {
      const what = m.keys_file();
      return {
        state: 'attention',
        facts: [backend === null ? what : `${what} (${isolated(backend)})`],
        // Elsewhere than on Linux the system brings its key store with it.
        remedy: backend === null ? m.keys_encryptDisk() : m.keys_installRing(),
      };
    }
    case 'memory':
    case 'trial':
    case 'locked': {
      const { what, advice } = adviceOf(`keys_${keeper}`);
      return { state: 'attention', facts: [what], remedy: advice };
    }
    default:
      return assertNever(keeper);
  }
}

/** Whether the public is kept from the settings, and who else sets them. */
export function settingsLine({ state }: Reading): Line {
  const managed =
    state.settings.managedBy !== null &&
    m.pin_managedBy({ path: isolated(state.settings.managedBy) });
  const rights = exposure(state.machine.health.settingsRights);
  if (state.machine.lock.hasPin && rights === null) return good(m.pin_set(), managed);
  const pin = state.machine.lock.hasPin ? null : adviceOf('pin_none');
  return {
    state: 'attention',
    facts: known([pin?.what ?? m.pin_set(), managed, rights?.what]),
    remedy: known([pin?.advice, rights?.advice]).join(' '),
  };
}

/** What is wrong with the machine's settings file or who may change it; null: nothing, or nobody has looked. */
function exposure(rights: SettingsRights | null) {
  if (rights === null || rights === 'administrators') return null;
  if (rights !== 'unnamed') return adviceOf(`settingsRights_${rights}`);
  return {
    what: m.settingsRights_unnamed_what({ file: isolated(UNNAMED_FILE) }),
    advice: m.settingsRights_unnamed_advice({ value: isolated(NAMING_VALUE) }),
  };
}

/** Which kiosk this is, and what it runs on. */
export function kioskLine({ state }: Reading): Line {
  const { name, id } = state.machine.kiosk;
  const { electron, chrome, node } = state.machine.health.runtime;
  const runtime = known([
    electron !== null && `Electron ${electron}`,
    chrome !== null && `Chrome ${chrome}`,
    `Node ${node}`,
  ]);
  return {
    state: 'good',
    facts: [
      known([name && isolated(name), id.slice(0, SHORT_ID)]).join(' · '),
      [`Usher ${state.machine.version}`, ...runtime].join(' · '),
    ],
    inRows: true,
    remedy: null,
  };
}

/** Whether metrics can be read; null: they are not set up. */
export function metricsLine({
  state: {
    machine: { metrics },
  },
}: Reading): Line | null {
  switch (metrics.type) {
    case 'off':
      return null;
    case 'on': {
      const url = isolated(metrics.url);
      if (!metrics.isOpen) return good(m.metrics_here({ url }));
      return {
        state: 'attention',
        facts: [m.metrics_open_what({ url })],
        remedy: m.metrics_open_advice(),
      };
    }
    case 'failed':
      return {
        state: 'attention',
        facts: [metricsFailure(metrics.code, isolated(metrics.url))],
        remedy: m.metrics_failed_advice(),
      };
    default:
      return assertNever(metrics);
  }
}

function metricsFailure(code: string, url: string): string {
  if (code === 'EADDRINUSE') return m.metrics_failed_inUse({ url });
  if (code === 'EADDRNOTAVAIL') return m.metrics_failed_address({ url });
  return m.metrics_failed_other({ url, code: isolated(code) });
}
