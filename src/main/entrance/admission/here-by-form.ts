import type { TicketIds } from '#main/ledger/entry.ts';
import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import type { Asked } from '#main/ledger/ticket-event.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { alternateForm, isTypedInGroups } from '#shared/code-forms.ts';
import { tailOf, type Scan } from '#shared/model/scan.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';
import {
  admitInDoubt,
  awaitWord,
  decideHere,
  ticketIdsOf,
  unclear,
  wasAdmitted,
} from './offline-decision.ts';
import { type Evidence, isListed, type SnapshotWord } from './evidence.ts';
import { evidenceOf, type EvidencePorts } from './gather-evidence.ts';
import { ofAnotherForm, type Doubt } from './platform-answer.ts';

/** A decision, and whether the platform may know better. */
export interface Judged {
  readonly decision: Decision;
  readonly doubt: Doubt;
}

/** A code in one of its forms, and the knowledge that it is decided by. */
export interface Question {
  readonly scope: DoorScope;
  readonly code: string;
  readonly known: Evidence;
}

/** Reads what is known of a code. */
export function questionAbout(
  ports: EvidencePorts,
  scope: DoorScope,
  code: string,
): Result<Question, LedgerFault> {
  const known = evidenceOf(ports, scope, code);
  return known.ok ? ok({ scope, code, known: known.value }) : known;
}

/** What a scan may mean: the code as it was read, or another form of it. */
export interface Subject {
  readonly read: Question;
  /** Barcodes of the snapshot that are as near as each other, so that none is meant. */
  readonly unclear: readonly Question[];
  readonly other: (Omit<OtherForm, 'code'> & { readonly question: Question }) | null;
}

/** A decision, and the form of the code that it is about. */
export interface JudgedForm extends Judged {
  readonly about: Question;
  /** Recorded instead of the form that it is about. */
  readonly recordedAs?: string;
}

/** Why this kiosk decides when the online budget is used up. */
export const TIMEOUT = { type: 'no-answer', cause: 'timeout' } as const;
export const NO_DOUBT: Doubt = { type: 'none' };

/** Returns a decision with its doubt; without one, no answer is awaited. */
export function judged(decision: Decision, doubt: Doubt = NO_DOUBT): Judged {
  return { decision, doubt };
}

/**
 * Decides without the platform. An attempt in doubt is recorded under the form that the platform was asked
 * for, unless it admits: then under the form that is uploaded.
 */
export function hereByForm(
  subject: Subject,
  obstacle: VerdictReason,
  doubt: Doubt = NO_DOUBT,
  asked: Question = subject.read,
): JudgedForm {
  const { decision, about, recordedAs } = formHere(subject, obstacle);
  if (doubt.type === 'none') {
    return { decision, doubt, about, ...(recordedAs !== undefined && { recordedAs }) };
  }
  if (decision.kind !== 'admit') return { decision, doubt, about, recordedAs: asked.code };
  return { decision, doubt: about.code === asked.code ? doubt : ofAnotherForm(doubt), about };
}

/** Which form of the code decides without the platform, and what. */
function formHere(subject: Subject, obstacle: VerdictReason): Omit<JudgedForm, 'doubt'> {
  const { read, unclear, other } = subject;
  const asRead = here(read, obstacle);
  if (asRead.kind === 'admit' || asRead.kind === 'duplicate') {
    return { decision: asRead, about: read };
  }
  const unlisted = unclear.length > 0 ? nearMatch(read, null) : asRead;
  if (other === null) return { decision: unlisted, about: read };
  const { question: about, isMeant } = other;
  const itsOwn = here(about, obstacle);
  const isInside = itsOwn.kind === 'duplicate' && wasAdmitted(about.known);
  // Where the code proves to be no ticket, and the near one is refused, either is.
  const isRefused = asRead.kind === 'reject' && itsOwn.kind !== 'admit' && isRed(itsOwn);
  const isPossible = nearTo(subject) !== null;
  if (isMeant || isInside || (isPossible && isRefused)) return { decision: itsOwn, about };
  if (isPossible) {
    return { decision: nearMatch(read, about), about, recordedAs: read.code };
  }
  return { decision: unlisted, about: read };
}

/** Decides without the platform, about one form of the code. */
function here({ scope, known }: Question, obstacle: VerdictReason): Decision {
  const decision = decideHere(scope, known, obstacle);
  // If the snapshot marks the ticket as used, that information came from the platform.
  const isUsed = decision.kind === 'duplicate' && !wasAdmitted(known);
  const byUs = isUsed ? usedByQuestion(scope, known) : null;
  return byUs ?? decision;
}

function isRed({ kind }: Decision): boolean {
  return kind === 'reject' || kind === 'duplicate';
}

/** Leaves a code undecided that may be the ticket `near`; null, and where two tickets bear its barcode: one of several. */
function nearMatch(read: Question, near: Question | null): Decision {
  const { snapshot } = read.known;
  const ticketIds = near && ticketIdsOf(near.known);
  return {
    kind: 'undecided',
    basis: 'cache',
    reason: {
      type: 'not-listed',
      copyFrom: snapshot.type === 'usable' ? snapshot.builtAt : 0,
      because: { type: 'near-match', tail: near && ticketIds && tailOf(near.code) },
    },
    ticket: null,
    ticketIds,
  };
}

/**
 * The numbers of the ticket that an admission of this form spends. Where the snapshot lists the code in another form
 * alone, it is that ticket, unless something known here speaks against it.
 */
export function spentBy(subject: Subject, about: Question): TicketIds | null {
  const near = about === subject.read ? nearTo(subject) : null;
  return ticketIdsOf(near !== null && mayBeAdmitted(near) ? near.known : about.known);
}

/** Whether the snapshot lists the ticket, and nothing known here speaks against it. */
function mayBeAdmitted({ scope, known }: Question): boolean {
  const { kind, reason } = decideHere(scope, known, { type: 'not-known' });
  return kind === 'admit' || reason.type === 'not-on';
}

/** The other form, where it is the only one that the snapshot lists; else null. */
export function nearTo({ unclear, other }: Subject): Question | null {
  const isOnly = other !== null && unclear.length === 0 && isListed(other.question.known.words);
  return isOnly ? other.question : null;
}

/** All that a scan may mean. */
export function formsOf({ read, unclear, other }: Subject): readonly Question[] {
  return [read, ...unclear, ...(other === null ? [] : [other.question])];
}

/** Returns the form that decides without the platform, whatever it decides. */
export function meantBy({ read, other }: Subject): Question {
  return other?.isMeant === true ? other.question : read;
}

/** Whether the platform does not know of an admission yet. */
export function hasUnsettled({ known }: Question): boolean {
  return known.standing.unsettled.length > 0;
}

/** Whether the holder of the ticket was turned away, and the platform has spent it on that scan. */
export function isUnclaimed({ scope, known }: Question): boolean {
  const { unclaimed, isOverloaded } = known.standing;
  return !isOverloaded && unclaimed.some((asked) => isOfDoor(asked, scope));
}

/**
 * The decision about a ticket that the platform calls used and may have spent on a scan that was turned away, here or
 * at another door; null if there was no such scan. While its answer may still come, the ticket stays undecided. When
 * it will not, the holder is let in if the snapshot proves that the ticket was unused before.
 */
export function usedByQuestion(scope: DoorScope, known: Evidence): Decision | null {
  const { open, missing, unclaimed, isOverloaded } = known.standing;
  const isAsked = [...open, ...missing, ...unclaimed].some((asked) => isOfDoor(asked, scope));
  if (isOverloaded && isAsked) return unclear(known, 'too-many');
  const lost = missing.filter((asked) => isOfDoor(asked, scope));
  if (lost.length > 0) return spentByLost(lost, known);
  return open.some((asked) => isOfDoor(asked, scope)) ? awaitWord(known) : null;
}

/**
 * Decides about a ticket that the platform calls used, and may have spent on questions that were never answered. A
 * snapshot from before them that calls it unused proves that; one that calls it used, or one from after them that
 * calls it unused, proves that it was spent on something else: null.
 */
function spentByLost(lost: readonly Asked[], known: Evidence): Decision | null {
  const { snapshot } = known;
  if (snapshot.type === 'none' || snapshot.ticket === null) return unclear(known, 'possibly-spent');
  const isBefore = lost.some(({ at }) => snapshot.builtAt <= at);
  if (isBefore === snapshot.ticket.alreadyScanned) return null;
  return isBefore ? admitInDoubt(known) : unclear(known, 'possibly-spent');
}

/** At a door that is open for something else, an answer proves nothing: there the ticket may be another one. */
function isOfDoor({ productionId, filterPerformanceId }: Asked, { filter }: DoorScope): boolean {
  return (
    productionId === (filter.productionId ?? null) &&
    filterPerformanceId === (filter.performanceId ?? null)
  );
}

/** Adds what is known of the ticket to a decision. */
export function withLineage(
  { decision, doubt }: Judged,
  { standing: { heads } }: Evidence,
): Judged {
  // A look-up changes nothing.
  if (heads.length === 0 || decision.kind === 'checked') return { decision, doubt };
  const lineage = { ...NO_LINEAGE, knew: heads, ...decision.lineage };
  return { decision: { ...decision, lineage }, doubt };
}

/** Another form of a code that no snapshot lists as it was read. */
export interface OtherForm {
  readonly code: string;
  /** The platform is asked for it, once it has not found the code as it was read. */
  readonly isAsked: boolean;
  /** Without the platform it decides: the code was typed in groups, and means this ticket alone. */
  readonly isMeant: boolean;
}

/**
 * Returns the other form in which a code may be known: as the one ticket of the snapshot whose barcode
 * equals it but for blanks, hyphens and case, else its second common form. Null: there is none, or several
 * tickets are as near.
 */
export function otherForm(scan: Scan, words: readonly SnapshotWord[]): OtherForm | null {
  if (isListed(words)) return null;
  const near = nearIn(words);
  const [only] = near;
  if (only !== undefined && near.length === 1) {
    const isTyped = isTypedInGroups(scan);
    return { code: only, isAsked: isTyped, isMeant: isTyped };
  }
  const code = alternateForm(scan);
  return code === null ? null : { code, isAsked: true, isMeant: false };
}

/** The barcodes that are as near to a code that the snapshot does not list. */
export function nearIn(words: readonly SnapshotWord[]): readonly string[] {
  return words.flatMap((word) => (word.type === 'usable' ? (word.near ?? []) : []));
}
