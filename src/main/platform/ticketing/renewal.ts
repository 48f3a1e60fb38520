import { assertNever } from '#shared/assert-never.ts';
import type { LostReason } from '#shared/model/session.ts';
import type { Clock } from '#main/base/ports.ts';
import type { Grant } from './grant.ts';
import type { SessionTimings } from './session-timings.ts';
import { evidenceOf, renewalDelay, type TokenEvidence } from './token-life.ts';

export interface RenewalPorts {
  readonly clock: Clock;
  readonly timings: SessionTimings;
  /** The credentials of the token that is kept alive; null if there is none. */
  readonly grant: () => Grant | null;
  /** The remaining life of the token, in milliseconds; negative after its expiry. */
  readonly remaining: (grant: Grant) => number;
  /**
   * Called when the platform has confirmed the token, until `expiresAt` on the platform's clock; null: it
   * did not say until when.
   */
  readonly onAlive: (grant: Grant, expiresAt: number | null) => void;
  readonly onOver: (grant: Grant, reason: LostReason) => void;
}

/** Asks the platform in time whether a token is alive, which renews it, and detects when it is dead. */
export class Renewal {
  readonly #ports: RenewalPorts;
  #cancel: (() => void) | null = null;
  #isSuspended = false;
  /**
   * A request with the token was rejected without an error of the platform, and no answer since has shown
   * that it is alive.
   */
  #isTurnedAway = false;
  /** When it last asked, on the steady clock. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: RenewalPorts) {
    this.#ports = ports;
  }

  /** An answer has shown that the token is alive: schedules its renewal. */
  plan(grant: Grant): void {
    this.#isTurnedAway = false;
    const { remaining, timings } = this.#ports;
    this.#askIn(renewalDelay(remaining(grant), timings));
  }

  /** Nothing has shown yet whether the token is alive. */
  tryAgain(evidence: TokenEvidence | null): void {
    const { timings } = this.#ports;
    this.#isTurnedAway = evidence?.weight === 'turned-away';
    this.#askIn(this.#isTurnedAway ? timings.turnedAway : timings.renewalAtLeast);
  }

  /** A request was rejected without an error of the platform: schedules one check a little later. */
  noteTurnedAway(): void {
    if (this.#isTurnedAway) return;
    this.#isTurnedAway = true;
    const { clock, timings } = this.#ports;
    const earliest = this.#askedAt + timings.renewalAtLeast - clock.steady();
    this.#askIn(Math.max(timings.turnedAway, earliest));
  }

  cancel(): void {
    this.#cancel?.();
  }

  /** Stops asking. */
  suspend(): void {
    this.#isSuspended = true;
    this.cancel();
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  async now(): Promise<void> {
    const { clock, grant: current, onAlive, onOver } = this.#ports;
    const grant = current();
    if (grant === null) return;
    this.#askedAt = clock.steady();
    const wasTurnedAway = this.#isTurnedAway;
    const result = await grant.client.validateToken(grant.credentials);
    if (current() !== grant) return;
    if (result.ok) {
      onAlive(grant, result.value.accessTokenExpiration);
      return;
    }
    const evidence = evidenceOf(result.error);
    if (evidence && this.isProof(evidence, grant, wasTurnedAway)) onOver(grant, evidence.reason);
    else this.tryAgain(evidence);
  }

  /** Whether the failure is enough to treat the session as over. */
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
