/** The outputs' timings, in milliseconds. */
export interface OutputTimings {
  /** How long a device may take for what it is told. */
  readonly command: number;
  /** How long after its verdict an output may still be switched: later the guest does something else. */
  readonly latest: number;
  /** How long a pulse lasts at least, unless it is set to less: it ends early for the next guest. */
  readonly patience: number;
  /** How often a device is looked at that nobody uses. */
  readonly look: number;
  /** How long until a device that fails is looked at, or switched off, again. */
  readonly again: number;
}

export const OUTPUT_TIMINGS: OutputTimings = {
  command: 1_000,
  latest: 2_000,
  patience: 500,
  look: 30_000,
  again: 2_000,
};
