import {
  isRefusal,
  OVERRULED_WITHIN,
  type OverruleCause,
  type OverruleEvidence,
  type OverruleRefusal,
} from '#shared/model/overrule.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { PinCalls } from '#renderer/lib/kiosk/calls.ts';

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
  readonly #calls: Pick<PinCalls, 'overrule' | 'overruleEvidence'>;
  #subject = $state.raw<OverruleSubject | null>(null);
  cause = $state<OverruleCause | null>(null);
  words = $state('');
  #problem = $state<OverruleProblem | null>(null);
  #evidence = $state.raw<OverruleEvidence | null>(null);
  #isBusy = $state(false);
  readonly #isReady = $derived(
    this.cause !== null && (this.cause !== 'other' || this.words.trim() !== ''),
  );

  constructor(calls: Pick<PinCalls, 'overrule' | 'overruleEvidence'>) {
    this.#calls = calls;
  }

  /** Null: nothing was chosen. */
  get subject(): OverruleSubject | null {
    return this.#subject;
  }

  get problem(): OverruleProblem | null {
    return this.#problem;
  }

  /** What is known of the ticket; null: it is being looked up, or cannot be. */
  get evidence(): OverruleEvidence | null {
    return this.#evidence;
  }

  /** Whether everything is there that is recorded with it. */
  get isReady(): boolean {
    return this.#isReady && !this.#isBusy && this.#evidence !== null;
  }

  begin(subject: OverruleSubject): void {
    this.#subject = subject;
    [this.cause, this.words, this.#problem, this.#evidence] = [null, '', null, null];
    void this.#look();
  }

  /** Lets the guest in; resolves with whether that worked. */
  async confirm(): Promise<boolean> {
    const { cause } = this;
    const evidence = this.#evidence;
    if (this.#subject === null || cause === null || evidence === null || !this.isReady)
      return false;
    this.#isBusy = true;
    const { entryId: id } = this.#subject;
    const shown = [...evidence.ids];
    const answer = await this.#calls.overrule({ id, cause, words: this.words.trim(), shown });
    if (!answer.ok) {
      this.#problem = problemOf(answer.error);
      if (this.#problem === 'not-shown') await this.#look();
    }
    this.#isBusy = false;
    return answer.ok;
  }

  async #look(): Promise<void> {
    const subject = this.#subject;
    if (subject === null) return;
    const answer = await this.#calls.overruleEvidence({ id: subject.entryId });
    if (subject !== this.#subject) return;
    if (answer.ok) this.#evidence = answer.value;
    else this.#problem = problemOf(answer.error);
  }
}

type OverruleFailure = Extract<
  Awaited<ReturnType<PinCalls['overrule']>>,
  { readonly ok: false }
>['error'];

function problemOf(error: OverruleFailure): OverruleProblem {
  return error.type === 'not-overruled' ? error.because : 'failed';
}

/** Whether a scan of the history may still be overruled; `now` is on the platform's clock. */
export function mayBeOverruled(kind: VerdictKind, scannedAt: number, now: number): boolean {
  return isRefusal(kind) && now - scannedAt <= OVERRULED_WITHIN;
}
