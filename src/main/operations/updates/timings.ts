/** When updates are looked for and installed; all in milliseconds. */
export interface UpdateTimings {
  /**
   * The delay after the start, chosen at random between the two, so that the kiosks of a venue do not all
   * ask at once.
   */
  readonly firstLook: readonly [least: number, most: number];
  /** The interval between checks, likewise. */
  readonly nextLook: readonly [least: number, most: number];
  /**
   * How often it is checked whether the update can be installed, while the door is busy or until the hour
   * has come.
   */
  readonly moment: number;
  /** A download that brings nothing for so long is cancelled. */
  readonly stalled: number;
}

export const UPDATE_TIMINGS: UpdateTimings = {
  firstLook: [60_000, 10 * 60_000],
  nextLook: [3 * 60 * 60_000, 5 * 60 * 60_000],
  moment: 60_000,
  stalled: 60_000,
};
