import { m } from '#renderer/i18n/messages.ts';
import { leftOut, SUBJECTS } from '#renderer/features/first-start/first-start-words.ts';
import type { Line, Reading } from '#renderer/lib/readiness-line.ts';

/** What was left out at the first start, and has no answer since; null: nothing, or somebody has put it away. */
export function firstStartLine({ state, format }: Pick<Reading, 'state' | 'format'>): Line | null {
  const left = leftOut(state);
  if (left.length === 0) return null;
  const list = format.list(left.map((question) => SUBJECTS[question]()));
  return {
    state: 'attention',
    facts: [m.firstStart_readiness_left({ list })],
    remedy: m.firstStart_readiness_advice(),
  };
}
