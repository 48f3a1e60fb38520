import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { AnotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import type { QuestionUnderWay } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { STEADY_STEP, type Clock, type Logger } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import { ok, type Result } from '#shared/result.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import type { Scan } from '#shared/model/scan.ts';
import { isNearMatch, type LocalHint, type VerdictReason } from '#shared/model/verdict.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { Decision } from './decision.ts';
import { admittedBy, notAdmitted } from './online-decision.ts';
import { elsewhere } from './elsewhere.ts';
import {
  formsOf,
  hasUnsettled,
  hereByForm,
  isUnclaimed,
  judged,
  meantBy,
  nearIn,
  otherForm,
  questionAbout,
  spentBy,
  TIMEOUT,
  withLineage,
  type Judged,
  type JudgedForm,
  type Question,
  type Subject,
} from './here-by-form.ts';
import { admitLate, letOut, lookUpOnly, ticketIdsOf, wasAdmitted } from './offline-decision.ts';
import { type Evidence, ticketIn, type SnapshotWord } from './evidence.ts';
import { evidenceOf, evidenceOfLeaver, type EvidencePorts } from './gather-evidence.ts';
import type { Attempt, DoorScope } from './door-scope.ts';
import { localHintOf, type PerformanceOf } from './local-hint.ts';
import { allowedDecision } from './patron-details.ts';
import { isNotFound, type PlatformAnswer } from './platform-answer.ts';
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

/** Tells the other doors that the platform is being asked, without waiting for anything. */
export type PublishQuestion = (question: QuestionUnderWay) => void;

export interface DeciderPorts extends EvidencePorts {
  readonly publishQuestion: PublishQuestion;
  readonly ledger: Pick<AdmissionLedger, 'ticketEvents' | 'noteQuestion'>;
  readonly platform: Platform;
  readonly performanceOf: PerformanceOf;
  readonly anotherEntrance: AnotherEntrance;
  /** Which of a patron's details may be shown. */
  readonly patronDetails: () => readonly PatronDetail[];
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'onlineBudget'>;
  readonly logger: Logger;
}

export interface Decided extends Judged {
  /** What this kiosk knows about a ticket that is not let in. */
  readonly own: LocalHint | null;
  /** What the snapshot says of the code; null where it was not asked. */
  readonly words: readonly SnapshotWord[] | null;
  /** The form of the code that was decided about; missing: as it was read. */
  readonly code?: string;
}

/** The outcome of a question to the platform. */
interface Asked {
  /** Null if it did not come in time. */
  readonly answer: PlatformAnswer | null;
  readonly late: Promise<PlatformAnswer>;
}

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
    const found = this.#subject(attempt, attempt.scan);
    if (!found.ok) return found;
    const subject = found.value;
    const { read, other } = subject;
    const decided = (judgedForm: JudgedForm) => ok(this.#decided(attempt, judgedForm));

    const meant = meantBy(subject);
    const { anotherEntrance } = this.#ports;
    const sent = atAnyEntrance ? null : elsewhere(attempt, meant.known, anotherEntrance);
    if (sent !== null) return decided({ ...judged(sent), about: meant });
    const budget = this.#budget(read.known, waited);
    const unasked = this.#withoutAsking(subject, budget);
    if (unasked !== null) return decided(unasked);

    const began = this.#ports.clock.steady();
    const first = await this.#askAbout(attempt, read, budget);
    if (!first.ok) return first;
    if (other === null || !other.isAsked || !isNotFound(first.value.answer)) {
      return decided(this.#afterAsking(subject, read, first.value));
    }
    // Both forms share the online budget, and another door may have let the ticket in meanwhile.
    const left = budget - (this.#ports.clock.steady() - began);
    const now = this.#now(subject);
    if (left <= 0 || now.other === null || hasUnsettled(now.other.question)) {
      return decided(hereByForm(now, TIMEOUT));
    }
    const second = await this.#askAbout(attempt, other.question, left);
    if (!second.ok) return second;
    return decided(this.#afterAsking(subject, other.question, second.value));
  }

  /**
   * What this kiosk knows about a ticket. The platform is not asked, because asking spends the
   * ticket.
   */
  lookUp(scope: DoorScope, scan: Scan): Result<Decided, LedgerFault> {
    const found = this.#subject(scope, scan);
    if (!found.ok) return found;
    const here = hereByForm(found.value, { type: 'not-known' });
    const { about, decision } = here;
    const checked: Decision = isNearMatch(decision.reason)
      ? { ...decision, kind: 'checked' }
      : lookUpOnly(scope, about.known);
    return ok(this.#decided(scope, { ...judged(checked), about }));
  }

  /**
   * Has a guest wait, for whatever reason: nothing is asked or spent. Who came in or went out with the ticket before
   * is noted, for whoever decides that this guest need not wait.
   */
  mustWait(attempt: Attempt, reason: VerdictReason): Result<Decided, LedgerFault> {
    const found = this.#subject(attempt, attempt.scan);
    if (!found.ok) return found;
    const { known, code } = meantBy(found.value);
    const ticketIds = ticketIdsOf(known);
    const waits = { kind: 'held', basis: 'venue', reason, ticket: null, ticketIds } as const;
    return ok({ ...withLineage(judged(waits), known), own: null, words: null, code });
  }

  /**
   * Whether an admission still stands: nothing came after it in the house, nobody has taken it back, and the platform
   * has not called its ticket used or void since. Where the ledger cannot be read it does not.
   */
  isStillGood(scope: DoorScope, code: string, entryId: string): boolean {
    const known = evidenceOf(this.#ports, scope, code);
    if (!known.ok) return false;
    const { inside, contradicted } = known.value.standing;
    return inside.length === 1 && inside[0]?.id === entryId && !contradicted.has(entryId);
  }

  /** Lets somebody out: the platform knows of no way out, and is not asked. */
  letOut(attempt: Attempt): Result<Decided, LedgerFault> {
    const found = this.#subject(attempt, attempt.scan);
    if (!found.ok) return found;
    const { read, other } = found.value;
    // A guest who came in on a near match goes out on it.
    const isOther = other !== null && read.known.standing.heads.length === 0;
    const { code } = isOther ? other.question : read;
    const known = evidenceOfLeaver(this.#ports, attempt, code);
    if (!known.ok) return known;
    const { inside, lacking, returns, heads } = known.value.standing;
    // Of several who are inside, the one who came in here is the likeliest to leave here.
    const leaver = inside.find(({ heardAt }) => heardAt === undefined) ?? inside[0];
    // An admission of which only the outcome is known was made, too.
    const ended = leaver?.id ?? lacking[0] ?? null;
    // A check-out that ends nothing gives no right to come in.
    const right =
      ended === null
        ? null
        : this.#ports.rightToReturn({ out: { at: attempt.platformTime }, returns });
    const decision = letOut(known.value, {
      type: 'went-out',
      isStray: ended === null,
      mayReturn: right !== null,
      until: right?.until ?? null,
    });
    const lineage = { ...NO_LINEAGE, knew: heads, of: ended };
    const leaving = ended === null ? decision : { ...decision, lineage };
    const about = { scope: attempt, code, known: known.value };
    return ok(this.#decided(attempt, { ...judged(leaving), about }));
  }

  /** What the code of a scan may mean, and what is known of it. */
  #subject(scope: DoorScope, scan: Scan): Result<Subject, LedgerFault> {
    const read = questionAbout(this.#ports, scope, scan.code);
    if (!read.ok) return read;
    const { words } = read.value.known;
    const near = nearIn(words);
    const unclear: Question[] = [];
    for (const code of near.length > 1 ? near : []) {
      const question = questionAbout(this.#ports, scope, code);
      if (!question.ok) return question;
      unclear.push(question.value);
    }
    const form = otherForm(scan, words);
    if (form === null) return ok({ read: read.value, unclear, other: null });
    const { code, ...use } = form;
    const question = questionAbout(this.#ports, scope, code);
    if (!question.ok) return question;
    return ok({ read: read.value, unclear, other: { ...use, question: question.value } });
  }

  /**
   * Reads again what is known, because other doors may have admitted the ticket while the platform was
   * asked. The snapshot is not read again.
   */
  #now({ read, unclear, other }: Subject): Subject {
    const since = (question: Question): Question => {
      const { scope, code, known } = question;
      const now = evidenceOf(this.#ports, scope, code, known.words);
      // The platform may have spent the ticket: a disk that fails now must not cost the scan its verdict.
      return now.ok ? { ...question, known: now.value } : question;
    };
    return {
      read: since(read),
      unclear: unclear.map(since),
      other: other && { ...other, question: since(other.question) },
    };
  }

  /**
   * The decision in cases where the platform must not be asked, or the guest's time is used up;
   * else null.
   */
  #withoutAsking(subject: Subject, budget: number): JudgedForm | null {
    const { read, other } = subject;
    const asked = other?.isAsked === true ? [read, other.question] : [read];
    for (const about of asked) {
      // An admission under the other form has already used this right.
      const hasComeIn = formsOf(subject).some((form) => form !== about && wasAdmitted(form.known));
      if (hasComeIn || !isUnclaimed(about)) continue;
      return {
        ...judged({ ...admitLate(about.known), ticketIds: spentBy(subject, about) }),
        about,
      };
    }
    const obstacle = this.#ports.platform.obstacle();
    if (obstacle !== null) return hereByForm(subject, obstacle);
    // The platform has not been told of this admission yet and would admit the ticket a second
    // time. What is known here suffices: a ticket that was let in, here or at another door, is never
    // undecided, unless its code is also on another ticket that was not let in.
    if (formsOf(subject).some(hasUnsettled)) {
      return hereByForm(subject, { type: 'no-answer', cause: 'unreachable' });
    }
    return budget > 0 ? null : hereByForm(subject, TIMEOUT);
  }

  #decided({ filter }: DoorScope, judgedForm: JudgedForm): Decided {
    const { performanceOf, patronDetails } = this.#ports;
    const { about, recordedAs } = judgedForm;
    const { known } = about;
    const { decision, doubt } = withLineage(judgedForm, known);
    return {
      decision: allowedDecision(decision, ticketIn(known.snapshot), patronDetails()),
      doubt,
      own: localHintOf(decision, known, filter, performanceOf),
      words: known.words,
      code: recordedAs ?? about.code,
    };
  }

  /**
   * What is left of the guest's second after the queue, in milliseconds; 0 if it is too little to
   * ask the platform. Without a snapshot that could decide instead, every guest gets the full
   * second.
   */
  #budget({ snapshot }: Evidence, waited: number): number {
    const { onlineBudget } = this.#ports.timings;
    if (snapshot.type === 'none' || waited <= STEADY_STEP) return onlineBudget;
    const left = onlineBudget - waited;
    return left < onlineBudget / 2 ? 0 : left;
  }

  /** Asks the platform about a code in one of its forms; the question is noted first. */
  async #askAbout(attempt: Attempt, { code, known }: Question, budget: number) {
    const asked = { ...attempt, scan: { ...attempt.scan, code } };
    const ticketIds = ticketIdsOf(known);
    const noted = this.#ports.ledger.noteQuestion(asked, ticketIds);
    if (!noted.ok) return noted;
    const late = this.#ask(attempt, code);
    this.#ports.publishQuestion({ ...asked, ticketIds, knew: known.standing.heads });
    return ok(await this.#inTime(late, budget));
  }

  /** Decides after the platform was asked about one form of the code. */
  #afterAsking(subject: Subject, asked: Question, { answer, late }: Asked): JudgedForm {
    if (answer?.type === 'admitted') return admittedBy(subject, asked, answer);
    const now = this.#now(subject);
    const isOther = asked === subject.other?.question;
    const about = (isOther ? now.other?.question : now.read) ?? now.read;
    return notAdmitted(now, about, answer, late);
  }

  /** `answer` is null if it did not come within the budget; `late` then resolves with it. */
  async #inTime(late: Promise<PlatformAnswer>, budget: number): Promise<Asked> {
    const { platform, clock, timings } = this.#ports;
    const answer = await withTimeout(clock, budget, late, null);
    // Only a full budget counts against the platform: with a reduced one its answer might have been
    // in time for a guest who had not queued.
    if (answer === null && budget === timings.onlineBudget) platform.noteOverdue();
    return { answer, late };
  }

  async #ask({ baseUrl, filter }: DoorScope, code: string): Promise<PlatformAnswer> {
    try {
      return await this.#ports.platform.ask({ baseUrl, filter }, code);
    } catch (error) {
      this.#ports.logger.error(
        'asking about a ticket failed in an unforeseen way',
        errorFact(error),
      );
      return { type: 'unreachable', reason: 'unreachable' };
    }
  }
}
