/**
 * The entries that were recorded before the platform told its time in this run of the kiosk: their
 * times are guesses, and are put right when it does.
 */
export class UnsureTimes {
  #entries: { readonly sequence: number; readonly readAt: number }[] = [];

  /** @param readAt when the code was read, on the steady clock */
  note(sequence: number, readAt: number): void {
    this.#entries.push({ sequence, readAt });
  }

  /** Hands out each entry once, with its right time. */
  corrected(timeAt: (readAt: number) => number): { sequence: number; platformTime: number }[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries.map(({ sequence, readAt }) => ({ sequence, platformTime: timeAt(readAt) }));
  }
}
