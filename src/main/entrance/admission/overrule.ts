import type { LedgerFault } from '#main/ledger/fault.ts';
import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import type { Standing } from '#main/ledger/standing.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { codeOf } from '#main/ledger/recorder.ts';
import { ERROR, subjectOf as subjectOfError } from '#shared/api/error-codes.ts';
import { alternateForm } from '#shared/code-forms.ts';
import {
  isRefusal,
  MOST_SHOWN,
  OVERRULED_WITHIN,
  type OverruleEvidence,
  type OverruleOrder,
  type OverruleRefusal,
  type RefusedKind,
} from '#shared/model/overrule.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import { isNearMatch, type VerdictReason } from '#shared/model/verdict.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';
import { nearIn, questionAbout, type Question } from './here-by-form.ts';
import { type Evidence, isListed, ticketIn } from './evidence.ts';
import type { EvidencePorts } from './gather-evidence.ts';
import { admitAnyway, decideLocally, wasUsed } from './offline-decision.ts';
import { allowedDecision } from './patron-details.ts';

export interface OverrulePorts extends EvidencePorts {
  readonly ledger: Pick<AdmissionLedger, 'ticketEvents' | 'recordedScan'>;
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
  { id, cause, words, shown }: OverruleOrder,
  scope: DoorScope,
  now: number,
): Result<Result<Overruling, OverruleRefusal>, LedgerFault> {
  const found = subjectOf(ports, id, scope, now);
  if (!found.ok) return found;
  if (!found.value.ok) return ok(found.value);
  const { refused, spent } = found.value.value;
  const { code, known } = spent;
  const { snapshot, standing } = known;
  const seen = new Set([...shown, ...shownBy(refused, standing)]);
  const toShow = toBeShown(standing).ids;
  if (toShow.some((each) => !seen.has(each))) return ok(err('not-shown'));
  const letIn = admitAnyway(known, {
    ...{ type: 'overruled', of: id, kind: refused.kind, code: codeOf(refused.reason), cause },
    isListed: isListedAsGood(refused, known),
  });
  const decision: Decision = {
    ...letIn,
    // The ticket that was shown is spent, whether or not the snapshot can still tell its barcode.
    ticketIds: letIn.ticketIds ?? refused.ticketIds,
    ...(standing.heads.length > 0 && {
      lineage: { ...NO_LINEAGE, knew: standing.heads, shown: toShow },
    }),
    ...(words !== '' && { words }),
  };
  const allowed = allowedDecision(decision, ticketIn(snapshot), ports.patronDetails());
  return ok(ok({ refused, decision: allowed, code }));
}

/**
 * Returns what is known of the ticket of a refusal, to be shown before anybody lets its guest in; parameters as of
 * {@link overruled}.
 */
export function overruleEvidence(
  ports: OverrulePorts,
  id: string,
  scope: DoorScope,
  now: number,
): Result<Result<OverruleEvidence, OverruleRefusal>, LedgerFault> {
  const found = subjectOf(ports, id, scope, now);
  if (!found.ok) return found;
  if (!found.value.ok) return ok(found.value);
  const { snapshot, standing } = found.value.value.spent.known;
  const { kioskId } = found.value.value.refused;
  const { refusedFor, ids } = toBeShown(standing);
  return ok(
    ok({
      inside: standing.inside.map(({ door, at, ...one }) => ({
        door: door || null,
        isHere: one.kioskId === kioskId,
        at,
      })),
      isUsedElsewhere: refusedFor.includes(ERROR.ticketAlreadyScanned),
      isVoid:
        refusedFor.some((code) => code !== ERROR.ticketAlreadyScanned) ||
        ticketIn(snapshot)?.refundedOrVoided === true,
      isUnheard: standing.lacking.length > 0,
      ids,
    }),
  );
}

/** A refusal that may be overruled, and the ticket that is spent by it. */
interface OverruleSubject {
  readonly refused: Refused;
  readonly spent: Question;
}

function subjectOf(
  ports: OverrulePorts,
  id: string,
  scope: DoorScope,
  now: number,
): Result<Result<OverruleSubject, OverruleRefusal>, LedgerFault> {
  const found = ports.ledger.recordedScan(id);
  if (!found.ok) return found;
  const refused = found.value && refusalIn(found.value);
  if (refused === null) return ok(err('no-refusal'));
  if (refused.baseUrl !== scope.baseUrl || refused.filter.clientId !== scope.filter.clientId) {
    return ok(err('not-open'));
  }
  if (now - refused.platformTime > OVERRULED_WITHIN) return ok(err('long-ago'));
  const spent = spentFor(ports, refused);
  return spent.ok ? ok(ok({ refused, spent: spent.value })) : spent;
}

/**
 * What staff have to be shown of a ticket before they let it in. A suspicious door must not keep anybody out by telling
 * ever more.
 */
function toBeShown({ inside, admissions, refusals, lacking }: Standing) {
  const known = inside.filter(({ isDoubted }) => isDoubted !== true);
  const refused = refusals.filter(
    ({ code }) => code !== ERROR.ticketAlreadyScanned || admissions.length === 0,
  );
  return {
    /** The codes of the platform's refusals. */
    refusedFor: refused.map(({ code }) => code),
    /** The ids of all of it, also of what is not known here, although what became of it is. */
    ids: [...[...refused, ...known].map(({ id }) => id), ...lacking].slice(0, MOST_SHOWN),
  };
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

/**
 * The events that the refusal's screen told of: the refusal itself, and where the ticket was used, as far as its door
 * knew. Of somebody who had to wait nothing of the ticket was shown.
 */
function shownBy(refused: Refused, { inside, isBefore }: Standing): readonly string[] {
  if (refused.kind === 'held') return [];
  const { knew } = refused.lineage;
  const used = inside.filter(({ id }) => knew.some((head) => head === id || isBefore(id, head)));
  return [refused.id, ...used.map(({ id }) => id)];
}

/**
 * Whether this kiosk's copy has the ticket as valid, for this door, and not used; what the platform itself has said of
 * the ticket since is newer than its copy.
 */
function isListedAsGood({ filter, kind, reason }: Refused, known: Evidence): boolean {
  if (kind === 'duplicate' || reason.type === 'word-awaited' || wasUsed(known)) return false;
  if (reason.type === 'platform-error' && subjectOfError(reason.error) === 'ticket') return false;
  const decision = decideLocally(filter, known);
  // One for another time is valid, too: somebody has decided that it is good for now.
  return decision.kind === 'admit' || (decision.kind === 'undecided' && decision.why === 'not-on');
}
