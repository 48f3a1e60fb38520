import { medianGap, type Press } from './press.ts';
import { LONGEST_PAUSE, median, steadyFrom, type Rhythm, type WedgeTiming } from './rhythm.ts';
import type { WedgeSettings } from './settings.ts';

/** Whose the keys of a line are. */
export interface Attribution {
  readonly scanned: readonly Press[];
  /** A person's own. */
  readonly own: readonly Press[];
}

/** What ended a line; of a `doubtful end` it is not known whose it was, so that its code is to be read again. */
export type Ending = 'end' | 'doubtful end' | 'pause';

interface Context {
  readonly settings: WedgeSettings;
  readonly rhythms: readonly Rhythm[];
  readonly timing: WedgeTiming;
  readonly by: Ending;
}

/** How long it was down; a key that is still down was held for longer than any scanner holds it. */
const hold = ({ down, up }: Press) => (up === null ? Infinity : up.at - down.at);

/** The keys of a quick-handed scanner in a line. */
interface Run {
  readonly quick: readonly Press[];
  /** All of the line. */
  readonly all: readonly Press[];
  /** See {@link paceOf}. */
  readonly pace: number;
  /** The line's last key is its end, let go late. */
  readonly isEndLate: boolean;
}

/** No scanner begins another code so soon after the end of one, in milliseconds. */
const BETWEEN_CODES = 75;

/**
 * A key of a quick-handed scanner that was down for longer because the machine was busy: nothing else
 * was pressed meanwhile, and without it the scanner would have left out a key there. A person's comes in between.
 */
function isDelayed(press: Press, { quick, all, pace }: Run): boolean {
  const { down, up } = press;
  const before = quick.findLast((one) => one.id < press.id);
  const after = quick.find((one) => one.id > press.id);
  if (up === null || before === undefined || after === undefined) return false;
  const overlaps = all.some((one) => one.id > press.id && one.down.at < up.at);
  const inTurn = down.at - before.down.at <= pace && after.down.at - up.at <= pace;
  const inside = !press.ends && !before.ends;
  return inside && !overlaps && inTurn && after.down.at - before.down.at > pace;
}

/**
 * Whether it is a character in the run of a quick-handed scanner, however long it was down, where nobody
 * could be writing: a code without it would be another one. The run may begin with keys that a busy
 * machine let go late.
 */
function isInRun(press: Press, { quick, all, pace, isEndLate }: Run): boolean {
  const [first] = quick;
  const last = isEndLate ? all.at(-1) : quick.at(-1);
  if (first === undefined || last === undefined || !isLetter(press)) return false;
  if (press.id > first.id) return press.id < last.id;
  const before = all.slice(all.indexOf(press), all.indexOf(first) + 1);
  return before.every((one, i) => {
    const next = before[i + 1];
    if (next === undefined) return true;
    const wait = one.up === null ? -1 : next.down.at - one.up.at;
    return isLetter(one) && wait >= 0 && wait <= pace;
  });
}

/** Whether it writes a character, and does so nowhere. */
function isLetter({ down, kind }: Press): boolean {
  return kind === 'character' && !down.inField;
}

/**
 * Whether the last of these keys is the end of a quick-handed scanner's code that is let go late, or is
 * still down, where nobody could be writing: it came in turn, and nothing after it, or what came next is
 * another code. So it is, even if the end itself came late, where the scanner would have gone on while the
 * end was down: a person's is one more between two in their turns.
 */
export function endsLate(presses: readonly Press[], next?: Press): boolean {
  const last = presses.at(-1);
  const quick = presses.filter(({ hand }) => hand === 'quick');
  const before = quick.at(-1);
  if (last === undefined || before === undefined || quick.length < 3) return false;
  if (!last.ends || last.hand !== 'slow' || last.down.inField) return false;
  const pace = paceOf(quick);
  const wait = last.down.at - before.down.at;
  if (next === undefined) return wait <= pace;
  const stoodStill = last.up !== null && last.up.at <= next.down.at && hold(last) > pace;
  if (stoodStill) return wait <= LONGEST_PAUSE;
  return wait <= pace && next.down.at - last.down.at > Math.max(pace, BETWEEN_CODES);
}

/** The longest that a quick-handed scanner takes from one key to the next, in milliseconds. */
function paceOf(quick: readonly Press[]): number {
  return medianGap(quick) * 1.5 + 8;
}

/**
 * A scanner that lets each key go at once: people cannot. Three such keys in a text field; two outside of
 * one, and anywhere two that write nothing or are a character and an end: such a barcode could press a
 * button, or submit what somebody else has typed.
 */
function quickHanded(presses: readonly Press[], { timing, by }: Context): Attribution | null {
  const quick = presses.filter(({ hand }) => hand === 'quick');
  const writes =
    presses.some(({ down, kind }) => down.inField && kind !== 'action') &&
    presses.at(-1)?.ends !== true;
  if (quick.length < 2 || (quick.length === 2 && (writes || presses.length > 2))) return null;
  // One that lets go just in time now and then does not.
  const limit = Math.max(timing.longestHold, median(quick.map(hold)) * 1.6);
  const atOnce = presses.filter((press) => hold(press) <= limit);
  const isEndLate = by !== 'pause' && presses.at(-1)?.hand === 'slow';
  const run = { quick: atOnce, all: presses, pace: paceOf(atOnce), isEndLate };
  const isLate = (press: Press) =>
    isDelayed(press, run) ||
    (quick.length >= 3 && isInRun(press, run)) ||
    (isEndLate && press === presses.at(-1));
  const isScanned = (press: Press) => hold(press) <= limit || isLate(press);
  return {
    scanned: presses.filter(isScanned),
    own: presses.filter((press) => !isScanned(press)),
  };
}

/** A scanner that holds its keys, but in a steady rhythm: in a text field only one that is known. */
function slowHanded(presses: readonly Press[], context: Context): Attribution | null {
  const { settings, rhythms, timing, by } = context;
  const inField = presses.some(({ down }) => down.inField);
  if (inField && by === 'pause' && settings.terminator !== 'none') return null;
  const times = presses.map(({ down }) => down.at);
  const known = rhythms.filter((rhythm) => rhythm.hold > timing.longestHold);
  const paces = [...known.map(({ gap }) => gap), ...(inField ? [] : [null])];
  const from = Math.min(...paces.map((pace) => steadyFrom(times, pace)), presses.length);
  if (presses.length - from < timing.steadyKeys) return null;
  return { scanned: presses.slice(from), own: presses.slice(0, from) };
}

/** Tells which keys of a line that is over are a scanner's and which a person's. */
export function attribute(presses: readonly Press[], context: Context): Attribution {
  return (
    quickHanded(presses, context) ?? slowHanded(presses, context) ?? { scanned: [], own: presses }
  );
}
