import type { Clock } from '#main/base/ports.ts';
import { redactReason } from '#main/base/redact-reason.ts';
import type { PartyGuest, PartyOutcome, PartyProgress } from '#shared/model/party.ts';
import type { Verdict } from '#shared/model/verdict.ts';

/** Somebody who is to be let in. */
export interface ChosenGuest extends Omit<PartyGuest, 'outcome'> {
  readonly code: string;
}

export interface PartyRunPorts {
  readonly clock: Pick<Clock, 'after'>;
  /**
   * Takes the code like a scan, behind those that have come before; resolves with its verdict, with null if that could
   * not be recorded. Null at once: the door takes no scans now.
   */
  readonly admit: (
    code: string,
    /** Asked when there is a verdict: whether it is still told here, and need not be shown as others are. */
    isAwaited: () => boolean,
  ) => Promise<Verdict | null> | null;
  /** How long a guest who was let in has for the way through the gate, in milliseconds. */
  readonly pace: () => number;
  readonly onChange: () => void;
}

const NOT_ASKED: PartyOutcome = { type: 'not-asked' };

/**
 * Lets in a party: each of them is a scan of its own, and the next one is entered when the one before is decided. So a
 * guest whose ticket is scanned meanwhile waits for one of them at most.
 */
export class PartyRun {
  readonly #ports: PartyRunPorts;
  readonly #chosen: readonly ChosenGuest[];
  readonly #outcomes = new Map<string, PartyOutcome>();
  readonly #of: string;
  #isRunning = true;
  #isCalledOff = false;
  #isLeft = false;
  #goOn = (): void => undefined;

  /** @param of the entry of whoever they came with */
  constructor(ports: PartyRunPorts, of: string, chosen: readonly ChosenGuest[]) {
    this.#ports = ports;
    this.#of = of;
    this.#chosen = chosen;
  }

  get progress(): PartyProgress {
    return {
      of: this.#of,
      guests: this.#chosen.map(({ id, ticketId, section, seat }) => ({
        ...{ id, ticketId, section, seat },
        outcome: this.#outcomes.get(id) ?? null,
      })),
      isRunning: this.#isRunning,
    };
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Asks about one after the other. It never rejects. */
  async start(): Promise<void> {
    for (const { id, code } of this.#chosen) {
      const outcome = await this.#admit(code);
      this.#outcomes.set(id, outcome);
      const isLast = this.#outcomes.size === this.#chosen.length;
      if (!isLast) this.#ports.onChange();
      const isIn = outcome.type === 'decided' && outcome.kind === 'admit';
      if (isIn && !isLast) await this.#pause();
    }
    this.#isRunning = false;
    this.#ports.onChange();
  }

  /** Asks about nobody more; who is being asked about is still decided. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#goOn();
  }

  /** The same, when nobody looks at it any more: the verdict of who is being asked about is shown as others are. */
  leave(): void {
    this.#isLeft = true;
    this.callOff();
  }

  async #admit(code: string): Promise<PartyOutcome> {
    const asked = this.#isCalledOff ? null : this.#ports.admit(code, () => !this.#isLeft);
    if (asked === null) return NOT_ASKED;
    const verdict = await asked;
    if (verdict === null) return { type: 'not-recorded' };
    const { kind, basis, reason, notes } = verdict;
    return {
      ...{ type: 'decided', kind, basis, reason: redactReason(reason) },
      ...(notes !== undefined && { notes }),
    };
  }

  /** A gate that opens for one person at a time must close behind this one. */
  #pause(): Promise<void> {
    if (this.#isCalledOff) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#ports.clock.after(this.#ports.pace(), resolve);
      this.#goOn = () => {
        callOff();
        resolve();
      };
    });
  }
}
