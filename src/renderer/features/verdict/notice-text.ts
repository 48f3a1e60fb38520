import { language } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { againSentence } from '#renderer/features/verdict/guest-words.ts';
import type { NoticeKind } from '#shared/model/notice.ts';
import type { Language } from '#shared/model/settings.ts';

/** The large word of a notice. */
export function noticeWord(kind: NoticeKind, locale = language()): string {
  return m[`notices_${kind}` as const]({}, { locale });
}

/** What the guest does now; where several codes in a row were not read, it may be their phone's screen. */
export function noticeSentence(kind: NoticeKind, isHardToRead: boolean, locale: Language): string {
  return kind === 'not-read'
    ? againSentence(isHardToRead, locale)
    : m.guest_showTicket({}, { locale });
}
