/** The serial scanners' timings, in milliseconds. */
export interface SerialTimings {
  /**
   * How long a port must be silent after it was opened, to be sure not to be in the middle of a
   * code.
   */
  readonly settle: number;
  /** How long an incomplete code waits for its end character before it is given up. */
  readonly halfCode: number;
  /** How often the path of an open port is checked. */
  readonly look: number;
  /** How long until opening a port is attempted again. */
  readonly retry: number;
}

export const SERIAL_TIMINGS: SerialTimings = {
  settle: 100,
  halfCode: 1000,
  look: 1000,
  retry: 1000,
};
