import { assertNever } from '#shared/assert-never.ts';
import type { Settlement } from '#main/ledger/entry.ts';
import type { AdmissionBook } from './book.ts';
import type { Doubt } from './decider.ts';
import { isAboutTheTicket, type PlatformAnswer } from './platform-answer.ts';

export interface DoubtsPorts {
  readonly book: Pick<AdmissionBook, 'settle'>;
  /** The platform's late word, or that there will be none, is in the ledger. */
  readonly onSettled: () => void;
}

/** Follows attempts in doubt to their end, and notes in the ledger what became of them. */
export class Doubts {
  readonly #ports: DoubtsPorts;

  constructor(ports: DoubtsPorts) {
    this.#ports = ports;
  }

  /**
   * @param id of the entry in the ledger
   * @param onWord the ticket's earlier verdict no longer stands: its next scan is one of its own
   */
  follow(id: string, doubt: Doubt, onWord: () => void): void {
    switch (doubt.type) {
      case 'none':
        return;
      case 'silent':
        this.#settle(id, { word: 'missing' });
        return;
      case 'awaited':
        void doubt.answer.then((answer) => {
          onWord();
          this.#settle(id, settlementOf(answer));
        });
        return;
      default:
        assertNever(doubt);
    }
  }

  #settle(id: string, settlement: Settlement): void {
    this.#ports.book.settle(id, settlement);
    this.#ports.onSettled();
  }
}

/** An error that is not about the ticket leaves open whether the platform has spent it. */
function settlementOf(answer: PlatformAnswer): Settlement {
  switch (answer.type) {
    case 'admitted':
      return { word: 'admitted' };
    case 'refused':
      return isAboutTheTicket(answer.error)
        ? { word: 'refused', error: answer.error }
        : { word: 'missing' };
    case 'unreachable':
    case 'not-signed-in':
      return { word: 'missing' };
    default:
      return assertNever(answer);
  }
}
