import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { NewEntry, Settlement } from '#main/ledger/entry.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { mayHaveArrived, meaningOf, type Doubt, type PlatformAnswer } from './platform-answer.ts';

export interface InDoubtPorts {
  readonly ledger: Pick<AdmissionLedger, 'settle'>;
  /** Called when the ledger has the platform's late word, or that there will be none. */
  readonly onSettled: () => void;
}

/** Follows attempts in doubt to their end, and notes in the ledger what became of them. */
export class InDoubtTracker {
  readonly #ports: InDoubtPorts;
  /** The answers that may still come, by the id of the entry. */
  readonly #awaited = new Map<string, Promise<PlatformAnswer>>();

  constructor(ports: InDoubtPorts) {
    this.#ports = ports;
  }

  /** Whether the platform may still answer a scan that somebody decides about now: what it says is about that, too. */
  doubtOf(id: string): Doubt {
    const answer = this.#awaited.get(id);
    return answer === undefined ? { type: 'none' } : { type: 'awaited', answer };
  }

  /**
   * @param entry already in the ledger, or still to be written to it
   * @param onWord called when the answer has come for a guest who was turned away: scanning again
   *   at once may now give a different verdict
   */
  follow(
    { id, kind, reason }: Pick<NewEntry, 'id' | 'kind' | 'reason'>,
    doubt: Doubt,
    onWord: () => void,
  ): void {
    const isInside = kind === 'admit';
    const isBack = reason.type === 'came-back';
    switch (doubt.type) {
      case 'none':
        return;
      case 'silent':
        this.#settle(id, { word: 'missing' });
        return;
      case 'awaited':
        this.#awaited.set(id, doubt.answer);
        void doubt.answer.then((answer) => {
          this.#awaited.delete(id);
          if (!isInside) onWord();
          this.#settle(
            id,
            isBack && saysUsed(answer) ? { word: 'admitted' } : settlementOf(answer, isInside),
          );
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

/** That a ticket is used is no news where its holder has come in again. */
function saysUsed(answer: PlatformAnswer): boolean {
  return answer.type === 'refused' && answer.error.code === ERROR.ticketAlreadyScanned;
}

/**
 * What a late answer means for an attempt. An error that is not about the ticket leaves open
 * whether the platform has spent it. If the question never reached the platform, the ticket is not
 * spent: an admission is uploaded like any other, and a guest who was turned away has lost nothing.
 * The same holds for a refusal with a code that the spec does not know; there the upload of an
 * admission shows what becomes of it.
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

/**
 * Whether a refusal closes the case: nothing remains to be made up to the guest, or uploaded to the
 * platform.
 */
function isTheEnd(error: ApiError, isInside: boolean): boolean {
  const meaning = meaningOf(error);
  return meaning === 'ticket' || (meaning === 'unknown' && !isInside);
}
