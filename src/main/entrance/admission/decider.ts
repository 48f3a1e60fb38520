import { errorFact } from '#main/base/log/error-fact.ts';
import type { CodeHistory } from '#main/ledger/code-history.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { STEADY_STEP, type Clock, type Logger } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import { ok, type Result } from '#shared/result.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import type { LocalHint, VerdictReason } from '#shared/model/verdict.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { Decision } from './decision.ts';
import {
  admitInDoubt,
  admitLate,
  awaitWord,
  decideHere,
  idsOf,
  lookUpOnly,
  type OwnKnowledge,
} from './here.ts';
import { judge } from './judge.ts';
import { ownKnowledge, type KnowledgePorts, type KnownCode } from './known.ts';
import type { Attempt, DoorScope } from './door-scope.ts';
import { localHintOf, type PerformanceOf } from './local-hint.ts';
import { allowedDecision } from './patron-details.ts';
import { mayHaveArrived, meaningOf, type PlatformAnswer } from './platform-answer.ts';
import type { AdmissionTimings } from './timings.ts';

/** Why the platform is not asked. */
export type Obstacle = Extract<VerdictReason, { type: 'no-answer' | 'not-signed-in' }>;

/** The platform, as the door sees it. */
export interface Platform {
  /** Why the platform cannot be asked now; null if it can. */
  obstacle(): Obstacle | null;
  /** Asks the platform. May take longer than the budget. */
  ask(scope: DoorScope, code: string): Promise<PlatformAnswer>;
  /** Called when the answer did not come within the budget. */
  noteOverdue(): void;
}

export interface DeciderPorts extends KnowledgePorts {
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission' | 'noteQuestion'>;
  readonly platform: Platform;
  readonly performanceOf: PerformanceOf;
  /** Which patron details may be shown. */
  readonly patronDetails: () => readonly PatronDetail[];
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'onlineBudget'>;
  readonly logger: Logger;
}

/** Whether the platform may have spent the ticket for a scan that it did not decide. */
export type Doubt =
  | { readonly type: 'none' }
  /** There will be no answer any more. */
  | { readonly type: 'silent' }
  /** The answer may still come. */
  | { readonly type: 'awaited'; readonly answer: Promise<PlatformAnswer> };

/** A decision, and whether the attempt is in doubt. */
interface Judged {
  readonly decision: Decision;
  readonly doubt: Doubt;
}

export interface Decided extends Judged {
  /** The local hint for a ticket that is not admitted. */
  readonly own: LocalHint | null;
}

/** A scan, and what its decision is based on. */
interface Question {
  readonly attempt: Attempt;
  readonly past: CodeHistory;
  readonly known: KnownCode;
}

const NO_DOUBT: Doubt = { type: 'none' };
const SILENT: Doubt = { type: 'silent' };

/**
 * Decides one scan: by the platform's answer if it comes in time, otherwise by what the kiosk knows. With a
 * fault of the ledger nothing is decided.
 */
export class Decider {
  readonly #ports: DeciderPorts;

  constructor(ports: DeciderPorts) {
    this.#ports = ports;
  }

  /** @param waited for how long the guest has been waiting for their turn already, in milliseconds */
  async decide(attempt: Attempt, waited = 0): Promise<Result<Decided, LedgerFault>> {
    const { code } = attempt.scan;
    const past = this.#ports.ledger.history(attempt, code);
    if (!past.ok) return past;
    const known = ownKnowledge(this.#ports, attempt, code, past.value);
    if (!known.ok) return known;
    const question: Question = { attempt, past: past.value, known: known.value };
    const decided = (judged: Judged) => ok(this.#decided(attempt, known.value, judged));

    const budget = this.#budget(known.value, waited);
    const unasked = this.#withoutAsking(question, budget);
    if (unasked !== null) return decided(unasked);
    const noted = this.#ports.ledger.noteQuestion(attempt, ticketIdsOf(known.value));
    if (!noted.ok) return noted;
    return decided(await this.#asking(question, budget));
  }

  /**
   * Looks a ticket up in what the kiosk knows. The platform is not asked, because asking spends the ticket.
   */
  lookUp(scope: DoorScope, code: string): Result<Decided, LedgerFault> {
    const past = this.#ports.ledger.history(scope, code);
    if (!past.ok) return past;
    const known = ownKnowledge(this.#ports, scope, code, past.value);
    if (!known.ok) return known;
    return ok(this.#decided(scope, known.value, judged(lookUpOnly(scope, known.value))));
  }

  /** The decision where the platform is not to be asked, or a guest has no time left for that; else null. */
  #withoutAsking(question: Question, budget: number): Judged | null {
    const { past, known } = question;
    if (past.lateAdmissionAt !== null) return judged(admitLate(known));
    const obstacle = this.#ports.platform.obstacle();
    if (obstacle !== null) return here(question, obstacle);
    // A platform that has not got the first admission yet would admit the ticket again. What the kiosk
    // knows is enough: a ticket admitted here is never undecided, unless another ticket on the same barcode
    // has not been used.
    if (known.admissions.some(({ isUnsettled }) => isUnsettled)) {
      return here(question, { type: 'no-answer', cause: 'unreachable' });
    }
    return budget > 0 ? null : here(question, { type: 'no-answer', cause: 'timeout' });
  }

  async #asking(question: Question, budget: number): Promise<Judged> {
    const { attempt, known } = question;
    const { answer, late } = await this.#askInTime(attempt, budget);
    if (answer === null) {
      const doubt = { type: 'awaited', answer: late } as const;
      return here(question, { type: 'no-answer', cause: 'timeout' }, doubt);
    }
    switch (answer.type) {
      case 'admitted':
        return judged(judge(answer, ticketIdsOf(known)));
      case 'refused':
        return refused(question, answer);
      case 'unreachable': {
        const doubt = mayHaveArrived(answer.reason) ? SILENT : NO_DOUBT;
        return here(question, { type: 'no-answer', cause: answer.reason }, doubt);
      }
      case 'not-signed-in':
        return here(question, { type: 'not-signed-in' });
      default:
        return assertNever(answer);
    }
  }

  #decided({ filter }: DoorScope, known: OwnKnowledge, { decision, doubt }: Judged): Decided {
    const { performanceOf, patronDetails } = this.#ports;
    const inSnapshot = known.snapshot.type === 'usable' ? known.snapshot.ticket : null;
    return {
      decision: allowedDecision(decision, inSnapshot, patronDetails()),
      doubt,
      own: localHintOf(decision, known, filter, performanceOf),
    };
  }

  /**
   * What is left of the budget after the time in the queue, in milliseconds; 0 if it is too short to ask.
   * Without a snapshot that could decide instead, each scan gets the whole budget.
   */
  #budget({ snapshot }: OwnKnowledge, waited: number): number {
    const { onlineBudget } = this.#ports.timings;
    if (snapshot.type === 'none' || waited <= STEADY_STEP) return onlineBudget;
    const left = onlineBudget - waited;
    return left < onlineBudget / 2 ? 0 : left;
  }

  /** `answer` is null when it did not come within the budget; it goes on in `late`. */
  async #askInTime({ baseUrl, filter, scan }: Attempt, budget: number) {
    const { platform, clock, timings } = this.#ports;
    const late = this.#ask({ baseUrl, filter }, scan.code);
    const answer = await withTimeout(clock, budget, late, null);
    // An answer that would have been in time without the queue is not counted against the platform.
    if (answer === null && budget === timings.onlineBudget) platform.noteOverdue();
    return { answer, late };
  }

  async #ask(scope: DoorScope, code: string): Promise<PlatformAnswer> {
    try {
      return await this.#ports.platform.ask(scope, code);
    } catch (error) {
      this.#ports.logger.error(
        'asking about a ticket failed in an unforeseen way',
        errorFact(error),
      );
      return { type: 'unreachable', reason: 'unreachable' };
    }
  }
}

/** Decides without the platform. */
function here({ attempt, past, known }: Question, obstacle: VerdictReason, doubt?: Doubt): Judged {
  const decision = decideHere(attempt, known, obstacle);
  // If the snapshot calls the ticket used, the platform has said so.
  const isUsed = decision.kind === 'duplicate' && known.firstScanAt === null;
  const byUs = isUsed ? usedByUs(past, known) : null;
  return judged(byUs ?? decision, doubt);
}

/** Decides by a refusal, or by what the kiosk knows if the refusal is not about the ticket. */
function refused(question: Question, answer: Extract<PlatformAnswer, { type: 'refused' }>): Judged {
  const { past, known } = question;
  const { error } = answer;
  const meaning = meaningOf(error);
  switch (meaning) {
    case 'ticket': {
      const byUs = error.code === ERROR.ticketAlreadyScanned ? usedByUs(past, known) : null;
      return judged(byUs ?? judge(answer, ticketIdsOf(known)));
    }
    // A user without the right to scan must not scan by the snapshot either.
    case 'user':
    case 'unknown':
      return judged(judge(answer, ticketIdsOf(known)));
    // The platform failed at an unknown point, before or after it spent the ticket.
    case 'platform':
    case 'nothing':
      return here(question, { type: 'platform-error', error }, SILENT);
    // Code 17 also means a failure at an unknown point; with the others the ticket was not looked at.
    case 'session': {
      const brokeOff = error.code === ERROR.unanticipatedErrorForcedLogout;
      return here(question, { type: 'platform-error', error }, brokeOff ? SILENT : NO_DOUBT);
    }
    case 'request':
      return here(question, { type: 'platform-error', error });
    default:
      return assertNever(meaning);
  }
}

function judged(decision: Decision, doubt: Doubt = NO_DOUBT): Judged {
  return { decision, doubt };
}

/**
 * The decision about a used ticket that the platform may have spent for a scan that was turned away here;
 * null: the same as for any other ticket. It admits only if the earlier request will never be answered.
 */
function usedByUs(
  { possiblySpentAt, inDoubtSince }: CodeHistory,
  known: OwnKnowledge,
): Decision | null {
  if (possiblySpentAt !== null) return admitInDoubt(known);
  return inDoubtSince === null ? null : awaitWord(known);
}

function ticketIdsOf({ snapshot }: OwnKnowledge) {
  return snapshot.type === 'usable' ? idsOf(snapshot.ticket) : null;
}
