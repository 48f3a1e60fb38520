import type { ClientRef } from '#shared/model/client-ref.ts';
import { STRETCH } from '#main/ledger/tallies.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';

/** Older counts are dropped; in milliseconds. */
const KEPT = 73 * 60 * 60_000;

/** How often a code was read again, by client and quarter of an hour. */
interface Stretch {
  readonly baseUrl: string;
  readonly clientId: number;
  readonly from: number;
  count: number;
}

/**
 * Codes that were read again at once and had the same verdict again: a sign of a scanner that reads twice,
 * or of a hurried queue. They have no entries in the ledger, and so are counted in memory only, from the
 * kiosk's start on.
 */
export class Repeats {
  readonly #platformClock: Pick<PlatformClock, 'now'>;
  #stretches: Stretch[] = [];

  constructor(platformClock: Pick<PlatformClock, 'now'>) {
    this.#platformClock = platformClock;
  }

  note({ baseUrl, clientId }: ClientRef): void {
    const now = this.#platformClock.now();
    const from = Math.floor(now / STRETCH) * STRETCH;
    const stretch = this.#stretches.find(
      (each) => each.baseUrl === baseUrl && each.clientId === clientId && each.from === from,
    );
    if (stretch !== undefined) {
      stretch.count += 1;
      return;
    }
    // Counts in the future, from a wrong clock, are dropped as well.
    const isKept = (each: Stretch) => Math.abs(now - each.from) <= KEPT;
    this.#stretches = [...this.#stretches.filter(isKept), { baseUrl, clientId, from, count: 1 }];
  }

  /** How many there were in a client since `from`, the beginning of a quarter of an hour. */
  since(clientRef: ClientRef | null, from: number): number {
    return this.#stretches
      .filter((each) => each.baseUrl === clientRef?.baseUrl && each.clientId === clientRef.clientId)
      .filter((each) => each.from >= from)
      .reduce((sum, { count }) => sum + count, 0);
  }
}
