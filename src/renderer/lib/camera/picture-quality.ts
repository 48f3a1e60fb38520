/** What keeps a camera from reading well. */
export type PictureFault = 'dark' | 'slow';

/** From when on pictures are no good, and for how long that has to last before it is said. */
export const QUALITY_LIMITS = {
  /** Darker is dark, from 0 (black) to 1; a lit room has 0.3 and more. */
  dark: 0.1,
  /** A picture that takes longer to be read is slow, in milliseconds: a guest notices that it waits. */
  slow: 500,
  /** For so long every picture has to be no good, or good again, in milliseconds. */
  lasting: 3_000,
} as const;

export type QualityLimits = { readonly [Name in keyof typeof QUALITY_LIMITS]: number };

/** What is known of one picture. */
export interface PictureFacts {
  /** How bright it is, from 0 to 1. */
  readonly light: number;
  /** How long reading it took, in milliseconds. */
  readonly took: number;
  /** Whether a code was read in it: then it was light enough. */
  readonly hasCode: boolean;
}

/** Tells from one picture after the other whether a camera reads well. */
export class PictureQuality {
  readonly #limits: QualityLimits;
  #fault: PictureFault | null = null;
  /** Since when the pictures say otherwise than what is told; null: they do not. */
  #otherSince: number | null = null;

  constructor(limits: QualityLimits = QUALITY_LIMITS) {
    this.#limits = limits;
  }

  /** Null: it reads well. */
  get fault(): PictureFault | null {
    return this.#fault;
  }

  /** @param at when the picture was taken, in milliseconds on a steady clock */
  note({ light, took, hasCode }: PictureFacts, at: number): void {
    const { dark, slow, lasting } = this.#limits;
    const fault = light < dark && !hasCode ? 'dark' : took > slow ? 'slow' : null;
    if (fault === this.#fault) {
      this.#otherSince = null;
      return;
    }
    this.#otherSince ??= at;
    if (at - this.#otherSince < lasting) return;
    this.#fault = fault;
    this.#otherSince = null;
  }
}
