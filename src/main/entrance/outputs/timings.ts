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
  /** How long until a call for help that an output did not take is given to it again. */
  readonly helpAgain: number;
  /** How often a gate's input is read while a guest may go through. */
  readonly inputEvery: number;
  /** How long that may take: a command waits for it. */
  readonly inputAnswer: number;
  /** How long somebody may be seen by a gate's input, at least: between two readings less time goes by. */
  readonly inputUnseen: number;
  /** For how long a gate that nobody went through is opened for the same ticket again. */
  readonly opensAgainWithin: number;
}

export const OUTPUT_TIMINGS: OutputTimings = {
  command: 1_000,
  latest: 2_000,
  patience: 500,
  look: 30_000,
  again: 2_000,
  helpAgain: 5_000,
  inputEvery: 100,
  inputAnswer: 150,
  inputUnseen: 500,
  opensAgainWithin: 60_000,
};
