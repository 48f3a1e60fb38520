import type { PastVerdict, ShownVerdict, Verdict } from '#shared/model/verdict.ts';
import type { Clock } from '#main/base/ports.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import type { AdmissionTimings } from './timings.ts';

/**
 * A verdict that nobody has seen is shown again until it is this old, in milliseconds. After that its guest
 * has gone, and another one would take it for theirs.
 */
export const SHOWN_AGAIN_WITHIN = 60_000;

/** The most verdicts that are kept if no page reports what was seen. */
const MOST_UNSEEN = 100;

export interface VerdictDisplayOptions {
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'verdictAtLeast' | 'verdictAtMost'>;
  readonly onChange: () => void;
}

/**
 * Decides which verdict is on the screen, and for how long. A guest who scans has seen what is on the
 * screen, so a new verdict replaces it at once. If the scan was read before the verdict on the screen was
 * shown, verdicts queue, and each stays for its shortest time.
 */
export class VerdictDisplay {
  readonly #options: VerdictDisplayOptions;
  readonly #line: Verdict[] = [];
  /** Verdicts that were shown and perhaps not seen, oldest first, with the time on the steady clock. */
  #unseen: readonly { readonly verdict: Verdict; readonly at: number }[] = [];
  #current: ShownVerdict | null = null;
  #last: PastVerdict | null = null;
  #sequence = 0;
  #shownAt = -Infinity;
  #cancel: () => void = () => undefined;

  constructor(options: VerdictDisplayOptions) {
    this.#options = options;
  }

  /** The verdict on the screen now; null while the kiosk waits for a scan. */
  get current(): ShownVerdict | null {
    return this.#current;
  }

  /** The newest verdict that was shown, whether it is still on the screen or not. */
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

  /** Called when the page was alive at `at`, on the steady clock: what was sent before counts as seen. */
  noteSeen(at: number): void {
    this.#unseen = this.#unseen.filter((shown) => shown.at > at);
  }

  /**
   * Called when the page is back after being away until `awayAt`, on the steady clock. Verdicts that nobody
   * can have seen are shown again for their full time, unless a later guest has had an answer, who would
   * take an older one for theirs.
   */
  showAgain(awayAt: number): void {
    const since = this.#options.clock.steady() - SHOWN_AGAIN_WITHIN;
    const unseen = this.#unseen
      .filter(({ at }) => at > since && at <= awayAt)
      .map(({ verdict }) => verdict);
    this.#unseen = this.#unseen.filter(({ at }) => at > awayAt);
    if (unseen.length === 0 || this.#shownAt > awayAt) return;
    this.#line.unshift(...unseen.filter((verdict) => !repeatsOneOf(unseen, verdict)));
    this.#cancel();
    this.#advance();
  }

  /** Takes everything off the screen: the door is closed, or open for something else. */
  clear(): void {
    this.#cancel();
    this.#line.length = 0;
    this.#unseen = [];
    this.#current = null;
    this.#last = null;
    this.#options.onChange();
  }

  #advance(): void {
    const { clock, timings, onChange } = this.#options;
    const verdict = this.#line.shift();
    this.#current = verdict === undefined ? null : { ...verdict, sequence: ++this.#sequence };
    if (verdict !== undefined && this.#current !== null) {
      this.#last = pastOf(this.#current);
      this.#shownAt = clock.steady();
      this.#unseen = [...this.#unseen, { verdict, at: this.#shownAt }].slice(-MOST_UNSEEN);
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

/**
 * Whether the verdict answers a guest who scanned again because the screen was blank. It is shown once: a
 * second welcome for one guest could let in another.
 */
function repeatsOneOf(verdicts: readonly Verdict[], { basis, at, codeTail }: Verdict): boolean {
  return (
    basis === 'repeat' &&
    verdicts.some(
      (first) => first.basis !== 'repeat' && first.at === at && first.codeTail === codeTail,
    )
  );
}

/** The platform's message may name a person, so it is dropped with the other details of the person. */
function pastOf({
  kind,
  basis,
  reason,
  source,
  codeTail,
  at,
  sequence,
}: ShownVerdict): PastVerdict {
  return { kind, basis, reason: redactReason(reason), source, codeTail, at, sequence };
}
