import { assertNever } from '#shared/assert-never.ts';
import type { LostReason } from '#shared/model/session.ts';
import type { Clock } from '#main/base/ports.ts';
import type { Grant } from './grant.ts';
import type { SessionTimings } from './session-timings.ts';
import { evidenceOf, renewalDelay, retryDelay, type TokenEvidence } from './token-life.ts';

export interface RenewalPorts {
  readonly clock: Clock;
  readonly timings: SessionTimings;
  /** The token that is kept alive; null: none. */
  readonly grant: () => Grant | null;
  /** How long a token still lives, in milliseconds; negative once it should be dead. */
  readonly remaining: (grant: Grant) => number;
  /**
   * Called when the token lives, until `expiresAt` on the platform's clock; null: the platform did not
   * tell.
   */
  readonly onAlive: (grant: Grant, expiresAt: number | null) => void;
  readonly onOver: (grant: Grant, reason: LostReason) => void;
}

/** Renews a token by asking the platform in time whether it lives, and detects when it is dead. */
export class Renewal {
  readonly #ports: RenewalPorts;
  #cancel: (() => void) | null = null;
  #isSuspended = false;
  /** The token was turned away without a word, and nothing has shown since that it lives. */
  #isTurnedAway = false;

  constructor(ports: RenewalPorts) {
    this.#ports = ports;
  }

  /** Called when the token lives: plans its renewal after half of its life. */
  plan(grant: Grant): void {
    this.#isTurnedAway = false;
    const { remaining, timings } = this.#ports;
    this.#askIn(renewalDelay(remaining(grant), timings));
  }

  /** Called when it is unknown whether the token lives: plans another try. */
  tryAgain(grant: Grant, evidence: TokenEvidence | null): void {
    const { remaining, timings } = this.#ports;
    this.#isTurnedAway = evidence?.weight === 'turned-away';
    this.#askIn(this.#isTurnedAway ? timings.turnedAway : retryDelay(remaining(grant), timings));
  }

  /**
   * Called when a request was turned away without an answer of the platform: the token is checked a little
   * later, once.
   */
  noteTurnedAway(): void {
    if (this.#isTurnedAway) return;
    this.#isTurnedAway = true;
    this.#askIn(this.#ports.timings.turnedAway);
  }

  /** Called when an answer proves that the token lives. */
  noteAlive(): void {
    this.#isTurnedAway = false;
  }

  cancel(): void {
    this.#cancel?.();
  }

  /** Stops all renewals. */
  suspend(): void {
    this.#isSuspended = true;
    this.cancel();
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  async now(): Promise<void> {
    const { grant: current, onAlive, onOver } = this.#ports;
    const grant = current();
    if (grant === null) return;
    const wasTurnedAway = this.#isTurnedAway;
    const result = await grant.client.validateToken(grant.credentials);
    if (current() !== grant) return;
    if (result.ok) {
      onAlive(grant, result.value.accessTokenExpiration);
      this.plan(grant);
      return;
    }
    const evidence = evidenceOf(result.error);
    if (evidence && this.isProof(evidence, grant, wasTurnedAway)) onOver(grant, evidence.reason);
    else this.tryAgain(grant, evidence);
  }

  /** Whether the evidence suffices to end the session. */
  isProof({ weight }: TokenEvidence, grant: Grant, wasTurnedAway: boolean): boolean {
    switch (weight) {
      case 'word':
        return true;
      case 'turned-away':
        return wasTurnedAway;
      case 'hearsay':
        return this.#ports.remaining(grant) <= 0;
      default:
        return assertNever(weight);
    }
  }

  #askIn(delay: number): void {
    this.cancel();
    if (this.#isSuspended) return;
    this.#cancel = this.#ports.clock.after(delay, () => void this.now());
  }
}
