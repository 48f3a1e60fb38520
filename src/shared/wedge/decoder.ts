import { attribute, endingOf, type Ending } from './attribute.ts';
import { codeIn } from './frame.ts';
import { isInjected, kindOf, type WedgeKeyEvent } from './key-event.ts';
import { Line } from './line.ts';
import { heldFor, letGoInTurn, medianGap, pressOf, type Press } from './press.ts';
import {
  learn,
  median,
  pauseAfter,
  WEDGE_TIMING,
  type Rhythm,
  type WedgeTiming,
} from './rhythm.ts';
import type { WedgeSettings } from './settings.ts';
import type { WedgeDecoder, WedgeFinding, WedgeStep } from './step.ts';

/**
 * Tells scanners that pose as keyboards from people, by how they press keys: a scanner lets each key
 * go at once, or, if it does not, keeps a steady rhythm. Pure: it has no clock and touches no page.
 *
 * All keys go into a line. What happens then depends on its state:
 *
 * - `idle`: a key begins a line, unless no scanner sends it first.
 * - `undecided`: letters go into fields; what could press something is held. A pause ends the line: its keys are a
 *   person's, or a barcode of two keys.
 * - `scanning`: nothing is let through, and the letters leave the field again. An end makes a code of the line; without
 *   one, a pause of half a second makes it an unfinished one.
 */
export function createWedgeDecoder(
  settings: WedgeSettings,
  known: readonly Rhythm[] = [],
  timing: WedgeTiming = WEDGE_TIMING,
): WedgeDecoder {
  const line = new Line(timing);
  const pauses = settings.terminator === 'none';
  let rhythms = known;
  let lastId = 0;
  let altRun = 0;
  let lastInjected: Press | null = null;
  /** After a code, quickly released keys that could press something belong to that code: for how long ... */
  let tail = 0;
  /** ... and until when. */
  let tailUntil = -Infinity;
  /** Until then what is scanned is the rest of half a code. */
  let restUntil = -Infinity;
  /** Until then a key would have been part of the line that the clock has ended. */
  let lineUntil = -Infinity;
  /** By its name: two hands may press the same key, and the quicker one lets go first. */
  const down = new Map<string, Press[]>();

  let takeBack: number[] = [];
  let giveBack: WedgeKeyEvent[] = [];
  let findings: WedgeFinding[] = [];

  function give(press: Press): void {
    if (press.state !== 'held') return;
    press.state = 'given';
    giveBack.push(press.down);
    if (press.up !== null) giveBack.push(press.up);
  }

  function take(press: Press): void {
    const seen = press.state === 'through' || press.state === 'given';
    if (seen && press.kind === 'character' && press.down.inField) takeBack.push(press.id);
    press.state = 'taken';
  }

  /** A scanner is at work: its letters leave the field. Injected ones may be a word that somebody has chosen, until their end. */
  function reclaim(press: Press): void {
    if (!isInjected(press.down) || !press.down.inField) take(press);
  }

  /** A second end of the code before, or what else follows that could press something. */
  const isTail = ({ kind, hand, down: { at } }: Press) =>
    kind === 'action' && hand === 'quick' && at <= tailUntil;

  /** The end of half a code that came late: it would submit what somebody else has typed. */
  const isLateEnd = ({ ends, hand, down: { at } }: Press) =>
    ends && hand === 'quick' && at <= restUntil;

  /** Keys that are over go to their owners, and what was scanned is told. */
  function finish(presses: readonly Press[], by: Ending): void {
    const { scanned, own, isUnsure } = attribute(presses, { settings, rhythms, timing, by });
    for (const press of own) (isLateEnd(press) ? take : give)(press);
    const [first] = scanned;
    const last = scanned.at(-1);
    if (first === undefined || last === undefined) return;
    scanned.forEach(take);
    const strokes = scanned.map(({ stroke }) => stroke);
    const at = last.down.at;
    const gap = medianGap(scanned);
    const isHalf = by === 'doubtful end' || (by === 'pause' && !pauses);
    const isRest = first.down.at <= restUntil;
    restUntil = isHalf ? at + timing.restOfHalf : -Infinity;
    tail = Math.max(timing.tail, pauseAfter(gap));
    tailUntil = at + tail;
    // An incomplete code looks like a whole one, and may be another guest's.
    const code = isHalf || isRest || isUnsure ? null : codeIn(strokes, settings);
    if (code === null) findings.push({ type: 'unfinished', strokes, at });
    else if (!code.ok) findings.push({ type: 'refused', reason: code.error, strokes, at });
    else {
      findings.push({ type: 'code', code: code.value, strokes, at });
      const hold = median(scanned.map((press) => heldFor(press, at)));
      // A slower rhythm is a person's. If it were learned, people's keys would have to wait.
      if (gap <= timing.slowestGap * 1.2) rhythms = learn(rhythms, { gap, hold });
    }
  }

  const isLoneAction = () => line.presses.length === 1 && line.presses[0]?.kind === 'action';

  /** How long a pause ends the line, in milliseconds; a lone key is not held for longer than it must. */
  function patience(): number {
    const gaps = rhythms.map(({ gap }) => gap);
    if (isLoneAction() && line.quick === 0 && gaps.length > 0) return pauseAfter(Math.max(...gaps));
    const pause = pauseAfter(Math.max(timing.slowestGap, ...gaps));
    if (pauses) return line.quick > 3 ? pauseAfter(medianGap(line.latest())) : pause;
    return line.quick < 2 ? pause : Math.max(pause, timing.halfCode);
  }

  /** What is known to be over at the head of the line: a second end, and a person's keys, need not wait for what follows. */
  function release(): void {
    const first = line.presses.find(({ hand }) => hand !== 'slow');
    if (first !== undefined && isTail(first)) {
      line.remove(first);
      take(first);
      tailUntil = first.down.at + tail;
    }
    if (rhythms.some(({ hold }) => hold > timing.longestHold)) return;
    const isKnown = isLoneAction() && rhythms.length > 0;
    line
      .shiftWhile(({ hand, down: at }) => hand === 'slow' && (at.inField || isKnown))
      .forEach(give);
  }

  /** What the first end in the line that ends something ends, as far as that is known by now. */
  function endingBy(now: number): Ending | null {
    while (line.end !== null) {
      const by = endingOf(line.end, line.presses, now, timing);
      if (by !== 'no') return by;
      line.passEnd();
    }
    return null;
  }

  /** Draws from the line all that is certain by now. */
  function settle(now: number): void {
    line.judge(now).forEach(reclaim);
    release();
    const by = endingBy(now);
    const { end } = line;
    if (end !== null && by !== null) {
      if (line.open.some(({ id }) => id <= end.id)) return;
      finish(line.shift(line.presses.indexOf(end) + 1), by);
      settle(now);
    } else if (now - line.lastAt() > patience()) {
      lineUntil = line.lastAt() + patience();
      finish(line.shift(Infinity), 'pause');
    }
  }

  function wakeAt(): number | null {
    if (line.state === 'idle') return null;
    const over = Math.floor(line.lastAt() + patience()) + 1;
    const judged = line.open.map((press) => press.down.at + timing.longestHold + 1);
    if (judged.length > 0 || line.end === null) return Math.min(over, ...judged);
    return Math.min(over, line.end.down.at + timing.lateEnd + 1);
  }

  function step(verdict: WedgeStep['verdict'], id: number | null = null): WedgeStep {
    const done = { verdict, id, takeBack, giveBack, findings, wakeAt: wakeAt() };
    takeBack = [];
    giveBack = [];
    findings = [];
    return done;
  }

  /** A person's event: it may not overtake those that are handed back before it. */
  function pass(event: WedgeKeyEvent, id: number | null = null): WedgeStep {
    if (giveBack.length === 0) return step('through', id);
    giveBack.push(event);
    return step('held', id);
  }

  /** The clock has overtaken an event that was on its way: what was ended meanwhile may be the head of a code. */
  function overtaken({ at }: WedgeKeyEvent): void {
    restUntil = at + timing.restOfHalf;
  }

  function goesDown(event: WedgeKeyEvent): WedgeStep {
    lastId += 1;
    const press = pressOf(lastId, event, altRun, settings);
    const waits = line.state === 'scanning' || line.presses.some(({ state }) => state === 'held');
    if (press.kind === 'editing' && !waits) return pass(event, lastId);
    const name = event.code || event.key;
    down.set(name, [...(down.get(name) ?? []).slice(-1), press]);
    if (isInjected(event)) {
      letGoInTurn(lastInjected, press, timing);
      lastInjected = press;
    }
    const writes = press.kind === 'character' && event.inField;
    if (writes && (!waits || isInjected(event))) press.state = 'through';
    line.append(press);
    settle(event.at);
    if (press.state === 'through') {
      if (giveBack.length === 0) return step('through', press.id);
      // It would overtake what is handed back before it.
      press.state = 'held';
      give(press);
    }
    return step('held', press.id);
  }

  function repeats(event: WedgeKeyEvent): WedgeStep {
    const press = down.get(event.code || event.key)?.at(-1);
    if (press === undefined) return pass(event);
    // Only a person holds a key until it repeats: everything that waits with it is over.
    if (press.state === 'held') finish(line.shift(Infinity), 'pause');
    return press.state === 'taken' ? step('held') : pass(event);
  }

  function goesUp(event: WedgeKeyEvent): WedgeStep {
    const press = down.get(event.code || event.key)?.pop();
    if (press === undefined) return pass(event);
    const wasGiven = press.state === 'given';
    press.up = event;
    if (!isInjected(event)) press.letGoAt = event.at;
    if (press.hand === 'slow' && heldFor(press, event.at) <= timing.longestHold) overtaken(event);
    settle(event.at);
    return press.state === 'through' || wasGiven ? pass(event) : step('held');
  }

  return {
    key(event) {
      if (event.at <= lineUntil) overtaken(event);
      settle(event.at);
      if (event.code.startsWith('Alt') && event.type === 'down' && !event.repeat) altRun += 1;
      if (kindOf(event) === 'modifier') return pass(event);
      if (event.type === 'up') return goesUp(event);
      return event.repeat ? repeats(event) : goesDown(event);
    },
    tick(now) {
      settle(now);
      return step('held');
    },
    rhythms: () => rhythms,
  };
}
