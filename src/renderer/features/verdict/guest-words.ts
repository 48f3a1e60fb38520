import { wayWords } from '#renderer/lib/entrance-words.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Format } from '#renderer/lib/format.ts';
import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Language, ScannerPlace } from '#shared/model/settings.ts';
import type { Verdict, VerdictReason } from '#shared/model/verdict.ts';
import { errorCode } from '#renderer/features/verdict/verdict-words.ts';

/** A language that a guest reads, and how it writes times. */
export interface Spoken {
  readonly language: Language;
  readonly format: Pick<Format, 'since'>;
}

/** What the ticket itself is to blame for: these a guest can understand, and show to the box office. */
const OF_THE_TICKET = [
  ERROR.ticketWrongClient,
  ERROR.ticketWrongSeries,
  ERROR.ticketWrongPerformance,
  ERROR.ticketNotValid,
  ERROR.ticketAlreadyScanned,
  ERROR.ticketVoided,
  ERROR.ticketRefunded,
] as const;
type OfTheTicket = (typeof OF_THE_TICKET)[number];

/**
 * The one sentence for the guest. What is the house's business (who is signed in, which network is down) is none of
 * theirs, and is not said.
 *
 * @param decidedAt when, on the platform's clock
 */
export function guestSentence(
  verdict: Pick<Verdict, 'kind' | 'reason'>,
  decidedAt: number,
  spoken: Spoken,
): string {
  const { reason } = verdict;
  const { language: locale, format } = spoken;
  switch (reason.type) {
    case 'admitted':
    case 'overruled':
      return m.reasons_admitted_reason({}, { locale });
    case 'came-back':
      return m.reasons_cameBack_reason({}, { locale });
    case 'valid':
      return m.reasons_valid_reason({}, { locale });
    case 'went-out': {
      const { mayReturn, until } = reason;
      if (!mayReturn) return m.guest_goodbye({}, { locale });
      if (until === null) return m.out_mayReturn({}, { locale });
      return m.out_mayReturnUntil({ time: format.since(until, decidedAt) }, { locale });
    }
    case 'held':
      return m.guest_held({}, { locale });
    case 'house-full':
      return m.guest_full({}, { locale });
    case 'elsewhere':
      return wayWords(reason.entrance, locale);
    case 'platform-error':
    case 'copy':
      return refusal(verdict, spoken);
    case 'no-answer':
    case 'not-signed-in':
    case 'not-known':
    case 'not-listed':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
      return m.guest_undecided({}, { locale });
    default:
      return assertNever(reason);
  }
}

/** What a guest does with a ticket, by where the scanner is. */
export function holdSentence(place: ScannerPlace, locale: Language): string {
  if (place === 'anywhere') return m.ready_invite({}, { locale });
  return m[`guest_hold_${place}` as const]({}, { locale });
}

/** What a guest does whose code was not read; where that was not the first one it may be their phone's screen. */
export function againSentence(isHardToRead: boolean, locale: Language): string {
  return isHardToRead ? m.guest_brighter({}, { locale }) : m.guest_again({}, { locale });
}

/** Who helps somebody who is not let in; null: nobody has to. */
export function helpSentence(
  { kind, reason }: Pick<Verdict, 'kind' | 'reason'>,
  locale: Language,
): string | null {
  if (kind !== 'reject' && kind !== 'duplicate') return null;
  return isOfTheTicket(codeOf(reason))
    ? m.guest_boxOffice({}, { locale })
    : m.guest_staffHelps({}, { locale });
}

function refusal(verdict: Pick<Verdict, 'kind' | 'reason'>, { language: locale }: Spoken): string {
  const code = errorCode(verdict);
  // A copy does not tell apart what was cancelled and what was refunded (spec 2.10).
  if (verdict.reason.type === 'copy' && code === ERROR.ticketVoided)
    return m.snapshotRefusal_voided_reason({}, { locale });
  if (isOfTheTicket(code)) return m[`error_${code}_reason` as const]({}, { locale });
  return verdict.kind === 'undecided'
    ? m.guest_undecided({}, { locale })
    : m.guest_cannotCheck({}, { locale });
}

function codeOf(reason: VerdictReason): number | null {
  return errorCode({ reason });
}

function isOfTheTicket(code: number | null): code is OfTheTicket {
  const codes: readonly (number | null)[] = OF_THE_TICKET;
  return codes.includes(code);
}
