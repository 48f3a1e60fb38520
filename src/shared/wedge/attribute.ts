import { isAltDigit } from './decode.ts';
import { isInjected } from './key-event.ts';
import { heldFor, medianGap, type Press } from './press.ts';
import { median, paceOf, steadyFrom, type Rhythm, type WedgeTiming } from './rhythm.ts';
import type { WedgeSettings } from './settings.ts';

/** Whose the keys of a line are. */
export interface Attribution {
  readonly scanned: readonly Press[];
  /** A person's own. */
  readonly own: readonly Press[];
  /** Of some key it cannot be told whose it is: a code with or without it may be another one. */
  readonly isUnsure: boolean;
}

/** What ended a line; of a `doubtful end` it is not known whether it was the scanner's. */
export type Ending = 'end' | 'doubtful end' | 'pause';

interface Context {
  readonly settings: WedgeSettings;
  readonly rhythms: readonly Rhythm[];
  readonly timing: WedgeTiming;
  readonly by: Ending;
}

/** A scanner holds no key for longer than the typical one by more than this factor. */
const LONGER = 1.3;

/** A person's key that is down for longer than a gap and this much more overlaps with a scanner's next key. */
const WIDEST_GAP = 1.25;

/** Whether it writes, if only together with others under Alt. */
const isLetter = ({ kind, stroke }: Press) => kind === 'character' || isAltDigit(stroke);

type Owner = 'scanner' | 'person' | 'unknown';

/** A key that is still down was held for longer than any scanner holds it. */
const hold = (press: Press) => heldFor(press, Infinity);

/**
 * Whether this key, which can end a code, ends the line up to it. `no`: it is a person's in the middle of a code;
 * null: that is not known yet. One that was down for longer than a scanner holds its keys may be the scanner's on a
 * machine that stalled: then nothing follows, or nothing in the scanner's rhythm.
 */
export function endingOf(
  end: Press,
  line: readonly Press[],
  now: number,
  { lateEnd }: WedgeTiming,
): Ending | 'no' | null {
  if (end.hand === 'open') return null;
  if (end.hand === 'quick') return 'end';
  const place = line.indexOf(end);
  const quick = line.slice(0, place).filter(({ hand }) => hand === 'quick');
  const before = quick.at(-1);
  if (before === undefined) return 'end';
  if (quick.length < 3) return 'no';
  const pace = paceOf(medianGap(quick));
  const isInTurn = end.down.at - before.down.at <= pace;
  const after = line.slice(place + 1).find(({ hand }) => hand !== 'slow');
  if (after === undefined) {
    if (now - end.down.at <= lateEnd) return null;
    return isInTurn ? 'end' : 'doubtful end';
  }
  if (after.hand === 'open') return null;
  if (after.down.at - before.down.at <= pace) return 'no';
  const isOver = end.letGoAt !== null && end.letGoAt <= after.down.at;
  return isInTurn && isOver ? 'end' : 'doubtful end';
}

/** Tells whose each key of a quick-handed scanner's line is. */
function ownersIn(
  presses: readonly Press[],
  quick: readonly Press[],
  { by, timing: { shortestTap } }: Context,
): Owner[] {
  const typical = median(quick.map(hold));
  const longest = Math.max(shortestTap, typical * LONGER);
  const isLike = (press: Press | undefined) => press !== undefined && hold(press) <= longest;
  const gap = medianGap(presses.filter(isLike));
  const pace = paceOf(gap);
  /** It is pressed when the scanner's turn comes after the other one was let go. */
  const isInTurn = (one: Press, next: Press) => {
    const wait = next.down.at - (one.letGoAt ?? Infinity);
    return wait >= 0 && wait <= pace - typical;
  };

  const owners: Owner[] = presses.map((press) => (isLike(press) ? 'scanner' : 'unknown'));
  if (by !== 'pause') owners[owners.length - 1] = 'scanner';
  const likes = presses.map((press, i) => (owners[i] === 'scanner' ? press : null));
  const afters = likes.slice(1).concat(null);
  for (let i = afters.length - 2; i >= 0; i -= 1) afters[i] ??= afters[i + 1] ?? null;
  let before: Press | null = null;
  presses.forEach((press, i) => {
    if (likes[i] !== null) before = press;
    else owners[i] = ownerOf(press, i, before, afters[i] ?? null);
  });
  // Going back from the first: letters that a machine let go late, where nobody could be writing.
  for (let i = owners.indexOf('scanner') - 1; i >= 0; i -= 1) {
    const [press, next] = [presses[i], presses[i + 1]];
    if (press === undefined || next === undefined || !isInTurn(press, next)) break;
    if (!isLetter(press) || (press.down.inField && press.hand === 'slow')) break;
    owners[i] = 'scanner';
  }
  return owners;

  /** Of a key that was down for longer than the scanner's own are: a person's, or the scanner's on a machine that stalled. */
  function ownerOf(press: Press, i: number, last: Press | null, next: Press | null): Owner {
    if (last === null) return 'person';
    const before = presses[i - 1];
    const after = presses[i + 1];
    const follows = before !== undefined && isInTurn(before, press);
    const isOpenLetter = isLetter(press) && !press.down.inField;
    if (next === null) return follows && isOpenLetter ? 'scanner' : 'person';
    // A scanner presses one key at a time.
    const down = press.down.at;
    if (next.down.at < down + hold(press) || last.down.at + hold(last) > down) {
      return isOpenLetter ? 'unknown' : 'person';
    }
    if (press.kind === 'editing') return 'person';
    // Without it, the scanner has left out no key.
    const goesOn = next.down.at - last.down.at <= pace;
    if (press.ends) return goesOn ? 'person' : 'unknown';
    // Nobody writes there, nobody taps so quickly, or the scanner has waited for it.
    if (isOpenLetter || press.hand === 'quick' || hold(press) > gap * WIDEST_GAP) return 'scanner';
    if (goesOn) return 'person';
    return follows && after !== undefined && isInTurn(press, after) ? 'scanner' : 'unknown';
  }
}

/**
 * A scanner that lets each key go at once: people cannot. Three such keys in a text field; two outside of
 * one, and anywhere two that write nothing or are a character and an end: such a barcode could press a
 * button, or submit what somebody else has typed.
 */
function quickHanded(presses: readonly Press[], context: Context): Attribution | null {
  const quick = presses.filter(({ hand }) => hand === 'quick');
  const isWord = quick.every(({ down }) => down.inField && isInjected(down));
  if (isWord && context.by === 'pause' && context.settings.terminator !== 'none') return null;
  const writes =
    presses.some(({ down, kind }) => down.inField && kind !== 'action') &&
    presses.at(-1)?.ends !== true;
  if (quick.length < 2 || (quick.length === 2 && (writes || presses.length > 2))) return null;
  const owners = ownersIn(presses, quick, context);
  return {
    scanned: presses.filter((_, i) => owners[i] === 'scanner'),
    own: presses.filter((_, i) => owners[i] !== 'scanner'),
    isUnsure: owners.includes('unknown'),
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
  return { scanned: presses.slice(from), own: presses.slice(0, from), isUnsure: false };
}

/** Tells which keys of a line that is over are a scanner's and which a person's. */
export function attribute(presses: readonly Press[], context: Context): Attribution {
  return (
    quickHanded(presses, context) ??
    slowHanded(presses, context) ?? { scanned: [], own: presses, isUnsure: false }
  );
}
