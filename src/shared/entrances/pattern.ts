import { plainLetters } from '#shared/plain-letters.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** What is wrong with a pattern. */
export type PatternFault =
  /** A brace that never closes. */
  | 'open-brace'
  /** What stands in braces is no range. */
  | 'no-range';

/** A pattern for one of a ticket's texts, ready to be tried. */
export interface Pattern {
  /** The only text that it matches, as {@link folded}; null: it has wildcards. */
  readonly literal: string | null;
  /** It matches every text. */
  readonly isEverything: boolean;
  /** Whether it matches a whole text, which has to be {@link folded}. */
  matches(text: string): boolean;
}

/** A step through a text: returns where it may end if it begins at `from`. */
type Step = (text: string, from: number) => readonly number[];

const SPACES = /\s+/gu;
const DIGIT = /\d/;
const LETTER = /\p{L}/u;
const NUMBERS = /^(\d{1,9})-(\d{1,9})$/;
const LETTERS = /^(\p{L})-(\p{L})$/u;

/** Returns a text as patterns see it: without case, accents or more than one space. */
export function folded(text: string): string {
  return plainLetters(text.toLowerCase()).replaceAll(SPACES, ' ').trim();
}

/**
 * Reads a pattern. `*` stands for any characters, `?` for one, `{1-20}` for a number from 1 to 20, `{odd}` and
 * `{even}` for such a number, `{a-f}` for a letter that stands alone; all else for itself, without case or
 * accents. A number is never a part of another one: `{1-20}` is not in 120.
 */
export function readPattern(pattern: string): Result<Pattern, PatternFault> {
  const steps: Step[] = [];
  let words = '';
  let isEverything = pattern !== '';
  const whole = folded(pattern);
  const endWords = (): void => {
    if (words !== '') steps.push(textStep(words));
    words = '';
  };
  for (let at = 0; at < whole.length; at += 1) {
    const sign = whole.charAt(at);
    if (sign !== '*') isEverything = false;
    if (sign !== '*' && sign !== '?' && sign !== '{') {
      words += sign;
      continue;
    }
    endWords();
    if (sign === '*') steps.push(anyStep);
    else if (sign === '?') steps.push(oneStep);
    else {
      const end = whole.indexOf('}', at);
      if (end < 0) return err('open-brace');
      const range = rangeStep(whole.slice(at + 1, end).replaceAll(' ', ''));
      if (range === null) return err('no-range');
      steps.push(range);
      at = end;
    }
  }
  const isLiteral = steps.length === 0;
  endWords();
  return ok({
    literal: isLiteral ? whole : null,
    isEverything,
    matches: isLiteral ? (text) => text === whole : (text) => isWhole(steps, text),
  });
}

/** Follows all ways at once: the time that it takes grows with the text, whatever the pattern. */
function isWhole(steps: readonly Step[], text: string): boolean {
  let places: ReadonlySet<number> = new Set([0]);
  for (const [at, step] of steps.entries()) {
    if (step === anyStep && at === steps.length - 1) return true;
    places = step === anyStep ? from(places, text) : after(places, step, text);
    if (places.size === 0) return false;
  }
  return places.has(text.length);
}

function from(places: ReadonlySet<number>, text: string): ReadonlySet<number> {
  const first = Math.min(...places);
  return new Set(Array.from({ length: text.length - first + 1 }, (_, index) => first + index));
}

function after(places: ReadonlySet<number>, step: Step, text: string): ReadonlySet<number> {
  const next = new Set<number>();
  for (const place of places) for (const end of step(text, place)) next.add(end);
  return next;
}

function textStep(words: string): Step {
  return (text, at) => (text.startsWith(words, at) ? [at + words.length] : []);
}

const anyStep: Step = (text, at) => [at, text.length];
const oneStep: Step = (text, at) => (at < text.length ? [at + 1] : []);

function rangeStep(range: string): Step | null {
  if (range === 'odd' || range === 'even') {
    const rest = range === 'odd' ? 1 : 0;
    return numberStep((number) => number % 2 === rest);
  }
  const numbers = NUMBERS.exec(range);
  if (numbers !== null) {
    const [least, most] = [Number(numbers[1]), Number(numbers[2])];
    return least > most ? null : numberStep((number) => number >= least && number <= most);
  }
  const [, first = '', last = ''] = LETTERS.exec(range) ?? [];
  return first === '' || first > last ? null : letterStep(first, last);
}

function numberStep(isRight: (number: number) => boolean): Step {
  return (text, at) => {
    if (DIGIT.test(text.charAt(at - 1))) return [];
    let end = at;
    while (DIGIT.test(text.charAt(end))) end += 1;
    return end > at && isRight(Number(text.slice(at, end))) ? [end] : [];
  };
}

function letterStep(first: string, last: string): Step {
  return (text, at) => {
    const letter = text.charAt(at);
    const isAlone = !LETTER.test(text.charAt(at - 1)) && !LETTER.test(text.charAt(at + 1));
    return isAlone && letter >= first && letter <= last ? [at + 1] : [];
  };
}
