import { assertNever } from '#shared/assert-never.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { LogoRefusal, SettingRefusal } from '#shared/model/setting-refusals.ts';
import type { SettingName } from '#shared/model/settings.ts';
import { LARGEST_LOGO } from '#shared/model/settings.ts';
import { m } from '#renderer/i18n/messages.ts';
import { callFailureWords } from '#renderer/lib/failure-words.ts';
import type { Format } from '#renderer/lib/format.ts';

/** What a setting is called. */
export function settingLabel(name: SettingName): string {
  return m[`settings_${name}` as const]();
}

/** Why a setting stays as it was. */
export function settingTroubleWords(trouble: SettingRefusal | CallFailure): string {
  switch (trouble.type) {
    case 'not-good':
      return m.settings_wrong_other();
    case 'managed':
      return m.settings_wrong_managed();
    case 'needs-pin':
      return trouble.settings.includes('updateFeed')
        ? m.settings_wrong_needsPin()
        : m.settings_wrong_guestsNeedPin();
    case 'call-refused':
    case 'locked':
    case 'internal': {
      const { what, advice } = callFailureWords(trouble);
      return `${what} ${advice}`.trim();
    }
    default:
      return assertNever(trouble);
  }
}

/** Why a picture is not taken for the logo. */
export function logoTroubleWords(trouble: LogoRefusal | CallFailure, format: Format): string {
  switch (trouble.type) {
    case 'too-large':
      return m.settings_logo_tooLarge({ most: format.bytes(LARGEST_LOGO) });
    case 'not-a-picture':
      return m.settings_logo_notAPicture();
    case 'managed':
      return m.settings_wrong_managed();
    case 'call-refused':
    case 'locked':
    case 'internal':
      return settingTroubleWords(trouble);
    default:
      return assertNever(trouble);
  }
}
