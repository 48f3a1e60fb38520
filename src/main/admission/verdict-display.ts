import type { PastVerdict, ShownVerdict, Verdict } from '#shared/model/verdict.ts';
import type { Clock } from '#main/ports.ts';
import { withoutWords } from '#main/without-words.ts';
import type { AdmissionTimings } from './timings.ts';

export interface VerdictDisplayOptions {
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'verdictAtLeast' | 'verdictAtMost'>;
  readonly onChange: () => void;
}

/**
 * What is on the screen, and for how long. Whoever scans has seen what is on screen by then, so the
 * verdict replaces it at once. Scans that came before that pile up: then verdicts wait in line, and
 * each stays for its shortest time.
 */
export class VerdictDisplay {
  readonly #options: VerdictDisplayOptions;
  readonly #line: Verdict[] = [];
  #current: ShownVerdict | null = null;
  #last: PastVerdict | null = null;
  #sequence = 0;
  #shownAt = -Infinity;
  #cancel: () => void = () => undefined;

  constructor(options: VerdictDisplayOptions) {
    this.#options = options;
  }

  /** On the screen now; null when the kiosk waits for a scan. */
  get current(): ShownVerdict | null {
    return this.#current;
  }

  /** The newest that was shown, whether it still is or not. */
  get last(): PastVerdict | null {
    return this.#last;
  }

  /** @param readAt when its code was read, on the steady clock */
  show(verdict: Verdict, readAt: number): void {
    this.#line.push(verdict);
    if (this.#line.length > 1) return;
    const { clock, timings } = this.#options;
    const left = this.#shownAt + timings.verdictAtLeast - clock.steady();
    const isSeen = this.#current === null || readAt >= this.#shownAt;
    if (isSeen || left <= 0) this.#advance();
    else this.#wakeAfter(left);
  }

  /** Takes everything off the screen: the door is closed, or open for something else. */
  clear(): void {
    this.#cancel();
    this.#line.length = 0;
    this.#current = null;
    this.#last = null;
    this.#options.onChange();
  }

  #advance(): void {
    const { clock, timings, onChange } = this.#options;
    const verdict = this.#line.shift();
    this.#current = verdict === undefined ? null : { ...verdict, sequence: ++this.#sequence };
    if (this.#current !== null) {
      this.#last = pastOf(this.#current);
      this.#shownAt = clock.steady();
      const stays = this.#line.length > 0 ? timings.verdictAtLeast : timings.verdictAtMost;
      this.#wakeAfter(stays);
    }
    onChange();
  }

  #wakeAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(ms, () => this.#advance());
  }
}

/** The platform's own words may name somebody, and are gone with the verdict like all that does. */
function pastOf({
  kind,
  basis,
  reason,
  source,
  codeTail,
  at,
  sequence,
}: ShownVerdict): PastVerdict {
  return { kind, basis, reason: withoutWords(reason), source, codeTail, at, sequence };
}
