/** When updates are looked for and installed; all in milliseconds. */
export interface UpdateTimings {
  /** After the start, some time between the two: the kiosks of a house do not come all at once. */
  readonly firstLook: readonly [least: number, most: number];
  /** From one look to the next, likewise. */
  readonly nextLook: readonly [least: number, most: number];
  /** How often a moment is looked for while the door is busy, or until the hour has come. */
  readonly moment: number;
  /** A download of which nothing comes for so long is given up. */
  readonly stalled: number;
}

export const UPDATE_TIMINGS: UpdateTimings = {
  firstLook: [60_000, 10 * 60_000],
  nextLook: [3 * 60 * 60_000, 5 * 60 * 60_000],
  moment: 60_000,
  stalled: 60_000,
};
