import { terminatorOf } from './decode.ts';
import { isInjected, kindOf, type KeyKind, type Stroke, type WedgeKeyEvent } from './key-event.ts';
import { median, type WedgeTiming } from './rhythm.ts';
import type { WedgeSettings } from './settings.ts';

/** Who pressed a key, going by how soon it was let go. */
export type Hand = 'quick' | 'slow' | 'open';

/** A key that went down, and what has become of it. */
export interface Press {
  /** Numbers all keys that went down, from 1. */
  readonly id: number;
  readonly down: WedgeKeyEvent;
  up: WedgeKeyEvent | null;
  /** When it was let go, as {@link hand} counts it; null: not yet. Of an injected key that is not when `up` came. */
  letGoAt: number | null;
  readonly kind: KeyKind;
  readonly stroke: Stroke;
  readonly ends: boolean;
  /** `open`: it is still down, and not for long. */
  hand: Hand;
  /**
   * `through`: the page has it. `held`: the page has not seen it; whose it is must show. `taken`: it is a
   * scanner's. `given`: it is a person's, and was handed back.
   */
  state: 'through' | 'held' | 'taken' | 'given';
}

/** A key goes down: {@link Press.state} is for others to find out. */
export function pressOf(
  id: number,
  down: WedgeKeyEvent,
  altRun: number,
  { layout, terminator }: WedgeSettings,
): Press {
  const { code, shift, altGraph, alt, ctrl, capsLock } = down;
  const injected = isInjected(down) ? down.key : undefined;
  const stroke = { code, shift, altGraph, alt, ctrl, capsLock, altRun, injected };
  const end = terminatorOf(stroke, layout);
  return {
    id,
    down,
    up: null,
    letGoAt: null,
    kind: kindOf(down),
    stroke,
    ends: end !== null && (terminator === 'any' || terminator === end),
    hand: 'open',
    state: 'held',
  };
}

/**
 * Lets go of injected keys by when they come, since when programs let go of them says nothing: of one when the next
 * comes, and within a fast run of each at once.
 */
export function letGoInTurn(
  before: Press | null,
  press: Press,
  { longestHold }: Pick<WedgeTiming, 'longestHold'>,
): void {
  const { at } = press.down;
  if (before === null || at - before.down.at > longestHold) return;
  before.letGoAt ??= at;
  press.letGoAt = at;
}

/** How long it has been down by now, in milliseconds. */
export function heldFor({ down, letGoAt }: Press, now: number): number {
  return (letGoAt ?? now) - down.at;
}

/** From one of these keys to the next, in milliseconds: the median. */
export function medianGap(presses: readonly Press[]): number {
  const times = presses.map(({ down }) => down.at);
  return median(times.slice(1).map((time, i) => time - (times[i] ?? time)));
}
