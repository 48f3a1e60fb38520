import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { STRETCH } from '#main/ledger/tallies.ts';
import type { EntranceSign, SentTo } from '#shared/model/entrance.ts';
import { HOUR } from '#shared/time.ts';

/** Whom it sent elsewhere for so long counts as this evening's, in milliseconds. */
const EVENING = 12 * HOUR;
/** The most entrances that are told of. */
const MOST_TOLD = 12;

/** How many were sent to an entrance within a quarter of an hour. */
interface Stretch extends SentTo {
  readonly id: string;
  readonly from: number;
}

/** Counts where this door has sent guests this evening, for whoever looks at all doors. */
export class SentToEntrances {
  readonly #platformClock: Pick<PlatformClock, 'now'>;
  #stretches: readonly Stretch[] = [];
  #hasRecalled = false;

  constructor(platformClock: Pick<PlatformClock, 'now'>) {
    this.#platformClock = platformClock;
  }

  /**
   * Counts those of this evening that are in the ledger: the kiosk may have been started again since. Called whenever
   * the ledger was opened; after the first time it changes nothing. Throws if the disk fails.
   */
  recall(ledger: Pick<Ledger, 'clientRefs' | 'tallies' | 'page'>): void {
    if (this.#hasRecalled) return;
    const now = this.#platformClock.now();
    const [from, until] = [now - EVENING, now + EVENING];
    const tallies = ledger.clientRefs().flatMap((client) => ledger.tallies(client, from, until));
    const ofKind = tallies.filter(({ kind }) => kind === 'elsewhere');
    const limit = ofKind.reduce((sum, { count }) => sum + count, 0);
    // Their number is known by an index: so that no more is read than this evening.
    const records = limit === 0 ? [] : ledger.page({ limit, from, until, kinds: ['elsewhere'] });
    this.#hasRecalled = true;
    for (const { reason, platformTime } of records.toReversed()) {
      if (reason?.type === 'elsewhere') this.#count(reason.entrance, platformTime);
    }
  }

  note(entrance: Pick<EntranceSign, 'id' | 'name'>): void {
    this.#count(entrance, this.#platformClock.now());
  }

  #count({ id, name }: Pick<EntranceSign, 'id' | 'name'>, at: number): void {
    const from = Math.floor(at / STRETCH) * STRETCH;
    const isOfIt = (one: Stretch) => one.id === id && one.from === from;
    const count = (this.#stretches.find(isOfIt)?.count ?? 0) + 1;
    const others = this.#ofEvening().filter((one) => !isOfIt(one));
    this.#stretches = [...others, { id, name, from, count }];
  }

  /** The entrances to which most were sent first. */
  counts(): readonly SentTo[] {
    const byId = new Map<string, SentTo>();
    for (const { id, name, count } of this.#ofEvening()) {
      byId.set(id, { name, count: (byId.get(id)?.count ?? 0) + count });
    }
    return [...byId.values()].sort((a, b) => b.count - a.count).slice(0, MOST_TOLD);
  }

  /** Counts in the future, from a wrong clock, are dropped as well. */
  #ofEvening(): readonly Stretch[] {
    const now = this.#platformClock.now();
    return this.#stretches.filter(({ from }) => Math.abs(now - from) < EVENING);
  }
}
