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
 * Changes settings: all of them, or none.
 *
 * @param baseUrl the base URL that the kiosk works with; null: none
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
  // Refused while the platform in use needs that host: another platform has to be chosen first.
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

/** Does what changes a setting, unless a file sets it for the kiosk. */
export function ifNotManaged<T>(
  file: Pick<SettingsFile, 'managed'>,
  setting: keyof Settings,
  change: () => T,
): T | Result<never, ManagedRefusal> {
  return file.managed.includes(setting) ? err({ type: 'managed' }) : change();
}

/** Changes the language, if it is one that can be chosen without the PIN. */
export function setLanguage(file: SettingsFile, language: Language): Result<null, LanguageRefusal> {
  return ifNotManaged(file, 'language', () => {
    if (!file.read().languages.includes(language)) return err({ type: 'not-offered' });
    file.write({ language });
    return ok(null);
  });
}

/** Takes a picture, a data URL, for the venue's logo; null: none. */
export function useLogo(file: SettingsFile, url: string | null): Result<null, LogoRefusal> {
  return ifNotManaged(file, 'venueLogo', () => {
    const logo = url === null ? ok(null) : readLogo(url);
    if (!logo.ok) return logo;
    file.write({ venueLogo: logo.value });
    return ok(null);
  });
}

/** The door's timings, of which some are the operator's: as they are set when they are asked for. */
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

/** The lock's timings, likewise. */
export function lockTimingsSetOn(file: Pick<SettingsFile, 'read'>): LockTimings {
  return {
    ...LOCK_TIMINGS,
    get unlockedFor() {
      return file.read().unlockedFor;
    },
  };
}
