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
      /** Milliseconds since the epoch. */
      readonly performanceStart: number;
    };
