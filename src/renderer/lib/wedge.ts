import { LONGEST_CODE } from '#shared/model/scan.ts';

/** A key as the wedge needs to see it. */
export interface WedgeKey {
  /** `KeyboardEvent.key`: a character, or the name of a key. */
  readonly key: string;
  /** Ctrl, Alt or Meta is down (and not as AltGr): a shortcut, never part of a code. */
  readonly shortcut: boolean;
  /** When it came, in milliseconds on any clock that only goes forward. */
  readonly at: number;
}

/** What became of a key. */
export type WedgeOutcome =
  /** It is a person's; leave it alone. */
  | { readonly type: 'ignored' }
  /** It belongs to a scan; nobody else may see it. */
  | { readonly type: 'taken' }
  /** It ended a code. */
  | { readonly type: 'code'; readonly code: string };

export interface Wedge {
  key(key: WedgeKey): WedgeOutcome;
  /** Forgets what was collected: at that time, somebody types into a field. */
  reset(at: number): void;
}

export const WEDGE_TIMING = {
  /** A longer pause between two keys starts anew, in milliseconds. */
  longestGap: 500,
  /** A second terminator (Enter after Enter) this soon after a code belongs to it, in milliseconds. */
  terminatorTail: 100,
  /** No person presses one key after another as soon as this, in milliseconds. */
  tooFastForPeople: 20,
} as const;

/** Shorter ones are typing, not scanning. */
export const SHORTEST_CODE = 3;

/** One character; named keys have longer names. */
const PRINTABLE = /^.$/su;
const TERMINATORS: readonly string[] = ['Enter', 'Tab'];

/**
 * Reads the keys of a scanner that poses as a keyboard: printable keys collect, Enter or Tab ends
 * a code. What comes faster than people type is a scanner's even when it makes no code: else a barcode
 * of Tabs, blanks and Enters would walk to a button and press it. It keeps no clock; each key brings its time.
 */
export function createWedge(
  timing: Record<keyof typeof WEDGE_TIMING, number> = WEDGE_TIMING,
): Wedge {
  let collected = '';
  let lastKeyAt = -Infinity;
  let lastCodeAt = -Infinity;

  function terminate(at: number, tooFast: boolean): WedgeOutcome {
    const code = collected;
    collected = '';
    if (code.length < SHORTEST_CODE) {
      const taken = tooFast || at - lastCodeAt <= timing.terminatorTail;
      return { type: taken ? 'taken' : 'ignored' };
    }
    lastCodeAt = at;
    return { type: 'code', code };
  }

  return {
    key({ key, shortcut, at }) {
      if (at - lastKeyAt > timing.longestGap) collected = '';
      const printable = PRINTABLE.test(key);
      if (shortcut || (!printable && !TERMINATORS.includes(key))) return { type: 'ignored' };
      const tooFast = at - lastKeyAt <= timing.tooFastForPeople;
      lastKeyAt = at;
      // A blank alone presses a button; only inside a code is it a character.
      if (key === ' ' && collected === '') return { type: tooFast ? 'taken' : 'ignored' };
      if (!printable) return terminate(at, tooFast);
      // One over the longest is enough to be refused for its length.
      if (collected.length <= LONGEST_CODE) collected += key;
      return { type: 'taken' };
    },
    reset(at) {
      collected = '';
      lastKeyAt = at;
    },
  };
}
