import { errorFact } from '#main/log/error-fact.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { Verdict, VerdictBasis } from '#shared/model/verdict.ts';
import type { Clock, Logger } from '#main/ports.ts';
import { within } from '#main/within.ts';
import { judge, type Decision } from './judge.ts';
import type { PlatformAnswer } from './platform-answer.ts';
import { RecentVerdicts } from './recent-verdicts.ts';
import { ScanQueue } from './scan-queue.ts';
import type { AdmissionTimings } from './timings.ts';

export interface AdmissionOptions {
  /** Asks the platform about a code. Never rejects; may take longer than a guest can wait. */
  readonly ask: (code: string, filter: ScanFilter) => Promise<PlatformAnswer>;
  readonly clock: Clock;
  readonly timings: AdmissionTimings;
  readonly logger: Logger;
  /** Told of each verdict and its scan, in the order of the scans. */
  readonly onVerdict: (verdict: Verdict, scan: Scan) => void;
  /** Told when the platform's word did not come within the budget. */
  readonly onOverdue: () => void;
  /** Told whenever the number of waiting scans changes. */
  readonly onWaiting: () => void;
}

/** A scan, what the door was open for when it came, and the verdicts that it may repeat. */
interface WaitingScan {
  readonly scan: Scan;
  readonly filter: ScanFilter;
  readonly recent: RecentVerdicts;
}

/** How much of a code a verdict keeps, in characters. */
const TAIL = 4;

/** The way of a scan: repeat or queue, then the platform's word within the budget, then the verdict. */
export class Admission {
  readonly #options: AdmissionOptions;
  #recent: RecentVerdicts;
  readonly #queue: ScanQueue<WaitingScan>;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#recent = new RecentVerdicts(options.timings.repeatWindow);
    this.#queue = new ScanQueue((waiting) => this.#decide(waiting));
  }

  /** Scans that came in and have no verdict yet. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Takes a scan in. Its verdict comes, whatever happens. */
  take(scan: Scan, filter: ScanFilter): void {
    this.#queue.push({ scan, filter, recent: this.#recent });
    this.#options.onWaiting();
  }

  /**
   * Earlier verdicts no longer stand for a ticket: the door is open for something else. Those of scans
   * that still wait stand for each other alone.
   */
  forgetRecent(): void {
    this.#recent = new RecentVerdicts(this.#options.timings.repeatWindow);
  }

  async #decide({ scan, filter, recent }: WaitingScan): Promise<void> {
    const { onVerdict, onWaiting } = this.#options;
    const earlier = recent.repeated(scan);
    if (earlier === null) {
      const verdict = this.#verdict(scan, 'platform', await this.#askInTime(scan, filter));
      recent.remember(scan, verdict);
      onVerdict(verdict, scan);
    } else {
      onVerdict({ ...earlier, basis: 'repeat' }, scan);
    }
    onWaiting();
  }

  async #askInTime(scan: Scan, filter: ScanFilter): Promise<Decision> {
    const { ask, clock, timings, logger, onOverdue } = this.#options;
    try {
      const answer = await within(clock, timings.onlineBudget, ask(scan.code, filter), null);
      if (answer === null) onOverdue();
      // Without the platform's word there is, as yet, nothing else to decide from.
      return judge(answer ?? { type: 'unreachable', reason: 'timeout' });
    } catch (error) {
      logger.error('asking about a ticket failed in an unforeseen way', errorFact(error));
      return judge({ type: 'unreachable', reason: 'unreachable' });
    }
  }

  #verdict(scan: Scan, basis: VerdictBasis, decision: Decision): Verdict {
    return {
      ...decision,
      basis,
      source: scan.source,
      codeTail: scan.code.slice(-TAIL),
      at: this.#options.clock.now(),
    };
  }
}
