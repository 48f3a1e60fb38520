import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { Statistics } from '#shared/model/statistics.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { Result } from '#shared/result.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';

/** Whoever was scanned so long ago still counts as here tonight; hours. */
const TONIGHT = 12;

type Ask = (hours: number) => Promise<Result<Statistics, LedgerTrouble | CallFailure>>;

/** How many of a performance's tickets were scanned, at all doors as far as is known. */
export interface ScannedOfSold {
  readonly scanned: number;
  readonly sold: number;
}

/** How full the house is: what the door shows of the evening's numbers. */
export class Turnout {
  readonly #ask: Ask;
  readonly #statistics = new Asked<Statistics, LedgerTrouble>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async refresh(): Promise<void> {
    await this.#statistics.ask(this.#ask(TONIGHT));
  }

  /** Of the performance that the door is open for; null: not one, or not known. */
  of(selection: Selection): ScannedOfSold | null {
    // Numbers that could not be counted again are not those of now.
    if (selection.scope !== 'performance' || this.#statistics.failure !== null) return null;
    const { scanned = null, sold = null } =
      this.#statistics.value?.performances.find(
        ({ performanceId }) => performanceId === selection.performanceId,
      ) ?? {};
    return scanned === null || sold === null ? null : { scanned, sold };
  }
}
