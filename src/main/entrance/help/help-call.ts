import type { Clock } from '#main/base/ports.ts';
import type { HelpView } from '#shared/model/help.ts';
import { MINUTE } from '#shared/time.ts';

/**
 * Who calls again so soon after they have said that they need nobody goes on with the call that they had, in
 * milliseconds. No longer: it may be another guest, who is to be heard.
 */
export const SAME_CALL = 20_000;
/** Nor is it the same one for longer than this, however often it is taken back. */
export const LONGEST_CALL = 2 * MINUTE;

export interface HelpCallPorts {
  readonly clock: Pick<Clock, 'now'>;
  /** Whether guests may call, and whether that reaches somebody. */
  readonly isOffered: () => boolean;
  /** Whether the screen is a guest's at all: else nobody can have called from it. */
  readonly isForGuests: () => boolean;
  /** Called whenever a guest calls, with the call, by when it was made: the same once more, if they go on with it. */
  readonly onAsked: (call: number) => void;
  readonly onChange: () => void;
}

/**
 * A guest's call for help. It stands until somebody has come, or the guest needs nobody any more; it is not kept over
 * a restart, since by then somebody has been at the kiosk.
 */
export class HelpCall {
  readonly #ports: HelpCallPorts;
  #askedAt: number | null = null;
  /** The call that a guest has taken back, and when; null: none, or somebody has come. */
  #takenBack: { readonly askedAt: number; readonly at: number } | null = null;

  constructor(ports: HelpCallPorts) {
    this.#ports = ports;
  }

  get view(): HelpView {
    const askedAt = this.#ports.isForGuests() ? this.#askedAt : null;
    return { isOffered: this.#ports.isOffered(), askedAt };
  }

  /**
   * A guest calls; whoever presses again while one waits calls nobody anew, nor who plays with the button. Ignored where
   * nobody would hear it.
   */
  ask(): void {
    if (this.#askedAt !== null || !this.#ports.isOffered()) return;
    const now = this.#ports.clock.now();
    const before = this.#takenBack;
    // By the difference, since the clock may have been set back meanwhile.
    const isSameCall =
      before !== null &&
      Math.abs(now - before.at) < SAME_CALL &&
      Math.abs(now - before.askedAt) < LONGEST_CALL;
    this.#askedAt = isSameCall ? before.askedAt : now;
    this.#ports.onAsked(this.#askedAt);
    this.#ports.onChange();
  }

  /** The guest needs nobody any more. */
  takeBack(): void {
    if (this.#askedAt !== null)
      this.#takenBack = { askedAt: this.#askedAt, at: this.#ports.clock.now() };
    this.#end();
  }

  /** Somebody has come, or nobody has to. */
  end(): void {
    this.#takenBack = null;
    this.#end();
  }

  #end(): void {
    if (this.#askedAt === null) return;
    this.#askedAt = null;
    this.#ports.onChange();
  }
}
