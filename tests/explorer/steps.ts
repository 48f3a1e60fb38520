import { STEP_KINDS, STEP_WORDS, type Configuration, type StepKind } from './configurations.ts';

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export function otherSide(side: Side): Side {
  return side === 'left' ? 'right' : 'left';
}

/** One step: what happens, and at which door; of `wait`, at neither. */
export interface Step {
  readonly side: Side;
  readonly kind: StepKind;
}

/** All steps of a configuration, in a fixed order. */
export function stepsOf({ steps }: Configuration): readonly Step[] {
  return steps.flatMap((kind): Step[] =>
    kind === 'wait' ? [{ side: 'left', kind }] : SIDES.map((side) => ({ side, kind })),
  );
}

/** A step as it is written after `--replay=`: `left up`, `right checks out`, `wait`. */
export function writeStep({ side, kind }: Step): string {
  return kind === 'wait' ? kind : `${side} ${kind}`;
}

/** A step in plain words. */
export function sayStep({ side, kind }: Step): string {
  return kind === 'wait' ? STEP_WORDS[kind] : `${side} ${STEP_WORDS[kind]}`;
}

/** Reads steps as {@link writeStep} writes them, with a semicolon between two. Throws for anything else. */
export function readSteps(text: string): readonly Step[] {
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(readStep);
}

function readStep(text: string): Step {
  if (text === 'wait') return { side: 'left', kind: 'wait' };
  const [first, ...rest] = text.split(' ');
  const side = SIDES.find((one) => one === first);
  const kind = STEP_KINDS.find((one) => one === rest.join(' '));
  if (side === undefined || kind === undefined) throw new Error(`there is no step "${text}"`);
  return { side, kind };
}
