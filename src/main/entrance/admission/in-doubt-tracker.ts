import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { NewEntry, Settlement } from '#main/ledger/entry.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { Doubt } from './decider.ts';
import { mayHaveArrived, meaningOf, type PlatformAnswer } from './platform-answer.ts';

export interface InDoubtPorts {
  readonly ledger: Pick<AdmissionLedger, 'settle'>;
  /** Called when the late answer, or that there will be none, is recorded. */
  readonly onSettled: () => void;
}

/** Waits for the answers of attempts in doubt, and records their outcome. */
export class InDoubtTracker {
  readonly #ports: InDoubtPorts;

  constructor(ports: InDoubtPorts) {
    this.#ports = ports;
  }

  /**
   * @param entry one that is recorded, or that the ledger will take later
   * @param onWord called when the answer is known, so that the ticket can be scanned again at once
   */
  follow({ id, kind }: Pick<NewEntry, 'id' | 'kind'>, doubt: Doubt, onWord: () => void): void {
    const isInside = kind === 'admit';
    switch (doubt.type) {
      case 'none':
        return;
      case 'silent':
        this.#settle(id, { word: 'missing' });
        return;
      case 'awaited':
        void doubt.answer.then((answer) => {
          if (!isInside) onWord();
          this.#settle(id, settlementOf(answer, isInside));
        });
        return;
      default:
        assertNever(doubt);
    }
  }

  #settle(id: string, settlement: Settlement): void {
    this.#ports.ledger.settle(id, settlement);
    this.#ports.onSettled();
  }
}

/**
 * An error that is not about the ticket leaves open whether the platform has spent it. A request that never
 * arrived has not spent it: an admission is uploaded like any other, and a refusal stands. The same holds
 * for a refusal with an unknown code; an admission is settled when it is uploaded.
 */
function settlementOf(answer: PlatformAnswer, isInside: boolean): Settlement {
  switch (answer.type) {
    case 'admitted':
      return { word: 'admitted' };
    case 'refused':
      return isTheEnd(answer.error, isInside)
        ? { word: 'refused', error: answer.error }
        : { word: 'missing' };
    case 'unreachable':
      return isInside || mayHaveArrived(answer.reason)
        ? { word: 'missing' }
        : { word: 'refused', error: null };
    case 'not-signed-in':
      return { word: 'missing' };
    default:
      return assertNever(answer);
  }
}

/** Whether this refusal settles the attempt: nothing is left to upload or to make up for. */
function isTheEnd(error: ApiError, isInside: boolean): boolean {
  const meaning = meaningOf(error);
  return meaning === 'ticket' || (meaning === 'unknown' && !isInside);
}
