/** A code in a picture. */
export interface SeenCode {
  readonly text: string;
  /** The AIM identifier without its bracket (`Q1`); null: the reader names none. */
  readonly symbology: string | null;
  /** A linear code: it corrects no errors, so that one of them is misread sooner than any other. */
  readonly isLinear: boolean;
  /** How far its middle is from the picture's: 0 in the middle, 1 in the middle of an edge. */
  readonly offCentre: number;
}

/** What is to be seen in one picture. */
export interface Seen {
  /** Each once, the nearest to the picture's middle first. */
  readonly codes: readonly SeenCode[];
  /** How bright the picture is as a whole: 0 black, 1 white. */
  readonly light: number;
}

/** What the worker answers to a picture: what it has seen, or that it cannot read at all, and why. */
export type ReaderAnswer =
  | { readonly type: 'seen'; readonly seen: Seen }
  | { readonly type: 'failed'; /** An error's name. */ readonly why: string };
