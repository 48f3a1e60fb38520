import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { NewEntry, Settlement } from '#main/ledger/entry.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import type { Doubt } from './decider.ts';
import { mayHaveArrived, meaningOf, type PlatformAnswer } from './platform-answer.ts';

export interface InDoubtPorts {
  readonly ledger: Pick<AdmissionLedger, 'settle'>;
  /** The platform's late word, or that there will be none, is in the ledger. */
  readonly onSettled: () => void;
}

/** Follows attempts in doubt to their end, and notes in the ledger what became of them. */
export class InDoubtTracker {
  readonly #ports: InDoubtPorts;

  constructor(ports: InDoubtPorts) {
    this.#ports = ports;
  }

  /**
   * @param entry in the ledger, or owed to it
   * @param onWord who was turned away is welcome to try again at once: there is news
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
 * An error that is not about the ticket leaves open whether the platform has spent it. A question that
 * never arrived has not: an admission goes up like any other, and who was turned away is owed nothing.
 * So it is with a no for a reason that nobody here knows; what becomes of an admission the platform says
 * when it is uploaded.
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

/** Whether with this no nothing is owed to anybody any more, nor to the platform. */
function isTheEnd(error: ApiError, isInside: boolean): boolean {
  const meaning = meaningOf(error);
  return meaning === 'ticket' || (meaning === 'unknown' && !isInside);
}
