import type { Clock } from '#main/base/ports.ts';
import type { UploadTimings } from './upload-timings.ts';

/** All uploads of a session, or those for one client. */
export type Barred = number | 'all';

/**
 * The uploads that the platform does not permit to a session. Permission is tried again after some minutes,
 * and after more each time it is refused, because users may be given rights while they are signed in.
 */
export class UploadBars {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #timings: Pick<UploadTimings, 'barFirst' | 'barMost'>;
  /** The session's token: with another one, earlier refusals no longer apply. */
  #token: string | null = null;
  readonly #bars = new Map<Barred, { readonly times: number; readonly until: number }>();

  constructor(clock: Pick<Clock, 'steady'>, timings: Pick<UploadTimings, 'barFirst' | 'barMost'>) {
    this.#clock = clock;
    this.#timings = timings;
  }

  /** Whether scans of this client have to wait, as far as this session is concerned. */
  isBarred(token: string, clientId: number): boolean {
    if (token !== this.#token) return false;
    const now = this.#clock.steady();
    return ([clientId, 'all'] as const).some((whom) => (this.#bars.get(whom)?.until ?? now) > now);
  }

  /** Called when the platform does not permit this session to upload. */
  bar(token: string, whom: Barred): void {
    if (token !== this.#token) this.#bars.clear();
    this.#token = token;
    const { barFirst, barMost } = this.#timings;
    const times = this.#bars.get(whom)?.times ?? 0;
    const pause = Math.min(barFirst * 2 ** times, barMost);
    this.#bars.set(whom, { times: times + 1, until: this.#clock.steady() + pause });
  }

  /** Called when the platform has accepted scans of this client. */
  lift(clientId: number): void {
    this.#bars.delete('all');
    this.#bars.delete(clientId);
  }
}
