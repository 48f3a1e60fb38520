import type {
  ProductionDetail,
  ProgrammeBoard,
  ProgrammeMonth,
  ProgrammePage,
  ProgrammeSeries,
  ProgrammeState,
} from '#shared/model/programme.ts';

/** Which future performances are wanted, and from where in their order. */
export interface PerformanceScope {
  readonly productionId: number | null;
  readonly departmentId: number | null;
  readonly offset: number;
}

/** The platform's future events, as the kiosk's own copy has them: there without the network, too. */
export interface Programme {
  state(): ProgrammeState;
  board(): ProgrammeBoard;
  month(year: number, month: number): ProgrammeMonth;
  series(): ProgrammeSeries[];
  performances(scope: PerformanceScope): ProgrammePage;
  detail(productionId: number): ProductionDetail;
  /** Asks the platform in the background. */
  refresh(): void;
}

/** The programme of a kiosk that has none. */
export const NO_PROGRAMME: Programme = {
  state: () => ({
    clientId: null,
    revision: 0,
    fetchedAt: null,
    refreshing: false,
    problem: null,
  }),
  board: () => ({ today: [], next: [] }),
  month: (year, month) => ({ year, month, weeks: [], fetchedAt: null }),
  series: () => [],
  performances: () => ({ performances: [], total: 0 }),
  detail: () => ({ series: null, descriptionHtml: null, performances: [] }),
  refresh: () => undefined,
};
