import type { WedgeRefusal } from './frame.ts';
import type { Stroke, WedgeKeyEvent } from './key-event.ts';
import type { Rhythm } from './rhythm.ts';

/** What a scanner typed, once it is over. */
export type WedgeFinding = {
  /** The keys themselves, for the set-up screen and a diagnosis. */
  readonly strokes: readonly Stroke[];
  /** When its last key went down. */
  readonly at: number;
} & (
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'refused'; readonly reason: WedgeRefusal }
  /** The end that the scanner is set up with never came: it may be half a code. */
  | { readonly type: 'unfinished' }
);

/** What follows from an event, to be done in this order. */
export interface WedgeStep {
  /** Whether the page may see this event. */
  readonly verdict: 'through' | 'held';
  /** The number of the key that went down with this event; null: none did. */
  readonly id: number | null;
  /** Letters that the page has seen and that go out of the field again: the numbers of their keys. */
  readonly takeBack: readonly number[];
  /** Events held earlier, and perhaps this one, that are a person's: the page gets them now, in this order. */
  readonly giveBack: readonly WedgeKeyEvent[];
  readonly findings: readonly WedgeFinding[];
  /** When {@link WedgeDecoder.tick} wants to be called if no event comes first; null: not at all. */
  readonly wakeAt: number | null;
}

export interface WedgeDecoder {
  /** The next event, in the order of time. */
  key(event: WedgeKeyEvent): WedgeStep;
  /** Nothing has come until now; its verdict means nothing. */
  tick(now: number): WedgeStep;
  /** The scanners it has come to know, to be handed in the next time. */
  rhythms(): readonly Rhythm[];
}
