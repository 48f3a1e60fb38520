import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** Asks the platform for a sign of life, and keeps in mind when it gave none. */
export class SignOfLife {
  readonly #kiosk: Pick<Kiosk, 'calls' | 'state' | 'now'>;
  #asking = $state(false);
  #failure = $state.raw<CallFailure | null>(null);
  #silence = $state.raw<{ readonly reason: OfflineReason; readonly since: number } | null>(null);

  constructor(kiosk: Pick<Kiosk, 'calls' | 'state' | 'now'>) {
    this.#kiosk = kiosk;
  }

  get asking(): boolean {
    return this.#asking;
  }

  /** The kiosk itself could not be asked. */
  get failure(): CallFailure | null {
    return this.#failure;
  }

  /** Why it gave none when it was asked last; null: it did, or it has answered a guest since. */
  get silence(): OfflineReason | null {
    const silence = this.#silence;
    if (silence === null) return null;
    const heard = this.#kiosk.state?.machine.health.roundTrip?.measuredAt ?? -Infinity;
    return heard > silence.since ? null : silence.reason;
  }

  /** Asks, unless it is being asked. */
  async ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const answer = await this.#kiosk.calls.checkHealth(null);
    this.#asking = false;
    this.#failure = null;
    this.#silence = null;
    if (answer.ok) return;
    if (answer.error.type === 'no-sign-of-life') {
      this.#silence = { reason: answer.error.reason, since: this.#kiosk.now.read() };
    } else {
      this.#failure = answer.error;
    }
  }
}
