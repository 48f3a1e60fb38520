import { errorFact } from '#main/base/log/error-fact.ts';
import type { AnotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
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
import { elsewhere } from './elsewhere.ts';
import {
  admitAgain,
  admitInDoubt,
  admitLate,
  awaitWord,
  decideHere,
  idsOf,
  letOut,
  lookUpOnly,
  wasAdmitted,
  type OwnKnowledge,
} from './here.ts';
import { judge } from './judge.ts';
import { knownOfLeaver, ownKnowledge, type KnowledgePorts, type KnownCode } from './known.ts';
import type { SnapshotWord } from './snapshot-word.ts';
import type { Attempt, DoorScope } from './door-scope.ts';
import { localHintOf, type PerformanceOf } from './local-hint.ts';
import { allowedDecision } from './patron-details.ts';
import { mayHaveArrived, meaningOf, type PlatformAnswer } from './platform-answer.ts';
import type { AdmissionTimings } from './timings.ts';

/** Why the platform is not asked. */
export type Obstacle = Extract<VerdictReason, { type: 'no-answer' | 'not-signed-in' }>;

/** The platform, as the door sees it. */
export interface Platform {
  /** Null when the platform is to be asked; else why not. */
  obstacle(): Obstacle | null;
  /** Resolves with the platform's answer, possibly later than a guest can wait. */
  ask(scope: DoorScope, code: string): Promise<PlatformAnswer>;
  /** Called when the platform's answer did not come within the budget. */
  noteOverdue(): void;
}

export interface DeciderPorts extends KnowledgePorts {
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission' | 'noteQuestion'>;
  readonly platform: Platform;
  readonly performanceOf: PerformanceOf;
  readonly anotherEntrance: AnotherEntrance;
  /** Which of a patron's details may be shown. */
  readonly patronDetails: () => readonly PatronDetail[];
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'onlineBudget'>;
  readonly logger: Logger;
}

/** Whether the platform may have spent the ticket for a scan that it did not decide. */
export type Doubt =
  | { readonly type: 'none' }
  /** It may have, and its answer will never come. */
  | { readonly type: 'silent' }
  /** Its answer may still come. */
  | { readonly type: 'awaited'; readonly answer: Promise<PlatformAnswer> };

/** A decision, and whether the platform may know better. */
interface Judged {
  readonly decision: Decision;
  readonly doubt: Doubt;
}

export interface Decided extends Judged {
  /** What this kiosk knows about a ticket that is not let in. */
  readonly own: LocalHint | null;
  /** What the snapshot says of the code; null where it was not asked. */
  readonly words: readonly SnapshotWord[] | null;
}

/** An attempt, and the knowledge that it is decided by. */
interface Question {
  readonly attempt: Attempt;
  readonly past: CodeHistory;
  readonly known: KnownCode;
}

const NO_DOUBT: Doubt = { type: 'none' };
const SILENT: Doubt = { type: 'silent' };

/**
 * Decides about one scan: by the platform's answer if it comes in time, else by what this kiosk
 * knows. On a fault of the ledger there is no decision.
 */
export class Decider {
  readonly #ports: DeciderPorts;

  constructor(ports: DeciderPorts) {
    this.#ports = ports;
  }

  /**
   * @param waited how long the guest has already waited in the queue, in milliseconds
   * @param atAnyEntrance whether the ticket may be let in here although it belongs to another entrance
   */
  async decide(
    attempt: Attempt,
    waited = 0,
    atAnyEntrance = false,
  ): Promise<Result<Decided, LedgerFault>> {
    const { code } = attempt.scan;
    const past = this.#ports.ledger.history(attempt, code);
    if (!past.ok) return past;
    const known = ownKnowledge(this.#ports, attempt, code, past.value);
    if (!known.ok) return known;
    const question: Question = { attempt, past: past.value, known: known.value };
    const decided = (judged: Judged) =>
      ok(this.#decided(attempt, known.value, inChain(judged, known.value)));

    const { anotherEntrance } = this.#ports;
    const sent = atAnyEntrance
      ? null
      : elsewhere(attempt, known.value, past.value, anotherEntrance);
    if (sent !== null) return decided(judged(sent));
    const budget = this.#budget(known.value, waited);
    const unasked = this.#withoutAsking(question, budget);
    if (unasked !== null) return decided(unasked);
    const noted = this.#ports.ledger.noteQuestion(attempt, ticketIdsOf(known.value));
    if (!noted.ok) return noted;
    const { answer, late } = await this.#askInTime(attempt, budget);
    if (answer?.type === 'admitted') {
      return decided(judged(judge(answer, ticketIdsOf(known.value), known.value.leftAt)));
    }
    // Other doors may have let the ticket in while this one waited for the platform; the snapshot is as it was.
    const lookUp = () => known.value.words;
    const since = ownKnowledge({ ...this.#ports, lookUp }, attempt, code, past.value);
    // The platform may have spent the ticket: a disk that fails now must not cost the scan its verdict.
    const now = since.ok ? since.value : known.value;
    const notAdmitted = afterAsking({ ...question, known: now }, answer, late);
    return ok(this.#decided(attempt, now, inChain(notAdmitted, now)));
  }

  /**
   * What this kiosk knows about a ticket. The platform is not asked, because asking spends the
   * ticket.
   */
  lookUp(scope: DoorScope, code: string): Result<Decided, LedgerFault> {
    const past = this.#ports.ledger.history(scope, code);
    if (!past.ok) return past;
    const known = ownKnowledge(this.#ports, scope, code, past.value);
    if (!known.ok) return known;
    return ok(this.#decided(scope, known.value, judged(lookUpOnly(scope, known.value))));
  }

  /**
   * Has a guest wait, for whatever reason: nothing is asked or spent. Who came in or went out with the ticket before
   * is noted, for whoever decides that this guest need not wait.
   */
  mustWait(attempt: Attempt, reason: VerdictReason): Result<Decided, LedgerFault> {
    const { code } = attempt.scan;
    const past = this.#ports.ledger.history(attempt, code);
    if (!past.ok) return past;
    const known = ownKnowledge(this.#ports, attempt, code, past.value);
    if (!known.ok) return known;
    const ticketIds = ticketIdsOf(known.value);
    const waits = { kind: 'held', basis: 'venue', reason, ticket: null, ticketIds } as const;
    return ok({ ...inChain(judged(waits), known.value), own: null, words: null });
  }

  /**
   * Whether an admission still stands: nothing came after it in the house, nobody has taken it back, and the platform
   * has not called its ticket used or void since. Where the ledger cannot be read it does not.
   */
  isStillGood(scope: DoorScope, code: string, entryId: string): boolean {
    const past = this.#ports.ledger.history(scope, code);
    if (!past.ok) return false;
    const known = ownKnowledge(this.#ports, scope, code, past.value);
    if (!known.ok) return false;
    const { inside, newest } = known.value.passages;
    const upload = past.value.admissions[0]?.upload;
    return inside === 1 && newest === entryId && upload !== 'conflict' && upload !== 'refused';
  }

  /** Lets somebody out: the platform knows of no way out, and is not asked. */
  letOut(attempt: Attempt): Result<Decided, LedgerFault> {
    const { code } = attempt.scan;
    const past = this.#ports.ledger.history(attempt, code);
    if (!past.ok) return past;
    const known = knownOfLeaver(this.#ports, attempt, code, past.value);
    if (!known.ok) return known;
    const { inside, returns, newest } = known.value.passages;
    const { id, platformTime: at } = attempt;
    const out = { id, way: 'out', follows: newest, at, isTakenBack: false } as const;
    const right = this.#ports.rightToReturn({ out, returns });
    const decision = letOut(known.value, {
      ...{ type: 'went-out', isStray: inside === 0 },
      ...{ mayReturn: right !== null, until: right?.until ?? null },
    });
    return ok(this.#decided(attempt, known.value, inChain(judged(decision), known.value)));
  }

  /**
   * The decision in cases where the platform must not be asked, or the guest's time is used up;
   * else null.
   */
  #withoutAsking(question: Question, budget: number): Judged | null {
    const { past, known } = question;
    // A right to a late admission is used once, at whichever door of the house.
    const own = known.isOwnRightUsed ? null : past.lateAdmissionOf;
    const right = own ?? known.lateRight;
    if (right !== null && known.usedAtDoor === null) {
      return judged({ ...admitLate(known), follows: right });
    }
    const obstacle = this.#ports.platform.obstacle();
    if (obstacle !== null) return here(question, obstacle);
    // The platform has not been told of this admission yet and would admit the ticket a second
    // time. What is known here suffices: a ticket that was let in, here or at another door, is never
    // undecided, unless its code is also on another ticket that was not let in.
    const before = [...known.admissions, ...known.elsewhere];
    if (before.some(({ isUnsettled }) => isUnsettled)) {
      return here(question, { type: 'no-answer', cause: 'unreachable' });
    }
    return budget > 0 ? null : here(question, { type: 'no-answer', cause: 'timeout' });
  }

  #decided({ filter }: DoorScope, known: KnownCode, { decision, doubt }: Judged): Decided {
    const { performanceOf, patronDetails } = this.#ports;
    const inSnapshot = known.snapshot.type === 'usable' ? known.snapshot.ticket : null;
    return {
      decision: allowedDecision(decision, inSnapshot, patronDetails()),
      doubt,
      own: localHintOf(decision, known, filter, performanceOf),
      words: known.words,
    };
  }

  /**
   * What is left of the guest's second after the queue, in milliseconds; 0 if it is too little to
   * ask the platform. Without a snapshot that could decide instead, every guest gets the full
   * second.
   */
  #budget({ snapshot }: OwnKnowledge, waited: number): number {
    const { onlineBudget } = this.#ports.timings;
    if (snapshot.type === 'none' || waited <= STEADY_STEP) return onlineBudget;
    const left = onlineBudget - waited;
    return left < onlineBudget / 2 ? 0 : left;
  }

  /** `answer` is null if it did not come within the budget; `late` then resolves with it. */
  async #askInTime({ baseUrl, filter, scan }: Attempt, budget: number) {
    const { platform, clock, timings } = this.#ports;
    const late = this.#ask({ baseUrl, filter }, scan.code);
    const answer = await withTimeout(clock, budget, late, null);
    // Only a full budget counts against the platform: with a reduced one its answer might have been
    // in time for a guest who had not queued.
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
  // If the snapshot marks the ticket as used, that information came from the platform.
  const isUsed = decision.kind === 'duplicate' && !wasAdmitted(known);
  const byUs = isUsed ? usedByUs(past, known) : null;
  return judged(byUs ?? decision, doubt);
}

/** Decides where the platform has not let the ticket in: it has refused it, or has said nothing in time. */
function afterAsking(
  question: Question,
  answer: Exclude<PlatformAnswer, { type: 'admitted' }> | null,
  late: Promise<PlatformAnswer>,
): Judged {
  if (answer === null) {
    const doubt = { type: 'awaited', answer: late } as const;
    return here(question, { type: 'no-answer', cause: 'timeout' }, doubt);
  }
  switch (answer.type) {
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

/**
 * Decides after a refusal: some refusals are the decision, after others this kiosk decides itself.
 */
function refused(question: Question, answer: Extract<PlatformAnswer, { type: 'refused' }>): Judged {
  const { past, known } = question;
  const { error } = answer;
  const meaning = meaningOf(error);
  switch (meaning) {
    case 'ticket': {
      const isUsed = error.code === ERROR.ticketAlreadyScanned;
      // Of ways out the platform knows nothing.
      if (isUsed && known.leftAt !== null) return judged(admitAgain(known));
      // If another door has used it, then not a scan that was turned away here.
      const byUs = isUsed && known.usedAtDoor === null ? usedByUs(past, known) : null;
      return judged(byUs ?? judge(answer, ticketIdsOf(known)));
    }
    // A user who may not scan here must not do so by the snapshot either.
    case 'user':
    case 'unknown':
      return judged(judge(answer, ticketIdsOf(known)));
    // The platform failed at an unknown point: maybe before it had spent the ticket, maybe after.
    case 'platform':
    case 'nothing':
      return here(question, { type: 'platform-error', error }, SILENT);
    // Error 17 means that it failed at an unknown point, too; with the other codes it did not look
    // at the ticket.
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
 * The decision about a used ticket that the platform may have spent on a scan that was turned away
 * here; null if there was no such scan. The holder is let in only if the answer to that scan will
 * never come; while it may still come, the ticket stays undecided.
 */
function usedByUs(
  { possiblySpentAt, inDoubtSince }: CodeHistory,
  known: OwnKnowledge,
): Decision | null {
  if (possiblySpentAt !== null) return admitInDoubt(known);
  return inDoubtSince === null ? null : awaitWord(known);
}

/** Notes what a way in or out, or a refusal, comes after; a right that it uses up is named where nothing came before. */
function inChain({ decision, doubt }: Judged, { passages: { newest } }: KnownCode): Judged {
  if (newest === null) return { decision, doubt };
  return { decision: { ...decision, follows: newest }, doubt };
}

function ticketIdsOf({ snapshot }: OwnKnowledge) {
  return snapshot.type === 'usable' ? idsOf(snapshot.ticket) : null;
}
