import type { CallFailure, KioskApi } from '#shared/ipc/kiosk-api.ts';
import {
  PROGRAMME_PAGE,
  type ProductionDetail,
  type ProgrammeBoard,
  type ProgrammeMonth,
  type ProgrammePage,
  type ProgrammePerformance,
  type ProgrammeSeries,
  type ProgrammeState,
} from '#shared/model/programme.ts';
import type { Selection } from '#shared/model/selection.ts';
import { answered } from '#renderer/lib/answered.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';
import { isSameMonth, type MonthOfYear } from '#renderer/lib/days.ts';
import { indexed } from './grouping.ts';
import { askPages, type ProgrammeFilter } from './performance-pages.ts';

/** What tells one version of the copy from another; guests are not told when it was fetched. */
type CopyVersion = Pick<ProgrammeState, 'clientId' | 'revision'> &
  Partial<Pick<ProgrammeState, 'fetchedAt'>>;

/**
 * The kiosk's copy of the programme, as far as screens request it. Each `follow…` is called in an effect:
 * it fetches its part, and fetches it again whenever the copy changes.
 */
export class Programme {
  readonly #api: KioskApi;
  readonly #state: () => CopyVersion | null;
  readonly #rehearses: () => boolean;
  /** Identifies a version of the copy; null while no client is known. */
  readonly #copy = $derived.by(() => {
    const { clientId = null, revision = 0 } = this.#state() ?? {};
    return clientId === null ? null : `${this.#rehearses()} ${clientId} ${revision}`;
  });
  readonly #board = new Asked<ProgrammeBoard>();
  readonly #series = new Asked<ProgrammeSeries[]>();
  readonly #month = new Asked<ProgrammeMonth>();
  readonly #detail = new Asked<ProductionDetail>();
  readonly #list = new Asked<ProgrammePage>();
  readonly #seriesById = $derived(
    indexed(this.#series.value ?? [], ({ productionId }) => productionId),
  );
  readonly #performancesById = $derived(
    indexed(
      [...(this.board?.today ?? []), ...(this.board?.next ?? [])],
      ({ performanceId }) => performanceId,
    ),
  );
  #boardDay = '';
  #filter: ProgrammeFilter = { by: 'nothing' };
  /** How many performances to list, if there are as many. */
  #wanted = 0;

  /** @param rehearses whether the kiosk rehearses: the copies of rehearsals are others, numbered anew */
  constructor(api: KioskApi, state: () => CopyVersion | null, rehearses: () => boolean) {
    this.#api = api;
    this.#state = state;
    this.#rehearses = rehearses;
  }

  /** Whether the client of the programme is known. */
  get isSomebodys(): boolean {
    return this.#copy !== null;
  }

  /** Whether there is a copy to look at. */
  get isHere(): boolean {
    return this.isSomebodys && (this.#state()?.fetchedAt ?? null) !== null;
  }

  get board(): ProgrammeBoard | null {
    return this.isSomebodys ? this.#board.value : null;
  }

  get series(): readonly ProgrammeSeries[] | null {
    return this.#series.value;
  }

  /** A production as the list of series has it. */
  seriesOf(productionId: number): ProgrammeSeries | null {
    return this.isSomebodys ? (this.#seriesById.get(productionId) ?? null) : null;
  }

  /** Whether the programme is that of this client. */
  isOf(clientId: number): boolean {
    return this.#state()?.clientId === clientId;
  }

  /** A performance of today or one of the next. */
  performanceOf(performanceId: number): ProgrammePerformance | null {
    return this.#performancesById.get(performanceId) ?? null;
  }

  /** What a door is open for, where the programme is of the same client: of a production what comes first. */
  playingAt(selection: Selection): ProgrammePerformance | null {
    if (selection.scope === 'anything-open' || !this.isOf(selection.clientId)) return null;
    if (selection.scope === 'performance') return this.performanceOf(selection.performanceId);
    const { productionId } = selection;
    return (
      [...this.#performancesById.values()].find((one) => one.productionId === productionId) ?? null
    );
  }

  /** A month, if it is the last one requested and has arrived. */
  month(wanted: MonthOfYear): ProgrammeMonth | null {
    const month = this.#month.value;
    return month !== null && isSameMonth(month, wanted) ? month : null;
  }

  get detail(): ProductionDetail | null {
    return this.#detail.value;
  }

  /** The performances listed so far, and how many there are in all. */
  get list(): ProgrammePage | null {
    return this.#list.value;
  }

  /** Why a request failed, which is a bug in the kiosk. */
  get failure(): CallFailure | null {
    const all = [this.#series, this.#month, this.#detail, this.#list];
    return all.find(({ failure }) => failure !== null)?.failure ?? null;
  }

  /** @param today - `yyyy-MM-dd`: another day has another board. */
  followBoard(today: string): void {
    if (today !== this.#boardDay) this.#board.clear();
    this.#boardDay = today;
    if (this.#copy !== null) void this.#board.ask(this.#api.programmeBoard(null));
  }

  followSeries(): void {
    if (this.#copy !== null) void this.#series.ask(this.#api.programmeSeries(null));
  }

  followMonth({ year, month }: MonthOfYear): void {
    if (this.#copy !== null) void this.#month.ask(this.#api.programmeMonth({ year, month }));
  }

  /** @param productionId - null: none is looked at. */
  followDetail(productionId: number | null): void {
    if (productionId === null) this.#detail.clear();
    else if (this.#copy !== null) {
      void this.#detail.ask(this.#api.programmeDetail({ productionId }));
    }
  }

  /** Lists performances from the first on; when the copy changes, as many as before. */
  followList(filter: ProgrammeFilter): void {
    if (filter !== this.#filter) {
      this.#filter = filter;
      this.#wanted = 0;
      this.#list.clear();
    }
    if (this.#copy !== null) void this.#list.ask(askPages(this.#api, filter, [], this.#wanted));
  }

  /** Lists one more page. */
  more(): void {
    const listed = this.#list.value?.performances ?? [];
    this.#wanted = listed.length + PROGRAMME_PAGE;
    void this.#list.ask(askPages(this.#api, this.#filter, listed, this.#wanted));
  }

  refresh() {
    return answered(this.#api.refreshProgramme(null));
  }
}
