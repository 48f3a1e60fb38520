import type { UploadProblem } from '#shared/model/uploads.ts';
import type { Clock } from '#main/base/ports.ts';
import type { UploadTimings } from './upload-timings.ts';

/** All uploads of a session, or those for one client. */
export type Barred = number | 'all';

interface Bar {
  readonly times: number;
  /** On the steady clock. */
  readonly until: number;
  /** What the platform refused. */
  readonly problem: UploadProblem | null;
}

/**
 * The uploads that the platform does not permit to a session. Permission is tried again after some minutes,
 * and after more each time it is refused, because users may be given rights while they are signed in.
 */
export class UploadBars {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #timings: Pick<UploadTimings, 'barFirst' | 'barMost'>;
  /** The session's token: with another one, earlier refusals no longer apply. */
  #token: string | null = null;
  readonly #bars = new Map<Barred, Bar>();

  constructor(clock: Pick<Clock, 'steady'>, timings: Pick<UploadTimings, 'barFirst' | 'barMost'>) {
    this.#clock = clock;
    this.#timings = timings;
  }

  /** Why some scans wait, until the platform accepts them; null if none wait. */
  get problem(): UploadProblem | null {
    return [...this.#bars.values()].at(-1)?.problem ?? null;
  }

  /** Returns the clients whose scans have to wait in this session; `all` if every scan has to. */
  barred(token: string): readonly number[] | 'all' {
    this.#begin(token);
    const now = this.#clock.steady();
    const whom = [...this.#bars].filter(([, { until }]) => until > now).map(([each]) => each);
    const clients = whom.filter((each) => each !== 'all');
    return clients.length < whom.length ? 'all' : clients;
  }

  /** Called when the platform does not permit this session to upload. */
  bar(token: string, whom: Barred, problem: UploadProblem | null): void {
    this.#begin(token);
    const { barFirst, barMost } = this.#timings;
    const times = this.#bars.get(whom)?.times ?? 0;
    const pause = Math.min(barFirst * 2 ** times, barMost);
    this.#bars.set(whom, { times: times + 1, until: this.#clock.steady() + pause, problem });
  }

  /** Called when the platform has accepted scans of this client. */
  lift(clientId: number): void {
    this.#bars.delete('all');
    this.#bars.delete(clientId);
  }

  #begin(token: string): void {
    if (token !== this.#token) this.#bars.clear();
    this.#token = token;
  }
}
