import type { SeenCode } from './seen.ts';

/** How long codes are remembered, in milliseconds. */
export const SIGHT_TIMINGS = {
  /**
   * A code that was out of sight for so long is scanned anew when it comes back. Shorter, and a hand that shakes or a
   * lamp in a phone's glass would scan a ticket twice.
   */
  goneAfter: 2_000,
  /** For so long after a code was in sight no other one is read: a picture or two may be blurred. */
  heldFor: 400,
  /** For so long it is said that there were several codes at once, so that it can be read. */
  severalFor: 1_500,
} as const;

export type SightTimings = { readonly [Name in keyof typeof SIGHT_TIMINGS]: number };

/** What follows from a picture. */
export interface Sighting {
  /** The code to be scanned now; null: none. */
  readonly scan: SeenCode | null;
  /** There are, or were a moment ago, several codes at once, of which one is read. */
  readonly isSeveral: boolean;
}

/**
 * Turns pictures into scans, as a hand scanner would: a code that stays in sight is one scan, one that was gone and is
 * back is another. Of several codes the one nearest to the middle is read, and no other as long as that one stays.
 */
export class Sightings {
  readonly #timings: SightTimings;
  /** The codes that were scanned, and since when pictures are without them; null: they are in sight. */
  #scanned: ReadonlyMap<string, number | null> = new Map();
  /** The codes of the picture before. */
  #before: readonly SeenCode[] = [];
  #severalAt = -Infinity;

  constructor(timings: SightTimings = SIGHT_TIMINGS) {
    this.#timings = timings;
  }

  /**
   * Must be called for each picture, in order.
   *
   * @param codes each once, the nearest to the middle first
   * @param at when it was taken, in milliseconds on a steady clock
   */
  see(codes: readonly SeenCode[], at: number): Sighting {
    this.#remember(codes, at);
    if (codes.length > 1) this.#severalAt = at;
    const scan = this.#toScan(codes, at);
    if (scan !== null) this.#scanned = new Map([...this.#scanned, [scan.text, null]]);
    this.#before = codes;
    return { scan, isSeveral: at - this.#severalAt < this.#timings.severalFor };
  }

  #remember(codes: readonly SeenCode[], at: number): void {
    const { goneAfter } = this.#timings;
    const texts = new Set(codes.map(({ text }) => text));
    // Counted from the first picture without it: a slow machine's pictures are far apart.
    const isGone = (missingSince: number | null) =>
      missingSince !== null && at - missingSince >= goneAfter;
    this.#scanned = new Map(
      [...this.#scanned]
        .filter(([, missingSince]) => !isGone(missingSince))
        .map(([text, missingSince]) => [text, texts.has(text) ? null : (missingSince ?? at)]),
    );
  }

  #toScan(codes: readonly SeenCode[], at: number): SeenCode | null {
    const isHeld = [...this.#scanned.values()].some(
      (missingSince) => missingSince === null || at - missingSince < this.#timings.heldFor,
    );
    if (isHeld) return null;
    const [nearest] = codes;
    if (nearest === undefined) return null;
    // Two pictures in a row have to agree where a code cannot tell that it was misread.
    const isSure = !nearest.isLinear || this.#before.some(({ text }) => text === nearest.text);
    return isSure ? nearest : null;
  }
}
