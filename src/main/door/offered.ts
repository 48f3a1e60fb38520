import { scanningClientSchema, type ScanningClient } from '#shared/api/filter-options.ts';
import { z } from 'zod';
import { errorFact } from '#main/log/error-fact.ts';
import type { Logger } from '#main/ports.ts';
import type { SealedFile } from '#main/vault/sealed-file.ts';

const keptSchema = z.object({ platform: z.string(), clients: z.array(scanningClientSchema) });
type Kept = z.infer<typeof keptSchema>;

/**
 * What the platform last offered to scan. It is kept, because it says which performance belongs to
 * which production, and a kiosk that starts without the network has nobody else to ask.
 */
export class Offered {
  readonly #file: SealedFile;
  readonly #logger: Logger;
  #kept: Kept | null;
  #productions: ReadonlyMap<number, number> = new Map();

  constructor(file: SealedFile, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
    this.#kept = keptSchema.safeParse(file.load()).data ?? null;
    this.#index();
  }

  /** What `platform` last offered; nothing, if that was never asked. */
  clients(platform: string): readonly ScanningClient[] {
    return this.#kept?.platform === platform ? this.#kept.clients : [];
  }

  keep(platform: string, clients: readonly ScanningClient[]): void {
    this.#kept = { platform, clients: [...clients] };
    this.#index();
    try {
      this.#file.save(this.#kept);
    } catch (error) {
      // In force all the same, until the kiosk ends.
      this.#logger.error('what the platform offers could not be written', errorFact(error));
    }
  }

  /**
   * The production that a performance belongs to. One that is not, or no longer, offered is known by
   * its production's name, if that is the name of one production alone; else null.
   */
  productionOf(
    platform: string,
    clientId: number,
    { performanceId, productionName }: { performanceId: number; productionName: string },
  ): number | null {
    if (this.#kept?.platform !== platform) return null;
    const known = this.#productions.get(performanceId);
    if (known !== undefined) return known;
    const client = this.#kept.clients.find(({ id }) => id === clientId);
    const named = (client?.productions ?? []).filter(
      (production) => production.productionName.trim() === productionName.trim(),
    );
    const [only] = named;
    return named.length === 1 && only !== undefined ? only.productionId : null;
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
