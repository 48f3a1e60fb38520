import type { ScanningClient } from '#shared/api/filter-options.ts';

/** What the platform offered to scan when it was last asked; on its clock, milliseconds since the epoch. */
export interface LastOffer {
  readonly clients: readonly ScanningClient[];
  readonly at: number;
}

/** What this door is open for, as chosen from the platform's filter options. */
export type Selection =
  /** Whatever is within the client's scan window. */
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
      /** Milliseconds since the epoch; null where the platform does not say it legibly. */
      readonly performanceStart: number | null;
    };
