import type { Clock } from '#main/base/ports.ts';
import { brokerSchema } from '#main/settings/address-schemas.ts';
import { joinHouse } from '#main/venue/join-house.ts';
import type { Membership } from '#main/venue/membership.ts';
import {
  JOIN_CODE_LASTS,
  SHORTEST_PASSPHRASE,
  type HouseNotKept,
  type HouseSetup,
  type JoinFailure,
} from '#shared/model/join.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** How far joining by a code has got. */
type Step =
  /** No dialog is open. */
  | { readonly at: 'closed' }
  /** The dialog is open, but its time is over or the kiosk was locked: no code is taken. */
  | { readonly at: 'expired' }
  /** The next code is taken; `failure` says what became of the one before. */
  | { readonly at: 'waiting'; readonly failure: JoinFailure['type'] | null }
  /** The kiosk that shows the code is being asked. */
  | { readonly at: 'asking'; readonly request: AbortController }
  /** Joining would replace a membership: somebody has to confirm it. */
  | { readonly at: 'confirming'; readonly membership: Membership }
  | { readonly at: 'joined' };

export interface JoiningPorts {
  readonly clock: Pick<Clock, 'after'>;
  readonly isUnlocked: () => boolean;
  /** Whether this kiosk is a door of a venue already. */
  readonly isMember: () => boolean;
  /** Writes the membership, and makes this kiosk a door of that venue. */
  readonly keep: (membership: Membership) => Result<null, HouseNotKept>;
}

/**
 * Joining by a code, as one state machine. Only an open dialog at an unlocked kiosk takes a code, and both are checked
 * again directly before the membership is written. Closing, expiring and locking abort a request that is under way.
 */
export class Joining {
  readonly #ports: JoiningPorts;
  #step: Step = { at: 'closed' };
  #stopTimer: () => void = () => undefined;

  constructor(ports: JoiningPorts) {
    this.#ports = ports;
  }

  get view(): HouseSetup['joining'] {
    switch (this.#step.at) {
      case 'closed':
        return null;
      case 'expired':
        return 'not-waiting';
      case 'waiting':
        return this.#step.failure ?? 'waiting';
      case 'asking':
      case 'confirming':
      case 'joined':
        return this.#step.at;
    }
  }

  /** The broker that waits to be confirmed; null: none. */
  get newBroker(): string | null {
    return this.#step.at === 'confirming' ? this.#step.membership.broker : null;
  }

  /** The dialog opens: codes are taken for {@link JOIN_CODE_LASTS}. */
  open(): void {
    this.#go({ at: 'waiting', failure: null });
    this.#stopTimer();
    this.#stopTimer = this.#ports.clock.after(JOIN_CODE_LASTS, () => this.expire());
  }

  /** The dialog closes. */
  close(): void {
    this.#stopTimer();
    this.#go({ at: 'closed' });
  }

  /** The dialog's time is over, or the kiosk was locked: the dialog has to be opened again. */
  expire(): void {
    this.#stopTimer();
    const { at } = this.#step;
    if (at !== 'closed' && at !== 'joined') this.#go({ at: 'expired' });
  }

  /** Takes a code that a scanner has read. Returns false if no dialog takes codes. */
  hear(code: string): boolean {
    if (!this.#isOpen()) return false;
    // A scanner that still looks at the code reads it again.
    if (this.#step.at === 'waiting') void this.read(code);
    return true;
  }

  /**
   * Asks the kiosk that shows this code for its membership, and writes it. At a kiosk that has a membership already,
   * it is written only after {@link confirm}.
   */
  async read(code: string): Promise<Result<'joined' | 'confirming', JoinFailure>> {
    if (!this.#isOpen() || this.#step.at !== 'waiting') return err({ type: 'not-waiting' });
    const request = new AbortController();
    this.#go({ at: 'asking', request });
    const answer = await joinHouse(code, request.signal);
    const handed = answer.ok ? acceptable(answer.value) : answer;
    // Every step away from this request aborts it; a lock whose timer is late does so here.
    if (!this.#isOpen() || request.signal.aborted) return err({ type: 'not-waiting' });
    if (!handed.ok) return this.#fail(handed.error);
    if (!this.#ports.isMember()) return this.#keep(handed.value);
    this.#go({ at: 'confirming', membership: handed.value });
    return ok('confirming');
  }

  /** Replaces this kiosk's membership by the one whose broker somebody has confirmed. */
  confirm(broker: string): Result<'joined', JoinFailure> {
    if (!this.#isOpen() || this.#step.at !== 'confirming' || this.newBroker !== broker) {
      return err({ type: 'not-waiting' });
    }
    return this.#keep(this.#step.membership);
  }

  #keep(membership: Membership): Result<'joined', JoinFailure> {
    const kept = this.#ports.keep(membership);
    if (!kept.ok) return this.#fail(kept.error);
    this.#stopTimer();
    this.#go({ at: 'joined' });
    return ok('joined');
  }

  #fail(failure: JoinFailure): Result<never, JoinFailure> {
    this.#go({ at: 'waiting', failure: failure.type });
    return err(failure);
  }

  /** Whether a dialog that takes codes is open at an unlocked kiosk. */
  #isOpen(): boolean {
    if (!this.#ports.isUnlocked()) this.expire();
    return this.#step.at !== 'closed' && this.#step.at !== 'expired';
  }

  #go(next: Step): void {
    if (this.#step.at === 'asking') this.#step.request.abort();
    this.#step = next;
  }
}

/** A membership from another kiosk must meet the rules for a typed one. */
function acceptable(handed: Membership): Result<Membership, JoinFailure> {
  const broker = brokerSchema.safeParse(handed.broker);
  if (!broker.success) return err({ type: 'wrong-broker' });
  if (handed.key.length < SHORTEST_PASSPHRASE) return err({ type: 'wrong-key' });
  return ok({ ...handed, broker: broker.data });
}
