import { AIM } from '#shared/model/aim.ts';
import { decode } from './decode.ts';
import type { Stroke } from './key-event.ts';
import { LAYOUT_NAMES, type LayoutName } from './layouts.ts';
import { CAPS_LOCK, type WedgeSettings } from './settings.ts';

/** What the test barcode says: what most layouts disagree about, in both cases. */
export const TEST_BARCODE = 'AZQWMazqwm;-_0123456789';

/** What is wrong with a scanner, or with what this kiosk thinks of it. */
export type WedgeProblem =
  /** It types for another keyboard than the one that is set. */
  | { readonly type: 'layout'; readonly layout: LayoutName }
  /** Upper and lower case come swapped: Caps Lock is on, in the machine or in the scanner. */
  | { readonly type: 'caps-lock'; readonly where: 'machine' | 'scanner' }
  /** It makes all letters upper case, or all lower: only the scanner's own set-up mends that. */
  | { readonly type: 'case-lost' }
  /** It sends no end, or another one than is set. */
  | { readonly type: 'no-terminator' }
  | { readonly type: 'other-terminator'; readonly terminator: 'enter' | 'tab' }
  /** It puts other things before or after the code than is set. */
  | { readonly type: 'prefix'; readonly prefix: string }
  | { readonly type: 'suffix'; readonly suffix: string }
  /** So many characters never came: it is too fast for the machine, or the cable or the radio is bad. */
  | { readonly type: 'characters-lost'; readonly count: number }
  /** It is none of these, or another barcode. */
  | { readonly type: 'unrecognisable' };

export interface WedgeDiagnosis {
  /** None: the code arrives as it is. */
  readonly problems: readonly WedgeProblem[];
  /** With these it will; null when no setting of the kiosk can put it right. */
  readonly settings: WedgeSettings | null;
}

/** What a scanner typed, read in one of the ways in which it can be read. */
interface Attempt {
  readonly layout: LayoutName;
  readonly capsLock: WedgeSettings['capsLock'];
  readonly text: string;
}

/** The end that was typed, by the last key. */
function terminatorIn(strokes: readonly Stroke[], layout: LayoutName): 'enter' | 'tab' | null {
  const last = decode(strokes, { layout, capsLock: 'ignored' }).text.at(-1);
  if (last === '\r' || last === '\n') return 'enter';
  return last === '\t' ? 'tab' : null;
}

/** All ways to read it, the set one first; those that no setting needs to be changed for come earlier. */
function attempts(strokes: readonly Stroke[], current: WedgeSettings): Attempt[] {
  const layouts = [current.layout, ...LAYOUT_NAMES.filter((name) => name !== current.layout)];
  const cases = [current.capsLock, ...CAPS_LOCK.filter((one) => one !== current.capsLock)];
  return layouts.flatMap((layout) =>
    cases.map((capsLock) => ({
      layout,
      capsLock,
      text: decode(strokes, { layout, capsLock }).text.replace(/^[\r\n\t]+|[\r\n\t]+$/g, ''),
    })),
  );
}

/** How many characters of one are missing in the other, which has no others; null if it has. */
function missingIn(text: string, expected: string): number | null {
  let found = 0;
  for (const character of expected) if (character === text[found]) found += 1;
  return found === text.length ? expected.length - found : null;
}

/** An AIM identifier differs from symbology to symbology: it is read everywhere, and never set. */
function withoutAim(prefix: string): string {
  return prefix.replace(AIM, '');
}

/** What must be set otherwise so that this reading is the right one. */
function differences(
  { layout, capsLock, text }: Attempt,
  strokes: readonly Stroke[],
  expected: string,
  current: WedgeSettings,
): WedgeDiagnosis {
  const problems: WedgeProblem[] = [];
  const at = text.indexOf(expected);
  const prefix = withoutAim(text.slice(0, at));
  const suffix = text.slice(at + expected.length);
  if (layout !== current.layout) problems.push({ type: 'layout', layout });
  if (capsLock !== current.capsLock) {
    const machine = strokes.some((stroke) => stroke.capsLock);
    problems.push({ type: 'caps-lock', where: machine ? 'machine' : 'scanner' });
  }
  if (prefix !== withoutAim(current.prefix)) problems.push({ type: 'prefix', prefix });
  if (suffix !== current.suffix) problems.push({ type: 'suffix', suffix });
  const typed = terminatorIn(strokes, layout);
  const { terminator } = current;
  if (typed === null && terminator !== 'none') problems.push({ type: 'no-terminator' });
  const fits = typed === null || terminator === 'any' || terminator === typed;
  if (typed !== null && !fits) problems.push({ type: 'other-terminator', terminator: typed });
  const right = typed === null ? 'none' : fits ? terminator : typed;
  return { problems, settings: { layout, capsLock, terminator: right, prefix, suffix } };
}

/** How much of a reading is what it should be, from 0 to 1, by place. */
function likeness(text: string, expected: string): number {
  const alike = Array.from(expected).filter((character) => text.includes(character)).length;
  const strange = Array.from(text).filter((character) => !expected.includes(character)).length;
  return (alike - strange) / expected.length;
}

/** How many characters of a barcode got lost in what came of it; null if it is none of that barcode. */
export function lostIn(text: string, expected: string): number | null {
  return likeness(text, expected) >= 0.5 ? missingIn(text, expected) : null;
}

/**
 * Says from a test barcode what is wrong with a scanner, and which settings put it right. `received`:
 * the keys, as a finding of the decoder brings them; `expected`: what the barcode says.
 */
export function diagnose(
  received: readonly Stroke[],
  expected: string,
  current: WedgeSettings,
): WedgeDiagnosis {
  const all = attempts(received, current);
  const whole = all.filter(({ text }) => text.includes(expected));
  const [best] = whole
    .map((attempt) => differences(attempt, received, expected, current))
    .sort((a, b) => a.problems.length - b.problems.length);
  if (best !== undefined) return best;

  const helpless = (problem: WedgeProblem) => ({ problems: [problem], settings: null });
  if (all.some(({ text }) => text.toLowerCase().includes(expected.toLowerCase()))) {
    return helpless({ type: 'case-lost' });
  }
  const lost = all.flatMap(({ text }) => lostIn(text, expected) ?? []);
  return helpless(
    lost.length > 0
      ? { type: 'characters-lost', count: Math.min(...lost) }
      : { type: 'unrecognisable' },
  );
}
