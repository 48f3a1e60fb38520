import { entranceName, wayWords } from '#renderer/lib/entrance-words.ts';
import {
  guestSentence,
  helpSentence,
  type Spoken,
} from '#renderer/features/verdict/guest-words.ts';
import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Language } from '#shared/model/settings.ts';
import { sentToOf, type TicketFacts, type Verdict } from '#shared/model/verdict.ts';

/** A place that takes more characters is only read: nobody listens for so long. */
const LONGEST_PLACE = 80;
/** So many digits in a row are no seat, but the number of an order, a telephone or a ticket. */
const NUMBER = /\p{Nd}{7}/u;

/** What is said of a verdict depends on this. */
interface SaidVerdict extends Pick<Verdict, 'kind' | 'reason'> {
  readonly ticket: SaidTicket | null;
}

type SaidTicket = Pick<TicketFacts, 'section' | 'seat' | 'isPlacePrivate'>;

/**
 * What a guest is told of a verdict. All who stand around hear it: so there is no name in it, and of a refusal not the
 * reason, which stands on the screen, but who helps.
 *
 * @param decidedAt when, on the platform's clock
 */
export function spokenToGuest(verdict: SaidVerdict, decidedAt: number, spoken: Spoken): string {
  return sentences(verdict, decidedAt, spoken)
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function sentences(
  verdict: SaidVerdict,
  decidedAt: number,
  spoken: Spoken,
): readonly (string | null)[] {
  const { language: locale } = spoken;
  const { kind, reason, ticket } = verdict;
  switch (kind) {
    case 'admit': {
      const isBack = reason.type === 'came-back';
      return [
        isBack ? m.speech_back({}, { locale }) : m.speech_admit({}, { locale }),
        placeSentence(ticket, locale),
      ];
    }
    case 'reject':
    case 'duplicate':
      return [m.speech_reject({}, { locale }), helpSentence(verdict, locale)];
    case 'undecided':
      return [m.speech_wait({}, { locale }), m.guest_undecided({}, { locale })];
    case 'held':
      return [m.speech_wait({}, { locale }), guestSentence(verdict, decidedAt, spoken)];
    case 'checked':
      return [
        m.speech_checked({}, { locale }),
        reason.type === 'valid'
          ? m.reasons_valid_reason({}, { locale })
          : m.guest_staffHelps({}, { locale }),
      ];
    case 'exit': {
      const mayReturn = reason.type === 'went-out' && reason.mayReturn;
      const sentence = guestSentence(verdict, decidedAt, spoken);
      // Without a return the sentence is the good-bye.
      return [mayReturn ? m.speech_exit({}, { locale }) : null, sentence];
    }
    case 'elsewhere':
      return elsewhere(verdict, locale);
    default:
      return assertNever(kind);
  }
}

function elsewhere(verdict: SaidVerdict, locale: Language): readonly (string | null)[] {
  const entrance = sentToOf(verdict);
  if (entrance === null) return [];
  const way = wayWords(entrance, locale);
  return [
    m.speech_entrance({ entrance: entranceName(entrance, locale) }, { locale }),
    way === '' ? null : `${way}.`,
  ];
}

/** Whoever cannot read the seat is told it; it stands on their screen as well. */
function placeSentence(ticket: SaidTicket | null, locale: Language): string | null {
  if (ticket === null || ticket.isPlacePrivate) return null;
  const { section, seat } = { section: said(ticket.section), seat: said(ticket.seat) };
  if (seat !== null) {
    const place = section === null ? seat : `${section}, ${seat}`;
    return m.speech_seat({ place }, { locale });
  }
  return section === null ? null : m.speech_section({ section }, { locale });
}

function said(place: string | null): string | null {
  const text = place?.trim() ?? '';
  return text === '' || text.length > LONGEST_PLACE || NUMBER.test(text) ? null : text;
}
