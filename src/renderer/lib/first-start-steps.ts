import {
  FIRST_QUESTIONS,
  type FirstQuestion,
  type FirstStart,
  type FirstStartStep,
} from '#shared/model/first-start.ts';

/** Goes on to what comes after a question, which has been answered or left out. */
export function after(
  { skipped }: FirstStart,
  question: FirstQuestion,
  how: 'answered' | 'skipped',
): FirstStart {
  const others = without(skipped, question);
  const at: FirstStartStep = FIRST_QUESTIONS[FIRST_QUESTIONS.indexOf(question) + 1] ?? 'end';
  return { at, skipped: how === 'skipped' ? [...others, question] : others };
}

/** Goes back by one question; null: this is the first one. What was left out stays so until it is answered. */
export function before({ at, skipped }: FirstStart): FirstStart | null {
  const index = at === 'end' ? FIRST_QUESTIONS.length : FIRST_QUESTIONS.findIndex((q) => q === at);
  const previous = FIRST_QUESTIONS[index - 1];
  return previous === undefined ? null : { at: previous, skipped };
}

/** What is left out still, when a question has got its answer elsewhere. */
export function without(
  skipped: readonly FirstQuestion[],
  question: FirstQuestion,
): readonly FirstQuestion[] {
  return skipped.filter((one) => one !== question);
}
