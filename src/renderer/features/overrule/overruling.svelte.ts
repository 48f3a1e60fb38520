import {
  isRefusal,
  OVERRULED_WITHIN,
  type OverruleCause,
  type OverruleRefusal,
} from '#shared/model/overrule.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { PinCalls } from '#renderer/app/calls.ts';

/** The refusal that is about to be overruled. */
export interface OverruleSubject extends Pick<Verdict, 'entryId' | 'kind'> {
  readonly reason: Verdict['reason'] | null;
  readonly codeTail: string | null;
  /** That of the verdict, if it was on the screen; null: it was chosen in the history. */
  readonly sequence: number | null;
}

/** Why it did not work. */
export type OverruleProblem = OverruleRefusal | 'failed';

/** A refusal that somebody overrules. What was chosen and typed is kept while the next guests' verdicts cover it. */
export class Overruling {
  readonly #overrule: PinCalls['overrule'];
  #subject = $state.raw<OverruleSubject | null>(null);
  cause = $state<OverruleCause | null>(null);
  words = $state('');
  #problem = $state<OverruleProblem | null>(null);
  #isBusy = $state(false);
  readonly #isReady = $derived(
    this.cause !== null && (this.cause !== 'other' || this.words.trim() !== ''),
  );

  constructor(overrule: PinCalls['overrule']) {
    this.#overrule = overrule;
  }

  /** Null: nothing was chosen. */
  get subject(): OverruleSubject | null {
    return this.#subject;
  }

  get problem(): OverruleProblem | null {
    return this.#problem;
  }

  /** Whether everything is there that is recorded with it. */
  get isReady(): boolean {
    return this.#isReady && !this.#isBusy;
  }

  begin(subject: OverruleSubject): void {
    this.#subject = subject;
    [this.cause, this.words, this.#problem] = [null, '', null];
  }

  /** Lets the guest in; resolves with whether that worked. */
  async confirm(): Promise<boolean> {
    const { cause } = this;
    if (this.#subject === null || cause === null || !this.isReady) return false;
    this.#isBusy = true;
    const { entryId: id } = this.#subject;
    const answer = await this.#overrule({ id, cause, words: this.words.trim() });
    this.#isBusy = false;
    if (answer.ok) return true;
    const { error } = answer;
    this.#problem = error.type === 'not-overruled' ? error.because : 'failed';
    return false;
  }
}

/** Whether a scan of the history may still be overruled; `now` is on the platform's clock. */
export function mayBeOverruled(kind: VerdictKind, scannedAt: number, now: number): boolean {
  return isRefusal(kind) && now - scannedAt <= OVERRULED_WITHIN;
}
