import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { Statistics } from '#shared/model/statistics.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** How far back one can look, in hours. */
export const SPANS = [4, 12, 24] as const;

export type Span = (typeof SPANS)[number];

/** The evening's numbers, as far back as somebody wants to look. */
export class ShownStatistics {
  readonly #kiosk: Pick<Kiosk, 'calls'>;
  readonly #asked = new Asked<Statistics, LedgerTrouble>();
  #span = $state<Span>(4);

  constructor(kiosk: Pick<Kiosk, 'calls'>) {
    this.#kiosk = kiosk;
  }

  /** How far back they go, in hours. */
  get span(): Span {
    return this.#span;
  }

  /** Null: not counted yet. */
  get value(): Statistics | null {
    return this.#asked.value;
  }

  /** Why the last counting did not work. */
  get failure(): LedgerTrouble | CallFailure | null {
    return this.#asked.failure;
  }

  look(span: Span): void {
    this.#span = span;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    await this.#asked.ask(this.#kiosk.calls.statistics({ hours: this.#span }));
  }
}
