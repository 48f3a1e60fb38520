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
  /** A code that has stayed in sight for so long keeps no new one from being read: it may be a poster's. */
  yieldsAfter: 5_000,
  /** For so long nobody holds up a ticket: the code stands in the background. */
  standsAfter: 30_000,
  /** Such a code is scanned anew when it was out of sight for so long: people walk by before it. */
  standingGoneAfter: 60_000,
} as const;

export type SightTimings = { readonly [Name in keyof typeof SIGHT_TIMINGS]: number };

/** What follows from a picture. */
export interface Sighting {
  /** The code to be scanned now; null: none. */
  readonly scan: SeenCode | null;
  /** There are, or were a moment ago, several codes at once, of which one is read. */
  readonly isSeveral: boolean;
}

/** What is known of a code that is, or was, in sight. */
interface Known {
  /** When it was scanned; null: it was in the picture with others, and was not. */
  readonly scannedAt: number | null;
  /** Those others, of which one was scanned. */
  readonly behind: readonly string[];
  /** Since when pictures are without it; null: it is in sight. */
  readonly missingSince: number | null;
  /** It stands in the background. */
  readonly isStanding: boolean;
}

/**
 * Turns pictures into scans, as a hand scanner would: a code that stays in sight is one scan, one that was gone and is
 * back is another. Of several codes the one nearest to the middle is read, and none that was in the picture with it as
 * long as it stays. What has stood there for long is a poster's, and keeps nobody waiting.
 */
export class Sightings {
  readonly #timings: SightTimings;
  #known: ReadonlyMap<string, Known> = new Map();
  /** The codes of the picture before, and when that was. */
  #before: readonly SeenCode[] = [];
  #beforeAt = -Infinity;
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
    const scan = this.#toScan(codes, at);
    if (scan !== null) this.#scanned(scan, codes, at);
    if (this.#areSeveral(codes)) this.#severalAt = at;
    this.#before = codes;
    this.#beforeAt = at;
    return { scan, isSeveral: at - this.#severalAt < this.#timings.severalFor };
  }

  /** Brings what is known up to a picture. */
  #remember(codes: readonly SeenCode[], at: number): void {
    const { goneAfter, standsAfter, standingGoneAfter } = this.#timings;
    // Nobody has looked for so long that it tells nothing of what stood there then.
    const isForgotten = at - this.#beforeAt >= standingGoneAfter;
    const wasAway = at - this.#beforeAt >= standsAfter;
    const texts = new Set(codes.map(({ text }) => text));
    const known = [...(isForgotten ? [] : this.#known)].flatMap(
      ([text, one]): [string, Known][] => {
        const { scannedAt } = one;
        // Nobody has looked for so long that it may not be said to have stood there: it counts as gone.
        const missingSince = one.missingSince ?? (wasAway ? this.#beforeAt : null);
        // Counted from the first picture without it: a slow machine's pictures are far apart.
        const limit = one.isStanding ? standingGoneAfter : goneAfter;
        if (missingSince !== null && at - missingSince >= limit) return [];
        const isInSight = texts.has(text);
        const stands = isInSight && scannedAt !== null && at - scannedAt >= standsAfter;
        return [
          [
            text,
            {
              ...one,
              missingSince: isInSight ? null : (missingSince ?? at),
              isStanding: one.isStanding || stands,
            },
          ],
        ];
      },
    );
    this.#known = new Map(known);
  }

  #toScan(codes: readonly SeenCode[], at: number): SeenCode | null {
    const there = this.#there(at);
    const holding = there.filter(
      ({ scannedAt, isStanding }) => !isStanding && at - scannedAt < this.#timings.yieldsAfter,
    );
    const isThere = (text: string) => there.some((one) => one.text === text);
    const fresh = codes.filter(({ text }) => {
      const known = this.#known.get(text);
      return known === undefined || (known.scannedAt === null && !known.behind.some(isThere));
    });
    if (holding.length > 0) {
      this.#passOver(fresh, textsOf(holding));
      return null;
    }
    const [nearest] = fresh;
    if (nearest === undefined) return null;
    // Two pictures in a row have to agree where a code cannot tell that it was misread.
    const isSure = !nearest.isLinear || this.#before.some(({ text }) => text === nearest.text);
    return isSure ? nearest : null;
  }

  /** Whether there are several of which one is, or was, read: what stands in the background is nobody's. */
  #areSeveral(codes: readonly SeenCode[]): boolean {
    const known = codes.map(({ text }) => this.#known.get(text));
    const isPassedOver = known.some((one) => one?.scannedAt === null);
    return isPassedOver || known.filter((one) => one?.isStanding !== true).length > 1;
  }

  /** The scanned codes that are in sight, or were a moment ago. */
  #there(at: number): readonly (Known & { readonly text: string; readonly scannedAt: number })[] {
    return [...this.#known].flatMap(([text, one]) => {
      const { scannedAt, missingSince } = one;
      const isThere = missingSince === null || at - missingSince < this.#timings.heldFor;
      return scannedAt !== null && isThere ? [{ ...one, text, scannedAt }] : [];
    });
  }

  /** None of these is read while one of those is there that they were in the picture with. */
  #passOver(codes: readonly SeenCode[], behind: readonly string[]): void {
    const passedOver = codes.map(({ text }): [string, Known] => {
      const before = this.#known.get(text)?.behind ?? [];
      // Whatever is not there any more keeps nothing from being read.
      const stillThere = before.filter((one) => this.#known.has(one));
      const all = [...new Set([...stillThere, ...behind])];
      return [text, { scannedAt: null, behind: all, missingSince: null, isStanding: false }];
    });
    this.#known = new Map([...this.#known, ...passedOver]);
  }

  /** Notes a scan: what is in the picture with it is not read, and what was scanned before it stands there. */
  #scanned(scan: SeenCode, codes: readonly SeenCode[], at: number): void {
    const wasScanned = (text: string) => typeof this.#known.get(text)?.scannedAt === 'number';
    const others = codes.filter(({ text }) => text !== scan.text && !wasScanned(text));
    this.#passOver(others, [scan.text]);
    const known = [...this.#known].map(([text, one]): [string, Known] => {
      const isBeside = one.scannedAt !== null && one.missingSince === null;
      return [text, isBeside ? { ...one, isStanding: true } : one];
    });
    this.#known = new Map([
      ...known,
      [scan.text, { scannedAt: at, behind: [], missingSince: null, isStanding: false }],
    ]);
  }
}

function textsOf(codes: readonly { readonly text: string }[]): readonly string[] {
  return codes.map(({ text }) => text);
}
