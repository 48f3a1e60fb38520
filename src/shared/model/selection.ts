import type { ScanningClient } from '#shared/api/filter-options.ts';

/**
 * The platform's offer when it was last asked; its time is on the platform's clock, milliseconds since the
 * epoch.
 */
export interface LastOffer {
  readonly clients: readonly ScanningClient[];
  readonly at: number;
}

/** What this door is open for, as chosen from the platform's filter options. */
export type Selection =
  /** Anything within the client's scan window. */
  | { readonly scope: 'anything-open'; readonly clientId: number; readonly clientName: string }
  | {
      readonly scope: 'production';
      readonly clientId: number;
      readonly clientName: string;
      readonly productionId: number;
      readonly productionName: string;
    }
  | {
      readonly scope: 'performance';
      readonly clientId: number;
      readonly clientName: string;
      readonly productionId: number;
      readonly productionName: string;
      readonly performanceId: number;
      /** Milliseconds since the epoch; null if the platform gives none that can be read. */
      readonly performanceStart: number | null;
    };
