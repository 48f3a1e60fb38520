import { m } from '#renderer/i18n/messages.ts';
import { choiceText } from '#renderer/features/settings/derived-settings.ts';
import { settingLabel } from '#renderer/features/settings/settings-words.ts';
import { FIRST_QUESTIONS, type FirstQuestion } from '#shared/model/first-start.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';

/** What each question asks. */
export const QUESTIONS: Readonly<Record<FirstQuestion, () => string>> = {
  platform: m.server_title,
  name: m.firstStart_name_title,
  audience: m.firstStart_audience_title,
  scanner: m.firstStart_scanner_title,
  pin: m.firstStart_pin_title,
};

/** Under its question: what it is for. Null: the control says it. */
export function questionHint(question: FirstQuestion, { settings }: KioskState): string | null {
  switch (question) {
    case 'platform':
      return null;
    case 'name':
      return m.settings_kioskName_hint();
    case 'audience':
      return m.settings_audience_hint();
    case 'scanner':
      return m.firstStart_scanner_hint();
    case 'pin':
      return settings.audience === 'guest' ? m.firstStart_pin_guest() : m.settings_pin_hint();
  }
}

/** What a question is about, in a list. */
export const SUBJECTS: Readonly<Record<FirstQuestion, () => string>> = {
  platform: m.signIn_server,
  name: () => settingLabel('kioskName'),
  audience: () => settingLabel('audience'),
  scanner: m.scanners_title,
  pin: m.settings_pin,
};

/** What was answered, as it is in force now. */
export function answerWords(question: FirstQuestion, state: KioskState): string {
  switch (question) {
    case 'platform':
      return state.session.baseUrl ?? '';
    case 'name':
      return state.settings.kioskName;
    case 'audience':
      return choiceText('audience', state.settings.audience);
    case 'scanner':
      return m.firstStart_tried();
    case 'pin':
      return m.settings_pin_isSet();
  }
}

/** Where a question that was left out is found again. */
export function placeWords(question: FirstQuestion): string {
  return question === 'scanner' ? m.scanners_title() : m.settings_title();
}

/**
 * The questions that were left out, and have no answer since. What is answered in the settings or with the scanners is
 * put away there; a server that is in use and a PIN that is set speak for themselves.
 */
export function leftOut({
  machine: { firstStart, lock },
  session: { baseUrl },
}: KioskState): readonly FirstQuestion[] {
  const isGiven: Partial<Record<FirstQuestion, boolean>> = {
    platform: baseUrl !== null,
    pin: lock.hasPin,
  };
  return FIRST_QUESTIONS.filter(
    (question) => firstStart.skipped.includes(question) && isGiven[question] !== true,
  );
}
