import { LONGEST_CODE } from '#shared/model/scan.ts';
import { attribute, endsLate, type Ending } from './attribute.ts';
import { codeIn } from './frame.ts';
import { kindOf, type WedgeKeyEvent } from './key-event.ts';
import { heldFor, medianGap, pressOf, type Press } from './press.ts';
import {
  BUSY,
  learn,
  median,
  pauseAfter,
  WEDGE_TIMING,
  type Rhythm,
  type WedgeTiming,
} from './rhythm.ts';
import type { WedgeSettings } from './settings.ts';
import type { WedgeDecoder, WedgeFinding, WedgeStep } from './step.ts';

/** So many keys let go at once are no person's. */
const RECOGNISED = 3;

/** More keys than the longest code can have, each character as a number under Alt. */
const LONGEST_LINE = LONGEST_CODE * 6;

/** A line that is over because nothing has come. */
interface Ended {
  readonly presses: readonly Press[];
  /** A key would still have been part of it. */
  readonly until: number;
  /** What was known before it of an earlier half code, as `halfUntil`. */
  readonly halfBefore: number;
}

/**
 * Tells scanners that pose as keyboards from people, by how they press keys: a scanner lets each key
 * go at once, or, if it does not, keeps a steady rhythm. Pure: it has no clock and touches no page.
 */
export function createWedgeDecoder(
  settings: WedgeSettings,
  known: readonly Rhythm[] = [],
  timing: WedgeTiming = WEDGE_TIMING,
): WedgeDecoder {
  let rhythms = known;
  let lastId = 0;
  let altRun = 0;
  let lastCodeAt = -Infinity;
  /** Until then the end of half a code may still come. */
  let endUntil = -Infinity;
  /** Until then what comes may be the rest of half a code. */
  let halfUntil = -Infinity;
  /** Keys whose owner, or whose end, must still show. */
  let line: Press[] = [];
  /** Those of the line that are `open`. */
  let open: Press[] = [];
  let quick = 0;
  /** The first key in the line that can end a code. */
  let end: Press | null = null;
  /** The last key that is not known to be a person's. */
  let lastScanned: Press | null = null;
  /** The last line, if the clock alone has ended it. */
  let ended: Ended | null = null;
  /** By its code: two hands may press the same key, and the quicker one lets go first. */
  const down = new Map<string, Press[]>();

  let takeBack: number[] = [];
  let giveBack: WedgeKeyEvent[] = [];
  let findings: WedgeFinding[] = [];

  const isSlowHanded = ({ hold }: Rhythm) => hold > timing.longestHold;

  function append(press: Press): void {
    if (line.length > LONGEST_LINE) line.splice(LONGEST_LINE / 2, 1);
    if (end === null && press.ends && line.some(({ ends }) => !ends)) end = press;
    line.push(press);
    if (press.hand === 'open') open.push(press);
    if (press.hand === 'quick') quick += 1;
    if (press.hand !== 'slow') lastScanned = press;
  }

  function restart(rest: readonly Press[]): void {
    line = [];
    open = [];
    quick = 0;
    end = null;
    lastScanned = null;
    rest.forEach(append);
  }

  function judge(press: Press, now: number): void {
    const held = heldFor(press, now);
    if (press.up === null && held <= timing.longestHold) return;
    press.hand = held <= timing.longestHold ? 'quick' : 'slow';
    open = open.filter((other) => other !== press);
    if (press.hand === 'quick') {
      quick += 1;
      if (quick === RECOGNISED) line.forEach(reclaim);
      else if (recognised()) reclaim(press);
    } else if (press === lastScanned)
      lastScanned = line.findLast(({ hand }) => hand !== 'slow') ?? null;
  }

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

  const isTaken = ({ state }: Press) => state === 'taken';

  /** A scanner is at work: its letters go out of the field, and what comes now is not let through. */
  const recognised = () => quick >= RECOGNISED;
  const reclaim = (press: Press) => {
    if (press.hand === 'quick' && !isTaken(press)) take(press);
  };

  /**
   * A second end of the code before (line feed after Enter, or Enter twice), or the end of half a code, on a machine that
   * stood still before it: pressed, it would submit what somebody else has typed.
   */
  function isTail({ ends, hand, down: { at } }: Press): boolean {
    const tail = Math.max(timing.tail, pauseAfter(rhythms[0]?.gap ?? 0));
    return ends && hand === 'quick' && (at - lastCodeAt <= tail || at <= endUntil);
  }

  /**
   * Until when what comes after this key may be the rest of the code that it began, although it looks like a
   * person's: in a field if it was let go sooner than by anybody; where it is written nowhere also if it was
   * down for longer, on a machine that was busy, as long as no scanner pauses: after it was let go if it stands
   * alone, as the first of a code does that such a machine tears off.
   */
  function beginsUntil(press: Press, isAlone: boolean, now = Infinity): number {
    const { down, up, kind } = press;
    const isDigitUnderAlt = down.alt && /^Numpad\d$/.test(down.code);
    if (kind !== 'character' && !isDigitUnderAlt) return -Infinity;
    const longest = timing.longestHold * (down.inField ? 1 : BUSY);
    if (heldFor(press, now) <= longest) return down.at + timing.restOfHalf;
    if (down.inField) return -Infinity;
    return ((isAlone ? up : null) ?? down).at + pauseAfter(timing.slowestGap);
  }

  function finish(presses: readonly Press[], by: Ending): void {
    const { scanned, own } = attribute(presses, { settings, rhythms, timing, by });
    for (const press of own) (isTail(press) ? take : give)(press);
    const [first] = scanned;
    const last = scanned.at(-1);
    const before = own.filter(({ id }) => first === undefined || id < first.id);
    halfUntil = Math.max(halfUntil, ...before.map((press) => beginsUntil(press, own.length === 1)));
    if (first === undefined || last === undefined) return;
    scanned.forEach(take);
    const strokes = scanned.map(({ stroke }) => stroke);
    const at = last.down.at;
    lastCodeAt = at;
    if (by !== 'end' && settings.terminator !== 'none') {
      halfUntil = at + timing.restOfHalf;
      endUntil = halfUntil;
      findings.push({ type: 'unfinished', strokes, at });
      return;
    }
    // It would look like a whole code, and be another one.
    if (first.down.at <= halfUntil) {
      halfUntil = -Infinity;
      findings.push({ type: 'unfinished', strokes, at });
      return;
    }
    const code = codeIn(strokes, settings);
    if (!code.ok) {
      findings.push({ type: 'refused', reason: code.error, strokes, at });
      return;
    }
    findings.push({ type: 'code', code: code.value, strokes, at });
    const gap = medianGap(scanned);
    const hold = median(scanned.map((press) => heldFor(press, at)));
    // Whoever is slower is no scanner, and would make people's keys wait.
    if (gap <= timing.slowestGap * 1.2) rhythms = learn(rhythms, { gap, hold });
  }

  /** How long a pause is the end of the line, in milliseconds; a lone key is not held for longer than it must. */
  function patience(): number {
    const gaps = rhythms.map(({ gap }) => gap);
    const alone = line.length === 1 && line[0]?.kind === 'action' && gaps.length > 0;
    if (alone) return pauseAfter(Math.max(...gaps));
    if (settings.terminator !== 'none' || quick <= RECOGNISED) {
      const pause = pauseAfter(Math.max(timing.slowestGap, ...gaps));
      return recognised() ? Math.max(pause, timing.halfCode) : pause;
    }
    return pauseAfter(medianGap(line.slice(-16).filter(({ hand }) => hand !== 'slow')));
  }

  /** Since when nothing has come that could be a scanner's. */
  function silentSince(): number {
    const last = quick >= 2 ? lastScanned : line.at(-1);
    return last?.down.at ?? Infinity;
  }

  /** A person's keys at the head of the line need not wait for what follows. */
  function release(): void {
    const slowHanded = rhythms.some(isSlowHanded);
    let own = 0;
    for (const press of line) {
      const lone = line.length === 1 && press.kind === 'action' && rhythms.length > 0;
      if (press.hand !== 'slow' || slowHanded || !(press.down.inField || lone)) break;
      give(press);
      own += 1;
    }
    if (own > 0) restart(line.slice(own));
  }

  /** The line as far as this key, and with it. */
  const upTo = (press: Press): readonly Press[] => line.slice(0, line.indexOf(press) + 1);

  /**
   * Settles which key ends the first code of the line, as far as that is known by now, and tells it. One that is let go late
   * may be a person's, in the middle of a code, or the scanner's, on a busy machine: what comes next shows it.
   */
  function settleEnd(): Press | null {
    if (end === null || end.hand !== 'slow' || quick === 0) return end;
    const before = upTo(end);
    const after = line.slice(before.length).filter(({ hand }) => hand !== 'slow');
    const [next] = after;
    if (next === undefined) return null;
    // Where the end is late itself, only a scanner's key shows it: a person presses Enter twice.
    if (endsLate(before, next)) return next.hand === 'quick' || endsLate(before) ? end : null;
    end = after.find(({ ends }) => ends) ?? null;
    return end;
  }

  /**
   * A scanner's end on a machine that stood still twice about it, or a person's in the middle of a code whose
   * scanner paused: late, and down for longer than a busy machine makes it seem.
   */
  function isDoubtful(last: Press): boolean {
    if (last.hand !== 'slow' || quick === 0 || endsLate(upTo(last))) return false;
    return heldFor(last, Infinity) > timing.longestHold * BUSY;
  }

  /** Draws from the line all that is certain by now. */
  function settle(now: number): void {
    for (const press of open) judge(press, now);
    release();
    const last = settleEnd();
    if (last !== null) {
      if (open.some(({ id }) => id <= last.id)) return;
      const over = upTo(last);
      const by = isDoubtful(last) ? 'doubtful end' : 'end';
      restart(line.slice(over.length));
      finish(over, by);
      settle(now);
    } else if (line.length > 0 && now - silentSince() > patience()) {
      const over = line;
      const isWhole = endsLate(over);
      // Of two keys let go at once, for which no person waits, the rest may come late.
      const rest = quick >= 2 && settings.terminator !== 'none' ? timing.halfCode : 0;
      const until = silentSince() + Math.max(patience(), rest);
      // What comes after a whole code is another one.
      ended = isWhole ? null : { presses: over, until, halfBefore: halfUntil };
      restart([]);
      finish(over, isWhole ? 'end' : 'pause');
    }
  }

  function wakeAt(): number | null {
    if (line.length === 0) return null;
    const ages = open.map((press) => press.down.at + timing.longestHold + 1);
    return Math.min(...ages, Math.floor(silentSince() + patience()) + 1);
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

  function goesDown(event: WedgeKeyEvent): WedgeStep {
    resume(event);
    lastId += 1;
    const press = pressOf(lastId, event, altRun, settings);
    const waits = recognised() || line.some(({ state }) => state === 'held');
    if (press.kind === 'editing' && !waits) {
      // A person's, and perhaps in the middle of a scanner's: the rest is not to look like a whole code.
      halfUntil = Math.max(halfUntil, ...line.map((other) => beginsUntil(other, false, event.at)));
      restart([]);
      return pass(event, lastId);
    }
    down.set(event.code, [...(down.get(event.code) ?? []).slice(-1), press]);
    const writes = press.kind === 'character' && event.inField;
    if (writes && !waits) press.state = 'through';
    append(press);
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
    const press = down.get(event.code)?.at(-1);
    if (press === undefined) return pass(event);
    // Nobody holds a key for so long but a person: all that waits with it is over.
    if (press.state === 'held') {
      const over = line;
      restart([]);
      finish(over, 'pause');
    }
    return isTaken(press) ? step('held') : pass(event);
  }

  /** The line that the clock has ended is not over after all. */
  function takeUp({ presses, halfBefore }: Ended): void {
    const others = line.filter((press) => !presses.includes(press));
    restart([...presses, ...others]);
    halfUntil = halfBefore;
    ended = null;
  }

  /** This key was on its way for so long that the clock had overtaken it. */
  function resume(event: WedgeKeyEvent): void {
    if (ended !== null && event.at <= ended.until) takeUp(ended);
    ended = null;
  }

  /** Its release was on its way for so long that the clock had overtaken it: it was let go at once after all. */
  function rejudge(press: Press): void {
    press.hand = 'quick';
    if (ended?.presses.includes(press)) takeUp(ended);
    else {
      const others = line.filter((other) => other !== press);
      restart([...others, press].sort((a, b) => a.id - b.id));
    }
    if (recognised()) line.forEach(reclaim);
  }

  function goesUp(event: WedgeKeyEvent): WedgeStep {
    const press = down.get(event.code)?.pop();
    if (press === undefined) return pass(event);
    const wasGiven = press.state === 'given';
    press.up = event;
    if (press.hand === 'slow' && heldFor(press, event.at) <= timing.longestHold) rejudge(press);
    settle(event.at);
    if (press.state === 'through' || wasGiven) return pass(event);
    return step('held');
  }

  return {
    key(event) {
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
