import { ERROR, subjectOf } from '#shared/api/error-codes.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { Decision } from './decision.ts';
import { admitAgain, admitLate, ticketIdsOf, wasAdmitted } from './offline-decision.ts';
import {
  hereByForm,
  judged,
  isUnclaimed,
  nearTo,
  NO_DOUBT,
  spentBy,
  TIMEOUT,
  usedByQuestion,
  type JudgedForm,
  type Question,
  type Subject,
} from './here-by-form.ts';
import { mayHaveArrived, meaningOf, type Doubt, type PlatformAnswer } from './platform-answer.ts';
import { isListed } from './evidence.ts';

const SILENT: Doubt = { type: 'silent' };

/** Decides about a code that the platform has admitted. */
export function admittedBy(
  subject: Subject,
  asked: Question,
  answer: Extract<PlatformAnswer, { type: 'admitted' }>,
): JudgedForm {
  const decision = judge(answer, spentBy(subject, asked), asked.known.leftAt);
  const isUnlisted = !isListed(asked.known.words);
  return {
    ...judged(isUnlisted ? { ...decision, isUnlisted } : decision),
    about: asked,
  };
}

/** Decides where the platform has not let the ticket in: it has refused it, or has said nothing in time. */
export function notAdmitted(
  subject: Subject,
  asked: Question,
  answer: Exclude<PlatformAnswer, { type: 'admitted' }> | null,
  late: Promise<PlatformAnswer>,
): JudgedForm {
  if (answer === null) {
    return hereByForm(subject, TIMEOUT, { type: 'awaited', answer: late }, asked);
  }
  switch (answer.type) {
    case 'refused':
      return refused(subject, asked, answer);
    case 'unreachable': {
      const doubt = mayHaveArrived(answer.reason) ? SILENT : NO_DOUBT;
      return hereByForm(subject, { type: 'no-answer', cause: answer.reason }, doubt, asked);
    }
    case 'not-signed-in':
      return hereByForm(subject, { type: 'not-signed-in' });
    default:
      return assertNever(answer);
  }
}

/**
 * The decision about a used ticket that was asked for in a form near to its own: the platform may have spent it on a
 * scan of either that was turned away here. Null: on none, or its holder has come in since.
 */
function ofBothForms(listed: Question, asked: Question): Decision | null {
  if (wasAdmitted(listed.known)) return null;
  if (isUnclaimed(listed)) return admitLate(listed.known);
  // What is let in is the listed ticket; what was asked is the code as it was read.
  return usedByQuestion(asked.scope, { ...listed.known, standing: asked.known.standing });
}

/**
 * Decides after a refusal: some refusals are the decision, after others this kiosk decides itself.
 */
function refused(
  subject: Subject,
  asked: Question,
  answer: Extract<PlatformAnswer, { type: 'refused' }>,
): JudgedForm {
  const { error } = answer;
  const meaning = meaningOf(error);
  switch (meaning) {
    case 'ticket': {
      const isUsed = error.code === ERROR.ticketAlreadyScanned;
      // A platform that calls an unlisted code used means the ticket that is near to it.
      const near = isUsed && asked === subject.read ? nearTo(subject) : null;
      const about = near ?? asked;
      const { scope, known } = about;
      // The platform knows nothing of check-outs.
      if (isUsed && known.leftAt !== null) return { ...judged(admitAgain(known)), about };
      // A ticket that was used at another door was not spent on a scan that was turned away here.
      const byUs = isUsed && known.usedAtDoor === null ? usedByQuestion(scope, known) : null;
      const byOtherForm =
        isUsed && byUs === null && about !== asked ? ofBothForms(about, asked) : null;
      return { ...judged(byUs ?? byOtherForm ?? judge(answer, ticketIdsOf(known))), about };
    }
    // A user who may not scan here must not do so by the snapshot either.
    case 'user':
    case 'unknown':
      return { ...judged(judge(answer, ticketIdsOf(asked.known))), about: asked };
    // The platform failed at an unknown point: maybe before it had spent the ticket, maybe after.
    case 'platform':
    case 'nothing':
      return hereByForm(subject, { type: 'platform-error', error }, SILENT, asked);
    // Error 17 means that it failed at an unknown point, too; with the other codes it did not look
    // at the ticket.
    case 'session': {
      const brokeOff = error.code === ERROR.unanticipatedErrorForcedLogout;
      const doubt = brokeOff ? SILENT : NO_DOUBT;
      return hereByForm(subject, { type: 'platform-error', error }, doubt, asked);
    }
    case 'request':
      return hereByForm(subject, { type: 'platform-error', error });
    default:
      return assertNever(meaning);
  }
}

/** An answer of the platform that contains a decision. */
export type PlatformWord = Extract<PlatformAnswer, { type: 'admitted' | 'refused' }>;

/**
 * The decision that is the platform's word.
 *
 * @param leftAt when the holder left who may come in again; null: nobody did
 */
export function judge(
  word: PlatformWord,
  ticketIds: TicketIds | null,
  leftAt: number | null = null,
): Decision {
  switch (word.type) {
    case 'admitted':
      return {
        kind: 'admit',
        basis: 'platform',
        reason: leftAt === null ? { type: 'admitted' } : { type: 'came-back', leftAt },
        ticket: word.ticket,
        ticketIds,
      };
    case 'refused':
      return {
        kind: kindOfRefusal(word),
        basis: 'platform',
        reason: { type: 'platform-error', error: word.error },
        ticket: null,
        ticketIds,
      };
    default:
      return assertNever(word);
  }
}

/**
 * A rejection needs the platform's word about the ticket itself; a refusal for any other cause
 * leaves the scan undecided.
 */
function kindOfRefusal({ error }: Extract<PlatformWord, { type: 'refused' }>): VerdictKind {
  if (error.code === ERROR.ticketAlreadyScanned) return 'duplicate';
  return subjectOf(error) === 'ticket' ? 'reject' : 'undecided';
}
