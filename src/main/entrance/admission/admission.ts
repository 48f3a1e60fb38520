import { Publisher } from '#main/base/publisher.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { mustBeUploaded } from '#main/ledger/recorder.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { HoldOrder } from '#shared/model/hold.ts';
import type { NotOverruled, OverruleEvidence, OverruleOrder } from '#shared/model/overrule.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import { tailOf, type Scan } from '#shared/model/scan.ts';
import type { PatronDetail } from '#shared/model/settings.ts';
import type { NotesOfVerdict } from '#shared/model/notes.ts';
import type { ReadNotice } from '#shared/model/notice.ts';
import type { TicketFacts, Verdict, VerdictReason } from '#shared/model/verdict.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { AnotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import type { LookUp } from './evidence.ts';
import { evidenceOf, type LookUpPeerEvents, type RightToReturn } from './gather-evidence.ts';
import { Decider, type Decided, type Platform, type PublishQuestion } from './decider.ts';
import type { Decision } from './decision.ts';
import { InDoubtTracker } from './in-doubt-tracker.ts';
import type { Attempt, DoorScope } from './door-scope.ts';
import type { PerformanceOf } from './local-hint.ts';
import { overruled, overruleEvidence } from './overrule.ts';
import { ofAnotherForm } from './platform-answer.ts';
import { RecentVerdicts, type Admitted } from './recent-verdicts.ts';
import { ScanQueue } from './scan-queue.ts';
import type { AdmissionTimings } from './timings.ts';

export interface AdmissionPorts {
  readonly platform: Platform;
  readonly lookUp: LookUp;
  readonly lookUpPeerEvents: LookUpPeerEvents;
  readonly publishQuestion: PublishQuestion;
  readonly rightToReturn: RightToReturn;
  readonly performanceOf: PerformanceOf;
  readonly anotherEntrance: AnotherEntrance;
  readonly patronDetails: () => readonly PatronDetail[];
  readonly ledger: AdmissionLedger;
  /** Returns what is noted about whoever has this code; missing where nothing is. */
  readonly notesAbout: (about: {
    readonly entryId: string;
    readonly scope: DoorScope;
    readonly code: string;
    readonly ticket: TicketFacts | null;
    readonly words: Decided['words'];
  }) => NotesOfVerdict | undefined;
  /** The order that holds this door now; null: it is not held. */
  readonly hold: () => HoldOrder | null;
  /** Whether the gate that was opened for this admission's entry may open once more: nobody went through. */
  readonly mayOpenAgain: (entryId: string, readAt: number) => boolean;
  /** How many the house holds, where it is full and nobody more is let in; else null. */
  readonly fullAt: () => number | null;
  /** Returns a new id for an entry: it shows which door has made it. */
  readonly newId: () => string;
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'at' | 'now'>;
  readonly timings: AdmissionTimings;
  readonly logger: Logger;
  /** Called with each notice, in the order of the scans. `readAt`: see {@link Admission.takeNotice}. */
  readonly onNotice: (notice: ReadNotice, readAt: number) => void;
  /** Told whenever the number of waiting scans changes. */
  readonly onWaiting: () => void;
}

/** A verdict that has just been given. */
export interface VerdictEvent {
  readonly verdict: Verdict;
  /** The decision, which is in the ledger; null: an earlier verdict was repeated. */
  readonly decision: Decision | null;
  /** Whether the decision has to be uploaded. */
  readonly isQueued: boolean;
  /** When its code was read, on the steady clock. */
  readonly readAt: number;
  /** What the door was open for then. */
  readonly scope: DoorScope;
  /** Whoever has entered the code is told by {@link Admission.decide}. */
  readonly isAwaited: boolean;
  /** The scanner that read it: see {@link Scan.readBy}. */
  readonly readBy: string | undefined;
}

/**
 * Whether the holder wants to come in, only to know what the ticket is worth, or to leave; or is let in here although
 * the ticket belongs to another entrance.
 */
export type Purpose = 'admit' | 'look-up' | 'let-out' | 'admit-here';

/** A scan, what the door was open for when it came, and the verdicts that it may repeat. */
interface WaitingScan {
  /** The id of the entry that the scan becomes. */
  readonly id: string;
  readonly scan: Scan;
  /** On the steady clock. */
  readonly readAt: number;
  readonly scope: DoorScope;
  readonly purpose: Purpose;
  readonly recent: RecentVerdicts;
  /** Told of the verdict; null: it could not be recorded. Missing where only the screen tells it. */
  readonly answer?: (verdict: Verdict | null) => void;
  /** Whether somebody still waits for that; missing: nobody does. */
  readonly isAwaited?: () => boolean;
}

/** An order to let in whom an earlier scan has refused. */
interface WaitingOrder {
  readonly order: OverruleOrder;
  readonly scope: DoorScope;
  readonly done: (result: Result<null, LedgerTrouble | NotOverruled>) => void;
  readonly failed: (error: unknown) => void;
}

/** A failed read that waits for the verdicts of earlier scans. */
interface WaitingNotice {
  readonly notice: ReadNotice;
  readonly readAt: number;
}

/**
 * The decision where an unexpected error occurs: a bug in this program proves nothing about the
 * ticket.
 */
const UNFORESEEN: Decided = {
  decision: {
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'no-answer', cause: 'unreachable' },
    ticket: null,
    ticketIds: null,
  },
  doubt: { type: 'none' },
  own: null,
  words: null,
};

/**
 * Takes each scan through its steps: repeat the recent verdict or enter the queue, decide, record
 * in the ledger, and only then show the verdict.
 */
export class Admission {
  /** Every verdict, once, in the order of the scans; that of a decision after its commit. */
  readonly verdicts: Publisher<VerdictEvent>;
  /** That the ledger has the platform's late answer about an entry, or knows that none will come. */
  readonly settled: Publisher<void>;
  readonly #ports: AdmissionPorts;
  readonly #decider: Decider;
  readonly #doubts: InDoubtTracker;
  readonly #queue: ScanQueue<WaitingScan | WaitingOrder | WaitingNotice>;
  #recent: RecentVerdicts;
  /** The scans that were sent to another entrance, by their verdicts' reasons, as long as those are shown. */
  readonly #sent = new WeakMap<VerdictReason, Scan>();

  constructor(ports: AdmissionPorts) {
    this.#ports = ports;
    const onError = (error: unknown): void =>
      ports.logger.error('a verdict’s subscriber failed', errorFact(error));
    this.verdicts = new Publisher(onError);
    this.settled = new Publisher(onError);
    this.#decider = new Decider(ports);
    this.#doubts = new InDoubtTracker({
      ledger: ports.ledger,
      onSettled: () => this.settled.publish(),
    });
    this.#recent = new RecentVerdicts(() => ports.timings.repeatWindow);
    this.#queue = new ScanQueue((waiting) => {
      if ('order' in waiting) return this.#obey(waiting);
      return 'notice' in waiting ? this.#notify(waiting) : this.#workOff(waiting);
    }, ports.onWaiting);
  }

  /**
   * Looks up a code that no ticket has: the first look-up prepares statements and keys, and takes ten times
   * as long as the next one.
   */
  warmUp(scope: DoorScope): void {
    const { clock } = this.#ports;
    this.#decider.lookUp(scope, {
      code: 'no ticket',
      source: 'manual',
      device: null,
      at: clock.now(),
    });
  }

  /** Scans that came in and have no verdict yet. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Resolves when each scan that was taken in has its verdict. */
  whenDone(): Promise<void> {
    return this.#queue.whenDone();
  }

  /**
   * Takes in a scan that was read at `readAt` on the steady clock. It always gets a verdict,
   * whatever the network does, unless the verdict cannot be recorded.
   */
  take(scan: Scan, scope: DoorScope, readAt: number, purpose: Purpose = 'admit'): void {
    this.#queue.push({
      id: this.#ports.newId(),
      scan,
      readAt,
      scope,
      purpose,
      recent: this.#recent,
    });
  }

  /**
   * Shows a notice once all earlier scans have their verdicts, so that no earlier guest's verdict
   * follows it. `readAt`: when the last part of what was read came, on the steady clock.
   */
  takeNotice(notice: ReadNotice, readAt: number): void {
    this.#queue.push({ notice, readAt });
  }

  /**
   * Like {@link take}, for somebody who has chosen the ticket and waits for its verdict: resolves with it, with null if it could
   * not be recorded.
   */
  decide(
    scan: Scan,
    scope: DoorScope,
    readAt: number,
    isAwaited: () => boolean,
  ): Promise<Verdict | null> {
    return new Promise((answer) =>
      this.#queue.push({
        ...{ id: this.#ports.newId(), scan, readAt, scope, purpose: 'admit', recent: this.#recent },
        ...{ answer, isAwaited },
      }),
    );
  }

  /**
   * Lets in whom an earlier scan has refused. It waits for its turn behind the scans that have come before: one of them
   * may be of the same ticket, and let it in.
   */
  overrule(
    order: OverruleOrder,
    scope: DoorScope,
  ): Promise<Result<null, LedgerTrouble | NotOverruled>> {
    return new Promise((done, failed) => this.#queue.push({ order, scope, done, failed }));
  }

  /**
   * Lets somebody in here whom a verdict sent to another entrance: the scan is decided once more, as ever, and not
   * sent on. Returns false if the verdict sent nobody, or its guest was let in here before.
   */
  letInHere({ reason }: Verdict, scope: DoorScope, readAt: number): boolean {
    const scan = this.#sent.get(reason);
    if (scan === undefined) return false;
    this.#sent.delete(reason);
    this.take({ ...scan, at: this.#ports.clock.now() }, scope, readAt, 'admit-here');
    return true;
  }

  /** Returns what is known of the ticket of a refusal, to be shown before its guest is let in. */
  overruleEvidence(
    id: string,
    scope: DoorScope,
  ): Result<OverruleEvidence, LedgerTrouble | NotOverruled> {
    const { platformClock } = this.#ports;
    const found = overruleEvidence(this.#ports, id, scope, platformClock.now());
    if (!found.ok) return err({ type: 'ledger', code: found.error.code });
    return found.value.ok
      ? found.value
      : err({ type: 'not-overruled', because: found.value.error });
  }

  /** Whether the holder of an admission of this door has left since, or come in again, at any door of the venue. */
  isFollowed(entryId: string): boolean {
    const found = this.#ports.ledger.recordedScan(entryId);
    if (!found.ok || found.value === null || found.value.code === null) return false;
    const { code } = found.value;
    const evidence = evidenceOf(this.#ports, found.value, code);
    return evidence.ok && evidence.value.standing.isFollowed(entryId);
  }

  /**
   * Stops repeating earlier verdicts, because the door is open for something else now, or tickets
   * are only looked up. Scans that still wait in the queue may repeat only each other's verdicts.
   */
  forgetRecent(): void {
    this.#recent = new RecentVerdicts(() => this.#ports.timings.repeatWindow);
  }

  /** Works off one scan. It never rejects, so that the next scan gets its turn. */
  async #workOff(waiting: WaitingScan): Promise<void> {
    let verdict: Verdict | null = null;
    try {
      verdict = await this.#verdictOn(waiting);
    } catch (error) {
      this.#ports.logger.error('a verdict failed in an unforeseen way', errorFact(error));
    }
    waiting.answer?.(verdict);
  }

  /** Null if there is none: it could not be recorded. */
  async #verdictOn(waiting: WaitingScan): Promise<Verdict | null> {
    const { scan, readAt, purpose, recent } = waiting;
    const unused = this.#unusedAdmission(waiting);
    if (unused !== null) return this.#openAgain(waiting, unused);
    const earlier = purpose === 'admit-here' ? null : recent.repeated(scan.code, readAt);
    if (earlier !== null && !this.#isOver(earlier)) {
      const repeated: Verdict = { ...earlier, basis: 'repeat' };
      this.#publish(repeated, waiting, null);
      return repeated;
    }
    const decided = await this.#decide(waiting);
    const concluded = decided && this.#conclude(waiting, decided);
    return concluded?.ok ? concluded.value : null;
  }

  /** The admission of this code for which the gate may open once more; null: there is none. */
  #unusedAdmission({ scan, readAt, scope, purpose, recent }: WaitingScan): Admitted | null {
    const { hold, mayOpenAgain, logger } = this.#ports;
    const admission = purpose === 'admit' ? recent.newestAdmission(scan.code) : null;
    if (admission === null || hold() !== null) return null;
    try {
      const { recordedAs, verdict } = admission;
      if (!mayOpenAgain(verdict.entryId, readAt)) return null;
      return this.#decider.isStillGood(scope, recordedAs, verdict.entryId) ? admission : null;
    } catch (error) {
      // The guest is answered as ever.
      logger.error('whether a gate may open again failed in an unforeseen way', errorFact(error));
      return null;
    }
  }

  /** Shows an admission again, and opens the gate for it: its guest has not come in. It is no admission of its own. */
  #openAgain(waiting: WaitingScan, { verdict, recordedAs }: Admitted): Verdict {
    const { scan, readAt, recent } = waiting;
    const { clock } = this.#ports;
    recent.remember(scan.code, { verdict, recordedAs, readAt, decidedAt: clock.steady() });
    const { source } = scan;
    const at = clock.now();
    const again: Verdict = { ...verdict, basis: 'repeat', opensAgain: true, source, at };
    this.#publish(again, waiting, null);
    return again;
  }

  #notify({ notice, readAt }: WaitingNotice): Promise<void> {
    this.#ports.onNotice(notice, readAt);
    return Promise.resolve();
  }

  /** Carries out an order. It never rejects, either: what fails is the caller's. */
  #obey({ order, scope, done, failed }: WaitingOrder): Promise<void> {
    try {
      done(this.#overrule(order, scope));
    } catch (error) {
      failed(error);
    }
    return Promise.resolve();
  }

  #overrule(order: OverruleOrder, scope: DoorScope): Result<null, LedgerTrouble | NotOverruled> {
    const { clock, platformClock } = this.#ports;
    const readAt = clock.steady();
    const found = overruled(this.#ports, order, scope, platformClock.at(readAt));
    if (!found.ok) return err({ type: 'ledger', code: found.error.code });
    if (!found.value.ok) return err({ type: 'not-overruled', because: found.value.error });
    const { refused, decision, code } = found.value.value;
    const { baseUrl, filter, source, device } = refused;
    const scan = { code, source, device, at: clock.now() };
    const waiting: WaitingScan = {
      ...{ id: this.#ports.newId(), scan, readAt, purpose: 'admit', recent: this.#recent },
      scope: { baseUrl, filter },
    };
    const awaited = this.#doubts.doubtOf(refused.id);
    const doubt = code === refused.code ? awaited : ofAnotherForm(awaited);
    const concluded = this.#conclude(waiting, { decision, doubt, own: null, words: null });
    return concluded.ok ? ok(null) : err({ type: 'ledger', code: concluded.error.code });
  }

  /** A guest who had to wait scans again when it goes on. */
  #isOver({ kind }: Verdict): boolean {
    return kind === 'held' && this.#whyToWait() === null;
  }

  /** Why nobody comes in now; null: they do. */
  #whyToWait(): VerdictReason | null {
    const hold = this.#ports.hold();
    if (hold !== null) return { type: 'held', door: hold.door || null, since: hold.at };
    const capacity = this.#ports.fullAt();
    return capacity === null ? null : { type: 'house-full', capacity };
  }

  /** Null if the ledger cannot be read. */
  async #decide(waiting: WaitingScan): Promise<Decided | null> {
    const { scan, readAt, scope, purpose } = waiting;
    try {
      if (purpose === 'look-up') {
        const found = this.#decider.lookUp(scope, scan);
        return found.ok ? found.value : null;
      }
      if (purpose === 'let-out') {
        // Nobody is ever held inside.
        const out = this.#decider.letOut(this.#attempt(waiting));
        return out.ok ? out.value : null;
      }
      const why = this.#whyToWait();
      if (why !== null) {
        const held = this.#decider.mustWait(this.#attempt(waiting), why);
        return held.ok ? held.value : null;
      }
      const waited = this.#ports.clock.steady() - readAt;
      const decided = await this.#decider.decide(
        this.#attempt(waiting),
        waited,
        purpose === 'admit-here',
      );
      return decided.ok ? decided.value : null;
    } catch (error) {
      this.#ports.logger.error('a scan failed in an unforeseen way', errorFact(error));
      return UNFORESEEN;
    }
  }

  /**
   * Records a decision and publishes its verdict. The verdict of a decision that cannot be recorded is not
   * published; the screen shows a fault instead, which is returned.
   */
  #conclude(waiting: WaitingScan, decided: Decided): Result<Verdict, LedgerFault> {
    const { decision, doubt } = decided;
    const { ledger } = this.#ports;
    const { readAt, recent } = waiting;
    const scan = { ...waiting.scan, code: decided.code ?? waiting.scan.code };
    // The time is read again here: the answer may have told the platform's time.
    const entry = { ...this.#attempt(waiting), scan, ...decision, inDoubt: doubt.type !== 'none' };
    const recorded = ledger.record(entry, readAt);
    const concluded = recorded.ok ? ok(this.#concluded(waiting, decided)) : recorded;
    this.#doubts.follow(entry, doubt, () => recent.forget(waiting.scan.code, readAt));
    return concluded;
  }

  /** Publishes the verdict of a decision that is in the ledger. */
  #concluded(waiting: WaitingScan, { decision, own, words, code }: Decided): Verdict {
    const { kind, basis, reason, ticket } = decision;
    const { id: entryId, scan, readAt, scope, recent } = waiting;
    const { clock, notesAbout } = this.#ports;
    const recordedAs = code ?? scan.code;
    const notes =
      kind === 'exit' ? undefined : notesAbout({ entryId, scope, code: recordedAs, ticket, words });
    const verdict: Verdict = {
      entryId,
      ...(notes !== undefined && { notes }),
      ...{ kind, basis, reason, ticket, own },
      source: scan.source,
      codeTail: tailOf(scan.code),
      at: clock.now(),
    };
    if (kind === 'elsewhere') this.#sent.set(reason, scan);
    recent.remember(scan.code, { verdict, recordedAs, readAt, decidedAt: clock.steady() });
    this.#publish(verdict, waiting, decision);
    return verdict;
  }

  #publish(verdict: Verdict, waiting: WaitingScan, decision: Decision | null): void {
    const { scan, readAt, scope, isAwaited } = waiting;
    this.#queue.answered();
    this.verdicts.publish({
      ...{ verdict, decision, readAt, scope },
      isQueued: decision !== null && mustBeUploaded(decision),
      isAwaited: isAwaited?.() === true,
      readBy: scan.readBy,
    });
  }

  #attempt({ id, scan, readAt, scope }: WaitingScan): Attempt {
    return { id, ...scope, scan, platformTime: this.#ports.platformClock.at(readAt) };
  }
}
