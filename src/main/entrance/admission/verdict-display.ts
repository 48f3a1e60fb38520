import type { ReadNotice, ShownNotice } from '#shared/model/notice.ts';
import type { PastVerdict, ShownVerdict, Verdict } from '#shared/model/verdict.ts';
import type { Clock } from '#main/base/ports.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import type { AdmissionTimings } from './timings.ts';

/**
 * For how long, in milliseconds, a verdict that nobody has seen may be shown again. A guest who
 * waited longer has left, and the next one would take the verdict for their own.
 */
export const SHOWN_AGAIN_WITHIN = 60_000;

/**
 * For how long, in milliseconds, a verdict may wait in line: as long as twenty take that are shown for their
 * shortest time. Whoever waited longer has left. Without a limit a device that types nonsense would answer to
 * itself for minutes after it was unplugged, while guests read strangers' verdicts.
 */
export const WAITS_AT_MOST = 15_000;

/** The most unseen verdicts that are kept where the page does not report what was seen. */
const MOST_UNSEEN = 100;

export interface VerdictDisplayOptions {
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'verdictAtLeast' | 'verdictAtMost'>;
  readonly onChange: () => void;
}

/** What takes its turn on the screen. */
type Turn =
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'notice'; readonly notice: ReadNotice };

/**
 * Decides which verdict is on the screen, and for how long. Whoever scans has seen what was on the
 * screen at that moment, so the scan's verdict replaces it immediately. Verdicts of scans that were
 * read before the current verdict was shown wait in line, and each then stays for its minimum time;
 * one that has waited too long is left out (the ledger has it), but never the newest.
 *
 * The notice about a failed reading takes its turn like a verdict: the next guest must not take the
 * answer to the guest before for their own.
 */
export class VerdictDisplay {
  readonly #options: VerdictDisplayOptions;
  /** Those that wait, with when they began to, on the steady clock. */
  readonly #line: { readonly turn: Turn; readonly since: number }[] = [];
  /** What was shown but perhaps not seen, oldest first, with the time on the steady clock. */
  #unseen: readonly { readonly turn: Turn; readonly at: number }[] = [];
  #current: ShownVerdict | null = null;
  #notice: ShownNotice | null = null;
  #last: PastVerdict | null = null;
  #sequence = 0;
  #notices = 0;
  #shownAt = -Infinity;
  #cancel: () => void = () => undefined;

  constructor(options: VerdictDisplayOptions) {
    this.#options = options;
  }

  /** The verdict on the screen; null while the kiosk waits for a scan, or shows a notice. */
  get current(): ShownVerdict | null {
    return this.#current;
  }

  /** The notice on the screen; null while there is none. */
  get notice(): ShownNotice | null {
    return this.#notice;
  }

  /** The newest verdict that was shown, whether or not it is still on the screen. */
  get last(): PastVerdict | null {
    return this.#last;
  }

  /** @param readAt when its code was read, on the steady clock */
  show(verdict: Verdict, readAt: number): void {
    this.#enter({ type: 'verdict', verdict }, readAt);
  }

  /** @param readAt when the last part of what was read came, on the steady clock */
  showNotice(notice: ReadNotice, readAt: number): void {
    this.#enter({ type: 'notice', notice }, readAt);
  }

  #enter(turn: Turn, readAt: number): void {
    const { clock, timings } = this.#options;
    // One notice is enough for everybody who waits.
    if (turn.type === 'notice' && isSameNotice(turn, this.#line.at(-1)?.turn)) return;
    this.#line.push({ turn, since: clock.steady() });
    if (this.#line.length > 1) return;
    const left = this.#shownAt + timings.verdictAtLeast - clock.steady();
    const isFree = this.#current === null && this.#notice === null;
    const isSeen = isFree || readAt >= this.#shownAt;
    if (isSeen || left <= 0) this.#advance();
    else this.#wakeAfter(left);
  }

  /**
   * Called when the page was known to be there at `at`, on the steady clock: everything that it was
   * told before counts as seen.
   */
  noteSeen(at: number): void {
    this.#unseen = this.#unseen.filter((shown) => shown.at > at);
  }

  /**
   * Called when the page is back after it was away until `awayAt`, on the steady clock. What
   * nobody can have seen is shown once more, for its full time; but not if the next guest has
   * already had an answer and could take an older verdict for their own.
   */
  showAgain(awayAt: number): void {
    const now = this.#options.clock.steady();
    const unseen = this.#unseen
      .filter(({ at }) => at > now - SHOWN_AGAIN_WITHIN && at <= awayAt)
      .map(({ turn }) => turn);
    this.#unseen = this.#unseen.filter(({ at }) => at > awayAt);
    if (unseen.length === 0 || this.#shownAt > awayAt) return;
    const again = unseen.filter((turn) => !repeatsOneOf(unseen, turn));
    this.#line.unshift(...again.map((turn) => ({ turn, since: now })));
    this.#cancel();
    this.#advance();
  }

  /** Clears the screen: the door is closed, or open for something else. */
  clear(): void {
    this.#cancel();
    this.#line.length = 0;
    this.#unseen = [];
    this.#current = null;
    this.#notice = null;
    this.#last = null;
    this.#options.onChange();
  }

  /** Takes what the screen shows off it before its time is over: it does not hold any more. */
  takeOff(): void {
    this.#cancel();
    this.#advance();
  }

  #advance(): void {
    const { clock, timings, onChange } = this.#options;
    const turn = this.#nextInLine();
    this.#current = null;
    this.#notice = null;
    if (turn !== undefined) {
      this.#put(turn);
      this.#shownAt = clock.steady();
      this.#unseen = [...this.#unseen, { turn, at: this.#shownAt }].slice(-MOST_UNSEEN);
      const stays = this.#line.length > 0 ? timings.verdictAtLeast : timings.verdictAtMost;
      this.#wakeAfter(stays);
    }
    onChange();
  }

  #put(turn: Turn): void {
    if (turn.type === 'notice') {
      this.#notice = { ...turn.notice, sequence: ++this.#notices };
      return;
    }
    this.#current = { ...turn.verdict, sequence: ++this.#sequence };
    this.#last = pastOf(this.#current);
  }

  #nextInLine(): Turn | undefined {
    const earliest = this.#options.clock.steady() - WAITS_AT_MOST;
    let next = this.#line.shift();
    while (next !== undefined && next.since < earliest && this.#line.length > 0) {
      next = this.#line.shift();
    }
    return next?.turn;
  }

  #wakeAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(ms, () => this.#advance());
  }
}

function isSameNotice({ notice }: Extract<Turn, { type: 'notice' }>, other?: Turn): boolean {
  return other?.type === 'notice' && other.notice.kind === notice.kind;
}

/**
 * Whether a verdict merely repeats one of `verdicts`, for a guest who held out the ticket again
 * while the screen showed nothing. Showing both would look like two admissions and let a second
 * person in.
 */
function repeatsOneOf(turns: readonly Turn[], turn: Turn): boolean {
  if (turn.type === 'notice') return false;
  const { basis, at, codeTail } = turn.verdict;
  const verdicts = turns.flatMap((one) => (one.type === 'verdict' ? [one.verdict] : []));
  return (
    basis === 'repeat' &&
    verdicts.some(
      (first) => first.basis !== 'repeat' && first.at === at && first.codeTail === codeTail,
    )
  );
}

/**
 * Returns the verdict without the platform's own message, which may name somebody: messages are not
 * kept once a verdict has left the screen.
 */
function pastOf({
  entryId,
  kind,
  basis,
  reason,
  source,
  codeTail,
  at,
  sequence,
}: ShownVerdict): PastVerdict {
  return { entryId, kind, basis, reason: redactReason(reason), source, codeTail, at, sequence };
}
