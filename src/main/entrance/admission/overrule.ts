import type { LedgerFault } from '#main/ledger/fault.ts';
import { chainTo } from '#main/venue/passages.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { codeOf } from '#main/ledger/recorder.ts';
import { subjectOf } from '#shared/api/error-codes.ts';
import { alternateForm } from '#shared/code-forms.ts';
import {
  isRefusal,
  OVERRULED_WITHIN,
  type OverruleOrder,
  type OverruleRefusal,
  type RefusedKind,
} from '#shared/model/overrule.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import { isNearMatch, type VerdictReason } from '#shared/model/verdict.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { decideLocally } from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';
import { admitAnyway, localKnowledge, wasUsed, type OwnKnowledge } from './here.ts';
import { questionAbout, type Question } from './here-by-form.ts';
import type { KnowledgePorts, KnownCode } from './known.ts';
import { nearIn } from './other-form.ts';
import { allowedDecision } from './patron-details.ts';
import { isListed } from './snapshot-word.ts';

export interface OverrulePorts extends KnowledgePorts {
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission' | 'recordedScan'>;
  /** Which of a patron's details may be shown. */
  readonly patronDetails: () => readonly PatronDetail[];
}

/** The scan that is overruled, and the admission in its place. */
export interface Overruling {
  readonly refused: Refused;
  readonly decision: Decision;
  /** The form of the code that the ticket is spent under. */
  readonly code: string;
}

/** A scan of this door that was refused. */
type Refused = LedgerRecord & {
  readonly kind: RefusedKind;
  readonly code: string;
  readonly reason: VerdictReason;
};

/**
 * Decides whether a refusal of this door can be overruled, and what its guest is let in by. The platform is not asked:
 * it has had its word, or is told of the admission where its list calls the ticket good.
 *
 * @param scope what the door is open for now
 * @param now the platform's time
 */
export function overruled(
  ports: OverrulePorts,
  { id, cause, words }: OverruleOrder,
  scope: DoorScope,
  now: number,
): Result<Result<Overruling, OverruleRefusal>, LedgerFault> {
  const found = ports.ledger.recordedScan(id);
  if (!found.ok) return found;
  const refused = found.value && refusalIn(found.value.record);
  if (found.value === null || refused === null) return ok(err('no-refusal'));
  if (refused.baseUrl !== scope.baseUrl || refused.filter.clientId !== scope.filter.clientId) {
    return ok(err('not-open'));
  }
  if (now - refused.platformTime > OVERRULED_WITHIN) return ok(err('long-ago'));
  if (found.value.isLetInSince) return ok(err('let-in-since'));
  const spent = spentFor(ports, refused);
  if (!spent.ok) return spent;
  const { code, past, known } = spent.value;
  const { passages, lateRight, snapshot, isOwnRightUsed } = known;
  if (isLetInElsewhereSince(refused, known)) return ok(err('let-in-since'));
  // A right to a late admission is used up by it, at whichever door of the house.
  const ownRight = isOwnRightUsed ? null : past.lateAdmissionOf;
  const follows = ownRight ?? lateRight ?? passages.newest;
  const letIn = admitAnyway(known, {
    ...{ type: 'overruled', of: id, kind: refused.kind, code: codeOf(refused.reason), cause },
    isListed: isListedAsGood(refused, known),
  });
  const decision: Decision = {
    ...letIn,
    // The ticket that was shown is spent, whether or not the snapshot can still tell its barcode.
    ticketIds: letIn.ticketIds ?? refused.ticketIds,
    ...(follows !== null && { follows }),
    ...(words !== '' && { words }),
  };
  const inSnapshot = snapshot.type === 'usable' ? snapshot.ticket : null;
  const allowed = allowedDecision(decision, inSnapshot, ports.patronDetails());
  return ok(ok({ refused, decision: allowed, code }));
}

/** Returns the ticket that is spent: the near match that the usher was shown, else that of the code. */
function spentFor(ports: OverrulePorts, refused: Refused): Result<Question, LedgerFault> {
  const asRead = questionAbout(ports, refused, refused.code);
  const { ticketIds } = refused;
  if (!asRead.ok || !isNearMatch(refused.reason) || ticketIds === null) return asRead;
  const { words } = asRead.value.known;
  // A newer snapshot may know the code itself.
  if (isListed(words)) return asRead;
  const forms = [...nearIn(words), alternateForm({ code: refused.code, source: 'hid' })];
  for (const form of forms) {
    const spent = form === null ? asRead : questionAbout(ports, refused, form);
    if (!spent.ok) return spent;
    const { snapshot } = spent.value.known;
    if (snapshot.type !== 'usable') continue;
    if (snapshot.ticket?.ticketId === ticketIds.ticketId) return spent;
  }
  return asRead;
}

function refusalIn(record: LedgerRecord): Refused | null {
  const { kind, code, reason } = record;
  if (!isRefusal(kind) || code === null || reason === null) return null;
  return { ...record, kind, code, reason };
}

/** By how much the clocks of two doors differ at most, in milliseconds: the platform tells its time in seconds. */
const CLOCKS_APART = 1_000;

/**
 * Whether another door may have let the ticket in since. What the refusal knew of was before it, whatever the clocks
 * say; of what it did not know of, only what was so by more than they differ.
 */
function isLetInElsewhereSince(
  { platformTime, follows }: Refused,
  { elsewhere, ways }: KnownCode,
): boolean {
  const known = chainTo(ways, follows);
  return elsewhere.some(
    ({ id, at, isDoubted }) =>
      isDoubted !== true && !known.has(id) && at > platformTime - CLOCKS_APART,
  );
}

/**
 * Whether this kiosk's copy has the ticket as valid, for this door, and not used; what the platform itself has said of
 * the ticket since is newer than its copy.
 */
function isListedAsGood({ filter, kind, reason }: Refused, known: OwnKnowledge): boolean {
  if (kind === 'duplicate' || reason.type === 'word-awaited' || wasUsed(known)) return false;
  if (reason.type === 'platform-error' && subjectOf(reason.error) === 'ticket') return false;
  const decision = decideLocally(filter, localKnowledge(known));
  // One for another time is valid, too: somebody has decided that it is good for now.
  return decision.kind === 'admit' || (decision.kind === 'undecided' && decision.why === 'not-on');
}
