import type { OfflineReason } from '#shared/model/connection.ts';
import type { Clock } from '#main/base/ports.ts';

/** What the last requests have shown about the connection. */
export type Evidence =
  | { readonly status: 'online' }
  | {
      readonly status: 'offline';
      readonly reason: OfflineReason;
      /** Since when, in milliseconds since the epoch, on the kiosk's clock. */
      readonly since: number;
    };

/** Whether the platform answers, by the evidence of the requests that are made anyway. */
export class Connectivity {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #state: Evidence = { status: 'online' };

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get state(): Evidence {
    return this.#state;
  }

  /** Called when the platform has answered, even with a refusal. */
  noteAnswer(): void {
    if (this.#state.status === 'online') return;
    this.#state = { status: 'online' };
    this.#onChange();
  }

  /** Called when the platform could not be reached. The time stays that of the first failure. */
  noteFailure(reason: OfflineReason): void {
    const before = this.#state;
    if (before.status === 'offline' && before.reason === reason) return;
    const since = before.status === 'offline' ? before.since : this.#clock.now();
    this.#state = { status: 'offline', reason, since };
    this.#onChange();
  }
}
