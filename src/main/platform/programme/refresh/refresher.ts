import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { assertNever } from '#shared/assert-never.ts';
import {
  NO_SERVICE_WORDS,
  type ProgrammePart,
  type ProgrammeState,
  type ServiceWords,
} from '#shared/model/programme.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { dateOf } from '../local-time.ts';
import { monthOf, type Month } from '../month-grid.ts';
import type { ProgrammeTimings } from '../timings.ts';
import {
  oneMonth,
  refreshBatch,
  wholeProgramme,
  type Batch,
  type RefreshOutcome,
} from './refresh.ts';

/** How many of the months that were viewed are kept up to date. */
const MOST_MONTHS = 6;

export interface RefresherPorts {
  readonly clock: Clock;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  readonly logger: Logger;
  readonly timings: ProgrammeTimings;
  /** 0 to 1, at random. */
  readonly random: () => number;
  readonly client: () => TicketingClient | null;
  /** The copy's file. */
  readonly file: string;
  readonly workerFile: string;
  /** The platform's time in the kiosk's zone, as a wall time (local-time.ts). */
  readonly wall: () => number;
  /** Resolves when no scan waits to be decided. */
  readonly pause: () => Promise<void>;
  /** Called when a batch has ended, successfully or not. */
  readonly onOutcome: (outcome: RefreshOutcome) => void;
  /** Called when the state has changed. */
  readonly onChange: () => void;
}

type EndedRefresh = Extract<RefreshOutcome, { type: 'ended' }>;

/** Fetches the programme of one client at a time: on schedule, on demand, or when a month is viewed. */
export class Refresher {
  readonly #ports: RefresherPorts;
  #clientRef: ClientRef | null = null;
  #problem: ProgrammeState['problem'] = null;
  #missing: readonly ProgrammePart[] = [];
  #service = NO_SERVICE_WORDS;
  #retrySoon = false;
  #months: Month[] = [];
  #due: Batch[] = [];
  #abort = new AbortController();
  #running: Promise<void> | null = null;
  #callOff: (() => void) | null = null;

  constructor(ports: RefresherPorts) {
    this.#ports = ports;
  }

  get refreshing(): boolean {
    return this.#running !== null;
  }

  /** Why the last refresh brought nothing, or not everything; null if it brought everything. */
  get problem(): ProgrammeState['problem'] {
    return this.#problem;
  }

  /** The parts that did not come with the last refresh; empty if all came, or none. */
  get missing(): readonly ProgrammePart[] {
    return this.#missing;
  }

  /** What the platform last said of this client. */
  get service(): ServiceWords {
    return this.#service;
  }

  /** Sets the client, and cancels what is under way for another one. */
  follow(clientRef: ClientRef | null): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#callOff?.();
    this.#callOff = null;
    this.#clientRef = clientRef;
    this.#problem = null;
    this.#missing = [];
    this.#service = NO_SERVICE_WORDS;
    this.#retrySoon = false;
    this.#months = [];
    this.#due = [];
    this.refresh();
  }

  /** Fetches everything, unless that is already under way. */
  refresh(): void {
    if (this.#clientRef === null || this.#due.some(({ whole }) => whole)) return;
    const { wall } = this.#ports;
    const today = dateOf(wall());
    this.#due = [wholeProgramme(monthOf(today), monthOf(today, 1)), ...this.#months.map(oneMonth)];
    this.#work();
  }

  /** Called when a month is viewed: fetches it if it was not viewed before, and keeps it up to date. */
  want(month: Month): void {
    if (this.#months.some((known) => isSame(known, month))) return;
    const today = dateOf(this.#ports.wall());
    if ([monthOf(today), monthOf(today, 1)].some((usual) => isSame(usual, month))) return;
    this.#months = [...this.#months, month].slice(-MOST_MONTHS);
    this.#due.push(oneMonth(month));
    this.#work();
  }

  async stop(): Promise<void> {
    this.follow(null);
    await this.#running;
  }

  #work(): void {
    if (this.#running !== null || this.#clientRef === null) return;
    this.#running = this.#refreshDue().finally(() => {
      this.#running = null;
      this.#planNext();
      this.#ports.onChange();
    });
    this.#ports.onChange();
  }

  /** The batch that is being fetched stays at the head of the queue until it is done. */
  async #refreshDue(): Promise<void> {
    for (let [batch] = this.#due; batch !== undefined; [batch] = this.#due) {
      const { signal } = this.#abort;
      const outcome = await this.#refresh(batch, signal);
      if (signal.aborted) continue;
      this.#due = this.#due.filter((each) => each !== batch);
      this.#learn(batch, outcome);
      this.#ports.onOutcome(outcome);
    }
  }

  async #refresh(batch: Batch, signal: AbortSignal): Promise<RefreshOutcome> {
    const { platformClock, file, workerFile, logger, pause, wall } = this.#ports;
    const client = this.#ports.client();
    const clientRef = this.#clientRef;
    if (client === null || clientRef === null) return { type: 'aborted' };
    const stamp = { now: platformClock.now(), wall: wall() };
    const task = { file, clientRef, stamp };
    const ports = { client, task, workerFile, logger, pause, signal };
    return refreshBatch(ports, batch);
  }

  #learn(batch: Batch, outcome: RefreshOutcome): void {
    switch (outcome.type) {
      case 'aborted':
        return;
      case 'failed':
        // This was no failure of the network; the log has the reason.
        this.#conclude('refused', true);
        return;
      case 'ended':
        if (batch.whole) this.#learnWhole(batch, outcome);
        // A month that the platform refuses says nothing about the rest.
        else if (outcome.isCut) this.#conclude(outcome.missing[0]?.problem ?? null, true);
        return;
      default:
        assertNever(outcome);
    }
  }

  #learnWhole(batch: Batch, { missing, service, isCut }: EndedRefresh): void {
    if (service !== null) this.#service = service;
    const problem = missing[0]?.problem ?? null;
    const cameInPart = missing.length < batch.parts.length;
    // What one part lacks is tried again with the next refresh: the others need no earlier one.
    this.#conclude(problem, isCut || (!cameInPart && problem !== 'refused'));
    if (cameInPart) this.#missing = missing.map(({ part }) => part);
    // The platform's first answer may have told that it is another month.
    const thisMonth = monthOf(dateOf(this.#ports.wall()));
    const hasToday = batch.parts.some(
      (part) => part.type === 'calendar' && isSame(part, thisMonth),
    );
    if (!hasToday) this.#retrySoon = true;
  }

  #conclude(problem: ProgrammeState['problem'], retrySoon: boolean): void {
    this.#problem = problem;
    this.#missing = [];
    this.#retrySoon = retrySoon;
    // The next try fetches the other months, too.
    if (retrySoon) this.#due = [];
  }

  #planNext(): void {
    if (this.#clientRef === null) return;
    const { clock, timings, random } = this.#ports;
    const usual = this.#retrySoon ? timings.retry : timings.interval;
    const jitter = 1 + timings.jitter * (2 * random() - 1);
    this.#callOff?.();
    this.#callOff = clock.after(usual * jitter, () => this.refresh());
  }
}

function isSame(a: Month, b: Month): boolean {
  return a.year === b.year && a.month === b.month;
}
