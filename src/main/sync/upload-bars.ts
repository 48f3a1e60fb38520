import type { Clock } from '#main/base/ports.ts';
import type { UploadTimings } from './upload-timings.ts';

/** All that a session might upload, or what it might upload for one client. */
export type Barred = number | 'all';

/**
 * For whom the platform does not let a session upload. It is asked again after minutes, with growing
 * pauses, because rights may be given while people are signed in.
 */
export class UploadBars {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #timings: Pick<UploadTimings, 'barFirst' | 'barMost'>;
  /** The token: a new session may have other rights. */
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

  /** The platform does not let this session upload. */
  bar(token: string, whom: Barred): void {
    if (token !== this.#token) this.#bars.clear();
    this.#token = token;
    const { barFirst, barMost } = this.#timings;
    const times = this.#bars.get(whom)?.times ?? 0;
    const pause = Math.min(barFirst * 2 ** times, barMost);
    this.#bars.set(whom, { times: times + 1, until: this.#clock.steady() + pause });
  }

  /** The platform has taken scans of this client. */
  lift(clientId: number): void {
    this.#bars.delete('all');
    this.#bars.delete(clientId);
  }
}
