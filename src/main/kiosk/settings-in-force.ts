import { ADMISSION_TIMINGS, type AdmissionTimings } from '#main/entrance/admission/timings.ts';
import { LOCK_TIMINGS, type LockTimings } from '#main/operations/lock/timings.ts';
import type {
  LanguageRefusal,
  LogoRefusal,
  SettingRefusal,
} from '#shared/model/setting-refusals.ts';
import type { Language, SettingsChange } from '#shared/model/settings.ts';
import type { ManagedRefusal } from '#shared/model/failures.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { readLogo } from '#main/settings/logo.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { operatorSchema } from '#main/settings/operator-schema.ts';
import type { Settings } from '#main/settings/settings.ts';

/**
 * Changes all of these settings, or, if one is refused, none.
 *
 * @param baseUrl the base URL that the kiosk works with; null if there is none
 */
export function changeSettings(
  file: SettingsFile,
  change: SettingsChange,
  baseUrl: string | null,
): Result<null, SettingRefusal> {
  const names = operatorSchema.keyof().options.filter((name) => name in change);
  const managed = names.filter((name) => file.managed.includes(name));
  if (managed.length > 0) return err({ type: 'managed', settings: managed });
  const next = operatorSchema.safeParse({ ...file.read(), ...change });
  // A setting that forbids the platform in use is refused: the kiosk has to be switched to another
  // platform first, since changing a setting must not close the door as a side effect.
  if (next.success && baseUrl !== null && !mayBeAsked(baseUrl, next.data.plainHttpHost)) {
    return err({ type: 'not-good', settings: ['plainHttpHost'] });
  }
  if (next.success) {
    file.write(next.data);
    return ok(null);
  }
  const wrong = new Set(next.error.issues.map(({ path }) => path[0]));
  return err({ type: 'not-good', settings: names.filter((name) => wrong.has(name)) });
}

/** Runs `change`, unless the setting is managed by others. */
export function ifNotManaged<T>(
  file: Pick<SettingsFile, 'managed'>,
  setting: keyof Settings,
  change: () => T,
): T | Result<never, ManagedRefusal> {
  return file.managed.includes(setting) ? err({ type: 'managed' }) : change();
}

/** Changes the language, if it is one of those offered to everybody. */
export function setLanguage(file: SettingsFile, language: Language): Result<null, LanguageRefusal> {
  return ifNotManaged(file, 'language', () => {
    if (!file.read().languages.includes(language)) return err({ type: 'not-offered' });
    file.write({ language });
    return ok(null);
  });
}

/** Sets the venue's logo to a picture, as a data URL; null removes it. */
export function useLogo(file: SettingsFile, url: string | null): Result<null, LogoRefusal> {
  return ifNotManaged(file, 'venueLogo', () => {
    const logo = url === null ? ok(null) : readLogo(url);
    if (!logo.ok) return logo;
    file.write({ venueLogo: logo.value });
    return ok(null);
  });
}

/** The door's timings. Those that the operator sets are read from the settings at each access. */
export function timingsSetOn(file: Pick<SettingsFile, 'read'>): AdmissionTimings {
  return {
    verdictAtLeast: ADMISSION_TIMINGS.verdictAtLeast,
    get verdictAtMost() {
      return file.read().verdictTime;
    },
    get onlineBudget() {
      return file.read().onlineBudget;
    },
    get repeatWindow() {
      return file.read().repeatWindow;
    },
  };
}

/** The lock's timings, read in the same way. */
export function lockTimingsSetOn(file: Pick<SettingsFile, 'read'>): LockTimings {
  return {
    ...LOCK_TIMINGS,
    get unlockedFor() {
      return file.read().unlockedFor;
    },
  };
}
