/** The serial scanners' timings, in milliseconds. */
export interface SerialTimings {
  /** A port that is silent for so long after it was opened is not in the middle of a code. */
  readonly settle: number;
  /** A code that waits so long for its end, where that is a character, is given up. */
  readonly halfCode: number;
  /** How often the path of an open port is looked at. */
  readonly look: number;
  /** How long until a port that is not open is tried again. */
  readonly retry: number;
}

export const SERIAL_TIMINGS: SerialTimings = {
  settle: 100,
  halfCode: 1000,
  look: 1000,
  retry: 1000,
};
