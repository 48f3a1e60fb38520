import type { Clock, Logger } from '#main/base/ports.ts';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { assertNever } from '#shared/assert-never.ts';
import {
  NO_SERVICE_WORDS,
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

/** How many of the months that somebody looked at are kept fresh. */
const MOST_MONTHS = 6;

export interface RefresherPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: ProgrammeTimings;
  /** 0 to 1, at random. */
  readonly random: () => number;
  readonly client: () => TicketingClient | null;
  /** The copy's file. */
  readonly file: string;
  readonly workerFile: string;
  /** What the wall shows where the kiosk stands (local-time.ts). */
  readonly wall: () => number;
  /** Resolves when nobody waits for a scan to be decided. */
  readonly pause: () => Promise<void>;
  /** Called when a batch has ended, successfully or not. */
  readonly onOutcome: (outcome: RefreshOutcome) => void;
  /** Called when the state has changed. */
  readonly onChange: () => void;
}

/** Fetches the programme of one client at a time: when it is due, asked for, or a month is looked at. */
export class Refresher {
  readonly #ports: RefresherPorts;
  #clientRef: ClientRef | null = null;
  #problem: ProgrammeState['problem'] = null;
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

  /** Why the last refresh brought nothing; null if it did. */
  get problem(): ProgrammeState['problem'] {
    return this.#problem;
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
    this.#service = NO_SERVICE_WORDS;
    this.#retrySoon = false;
    this.#months = [];
    this.#due = [];
    this.refresh();
  }

  /** Fetches everything, unless that is under way. */
  refresh(): void {
    if (this.#clientRef === null || this.#due.some(({ whole }) => whole)) return;
    const { wall } = this.#ports;
    const today = dateOf(wall());
    this.#due = [wholeProgramme(monthOf(today), monthOf(today, 1)), ...this.#months.map(oneMonth)];
    this.#work();
  }

  /** Somebody looks at a month: fetches it, if it was not looked at before, and keeps it fresh. */
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

  /** The batch at work stays the first of those due until it is done. */
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
    const { clock, file, workerFile, logger, pause, wall } = this.#ports;
    const client = this.#ports.client();
    const clientRef = this.#clientRef;
    if (client === null || clientRef === null) return { type: 'aborted' };
    const stamp = { now: clock.now(), wall: wall() };
    const task = { file, clientRef, stamp };
    const parts = { client, clock, task, workerFile, logger, pause, signal };
    return refreshBatch(parts, batch);
  }

  #learn(batch: Batch, outcome: RefreshOutcome): void {
    switch (outcome.type) {
      case 'aborted':
        return;
      case 'kept':
        this.#problem = null;
        if (batch.whole) this.#service = outcome.service;
        this.#retrySoon = false;
        return;
      case 'failed':
        // It was not the network: the log has the reason.
        this.#problem = 'refused';
        this.#retrySoon = true;
        break;
      case 'refused':
        // A month that the platform does not want to give says nothing about the rest.
        if (!batch.whole) return;
        this.#problem = 'refused';
        if (outcome.service !== null) this.#service = outcome.service;
        this.#retrySoon = false;
        break;
      case 'problem':
        this.#problem = outcome.problem;
        this.#retrySoon = true;
        break;
      default:
        assertNever(outcome);
    }
    // The other months are fetched with the next try.
    if (this.#retrySoon) this.#due = [];
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
