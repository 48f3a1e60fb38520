import { describe, expect, test } from 'vitest';
import { spokenToGuest } from '#renderer/features/speech/spoken-words.ts';
import { intlLocale } from '#renderer/i18n/locale.svelte.ts';
import { createFormat } from '#renderer/lib/format.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { VERDICTS } from '#tests/renderer/support/all-verdicts.ts';
import {
  admission,
  apiError,
  NOW,
  refusal,
  sentTo,
  TICKET,
  verdict,
  WENT_OUT,
} from '#tests/renderer/support/builders.ts';

const say = (shown: ShownVerdict, language: Language = 'en') =>
  spokenToGuest(shown, NOW, {
    language,
    format: createFormat(intlLocale(language), 'Europe/London', 'auto'),
  });

const ALL = Object.entries(VERDICTS).flatMap(([reason, all]) =>
  all.map((shown, index) => [`${reason} ${index}`, shown] as const),
);

describe('what a guest is told', () => {
  test.for<[what: string, shown: ShownVerdict, said: string]>([
    ['let in', admission(), 'Welcome. Your seat: Stalls, Row F, 12.'],
    ['let in, a seat alone', admission({ section: ' ' }), 'Welcome. Your seat: Row F, 12.'],
    ['let in, a section alone', admission({ seat: null }), 'Welcome. Your section: Stalls.'],
    ['let in, no place', admission({ section: null, seat: null }), 'Welcome.'],
    ['let in, a place without end', admission({ section: null, seat: 'x'.repeat(81) }), 'Welcome.'],
    [
      'let in, a number',
      admission({ section: 'Stalls', seat: '4006381' }),
      'Welcome. Your section: Stalls.',
    ],
    ['let in, in other digits', admission({ section: null, seat: '٤٠٠٦٣٨١' }), 'Welcome.'],
    [
      'let in, a long seat',
      admission({ section: null, seat: 'S 100200' }),
      'Welcome. Your seat: S 100200.',
    ],
    [
      'let in, a place with a name in it',
      admission({ section: 'Mrs Leontes', isPlacePrivate: true }),
      'Welcome.',
    ],
    [
      'back again',
      verdict('admit', { type: 'came-back', leftAt: NOW }, { ticket: TICKET }),
      'Welcome back. Your seat: Stalls, Row F, 12.',
    ],
    [
      'cancelled',
      refusal(apiError(13)),
      'This ticket is not good here. Our box office will be glad to help you.',
    ],
    [
      'used',
      refusal(apiError(12)),
      'This ticket is not good here. Our box office will be glad to help you.',
    ],
    ['undecided', refusal(apiError(16)), 'Please wait. A member of our staff will help you.'],
    [
      'held',
      verdict('held', { type: 'held', door: 'Stage door', since: NOW }),
      'Please wait. We go on in a moment.',
    ],
    [
      'a full house',
      verdict('held', { type: 'house-full', capacity: 900 }),
      'Please wait. The house is full just now.',
    ],
    [
      'looked up, valid',
      verdict('checked', { type: 'valid', copyFrom: NOW }),
      'Only checked. This ticket is valid.',
    ],
    [
      'looked up, not known',
      verdict('checked', { type: 'not-known' }),
      'Only checked. Our staff will be glad to help you.',
    ],
    ['another entrance', sentTo(), 'Your entrance: Balcony, left. Up the stairs, then left.'],
    [
      'out, and in again',
      verdict('exit', WENT_OUT),
      'See you again. Your ticket lets you in again until 19:40.',
    ],
    ['out', verdict('exit', { ...WENT_OUT, mayReturn: false }), 'Goodbye, and come again.'],
  ])('%s', ([, shown, said]) => {
    expect(say(shown)).toBe(said);
  });
});

/** What the tests' guests and the house keep to themselves, whatever a verdict carries. */
const SECRET =
  /Hermione|Leontes|Perdita|example\.org|Sheepcote|01179496000|3931|Stage door|Otto|Lounge|900|cancelled|refunded/;

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(ALL)('of %s something is said, and nothing that is not for all ears', (_, shown) => {
    const said = say(shown, language);
    expect(said).not.toBe('');
    expect(said).not.toMatch(SECRET);
    expect(said).toMatch(/[.!]$/);
    if (language !== 'en') expect(said).not.toBe(say(shown));
  });
});
