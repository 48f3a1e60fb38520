import { scanningClient, type ScanningClient } from '#shared/api/filter-options.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import type { LastOffer } from '#shared/model/selection.ts';
import { MINUTE } from '#shared/time.ts';

/** After how long an unchanged answer is saved again, in milliseconds. */
const SAVED_ANEW_AFTER = 5 * MINUTE;

const keptSchema = z.object({
  platform: z.string(),
  clients: z.array(scanningClient.lenient),
  /** When the platform said so; platform time, ms since the epoch. */
  at: z.number(),
  /** The user that it was offered to: another one may scan for other clients. */
  username: z.string(),
});
type Kept = z.infer<typeof keptSchema>;

/**
 * What the platform last offered for scanning. It is saved, because it tells which performance
 * belongs to which production, and a kiosk that starts without the network has no other source for
 * that.
 */
export class Offered {
  readonly #file: SealedFile;
  readonly #logger: Logger;
  readonly #platformNow: () => number;
  #savedAt = Number.NEGATIVE_INFINITY;
  #kept: Kept | null;
  #productions: ReadonlyMap<number, number> = new Map();

  /** @param platformNow the platform's time, ms since the epoch, as far as it is known */
  constructor(file: SealedFile, logger: Logger, platformNow: () => number) {
    this.#file = file;
    this.#logger = logger;
    this.#platformNow = platformNow;
    this.#kept = keptSchema.safeParse(file.load()).data ?? null;
    this.#index();
  }

  /** What the platform at `baseUrl` last offered; empty if it was never asked. */
  clients(baseUrl: string): readonly ScanningClient[] {
    return this.#kept?.platform === baseUrl ? this.#kept.clients : [];
  }

  /**
   * The performances of a client that were offered last, and when; none if the platform was never
   * asked.
   */
  performances(
    baseUrl: string,
    clientId: number,
  ): { readonly at: number; readonly performances: readonly PlayingPerformance[] } {
    const client = this.clients(baseUrl).find(({ id }) => id === clientId);
    const performances = (client?.productions ?? []).flatMap((production) =>
      (production.performances ?? []).map(({ performanceId, performanceStart: start }) => ({
        ...{ performanceId, start },
        productionId: production.productionId,
        productionName: production.productionName,
      })),
    );
    return { at: this.#kept?.at ?? 0, performances };
  }

  /**
   * What the platform at `baseUrl` last offered this user, and when; null if the last answer was
   * for another user or platform.
   */
  lastOf(baseUrl: string, username: string): LastOffer | null {
    const kept = this.#kept;
    return kept?.platform === baseUrl && kept.username === username
      ? { clients: kept.clients, at: kept.at }
      : null;
  }

  keep(baseUrl: string, clients: readonly ScanningClient[], username: string): void {
    const before = this.#kept;
    this.#kept = { platform: baseUrl, clients: [...clients], at: this.#platformNow(), username };
    this.#index();
    const isOld = this.#kept.at - this.#savedAt >= SAVED_ANEW_AFTER;
    if (!isOld && isDeepStrictEqual({ ...before, at: 0 }, { ...this.#kept, at: 0 })) return;
    this.#savedAt = this.#kept.at;
    try {
      this.#file.save(this.#kept);
    } catch (error) {
      // The new offer is in use all the same, until the kiosk ends.
      this.#logger.error('what the platform offers could not be written', errorFact(error));
    }
  }

  /**
   * Returns the production that a performance belongs to; null if it is not offered, or no longer.
   * It is not looked up by name: the platform may have two productions of the same name and offer
   * only one of them now.
   */
  productionOf(baseUrl: string, performanceId: number): number | null {
    if (this.#kept?.platform !== baseUrl) return null;
    return this.#productions.get(performanceId) ?? null;
  }

  #index(): void {
    const productions = (this.#kept?.clients ?? []).flatMap((client) => client.productions ?? []);
    this.#productions = new Map(
      productions.flatMap(({ productionId, performances }) =>
        (performances ?? []).map(({ performanceId }) => [performanceId, productionId] as const),
      ),
    );
  }
}
