import type { OverruleCause } from '#shared/model/overrule.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { OverruleProblem } from './overruling.svelte.ts';

/** That somebody was let in anyway, and why. */
export function causeWords(cause: OverruleCause): string {
  return m.overrule_history({ cause: m[`overrule_causes_${cause}` as const]() });
}

/** Why a refusal stands, and what can be done. */
export function problemWords(problem: OverruleProblem): string {
  return problem === 'failed' ? m.overrule_failed() : m[`overrule_${problem}` as const]();
}
