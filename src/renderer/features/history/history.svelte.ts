import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { HistoryEntry, HistoryFilter, HistoryPage } from '#shared/model/history.ts';
import type { UploadState } from '#shared/model/uploads.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { DAY } from '#shared/time.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** The filters other than verdicts; null: any. */
export interface HowScanned {
  readonly source: HistoryFilter['source'];
  readonly basis: HistoryFilter['basis'];
  readonly upload: UploadState | null;
}

const HOWEVER: HowScanned = { source: null, basis: null, upload: null };

/** The scans of the past, page by page, newest first. What is listed stays as it was when it came. */
export class History {
  readonly #kiosk: Pick<Kiosk, 'withPin' | 'platformNow'>;
  #kinds = $state.raw<readonly VerdictKind[]>([]);
  #isLastDay = $state(false);
  #how = $state.raw<HowScanned>(HOWEVER);
  #code = $state('');
  #filter = $state.raw<HistoryFilter>(this.#filterNow(0));
  #entries = $state.raw<readonly HistoryEntry[]>([]);
  #last = $state.raw<HistoryPage | null>(null);
  #failure = $state.raw<CallFailure | LedgerTrouble | null>(null);
  #isAsking = $state(false);
  #question = 0;

  constructor(kiosk: Pick<Kiosk, 'withPin' | 'platformNow'>) {
    this.#kiosk = kiosk;
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /** The page that came last; null: not known yet. */
  get last(): HistoryPage | null {
    return this.#last;
  }

  get failure(): CallFailure | LedgerTrouble | null {
    return this.#failure;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** The kinds that are listed; none: all. */
  get kinds(): readonly VerdictKind[] {
    return this.#kinds;
  }

  get isLastDay(): boolean {
    return this.#isLastDay;
  }

  /** By scanner, by basis, and by the state of the upload. */
  get how(): HowScanned {
    return this.#how;
  }

  /** The filter of the present list. */
  get filter(): HistoryFilter {
    return this.#filter;
  }

  /** Loads the list from the newest on. */
  async look(): Promise<void> {
    this.#filter = this.#filterNow(this.#kiosk.platformNow);
    this.#entries = [];
    this.#last = null;
    await this.#ask(null);
  }

  /** Loads older ones, if there are any and they are not being loaded. */
  async more(): Promise<void> {
    const before = this.#last?.before ?? null;
    if (before !== null && !this.#isAsking) await this.#ask(before);
  }

  toggle(kind: VerdictKind): Promise<void> {
    this.#kinds = this.#kinds.includes(kind)
      ? this.#kinds.filter((other) => other !== kind)
      : [...this.#kinds, kind];
    return this.look();
  }

  toggleLastDay(): Promise<void> {
    this.#isLastDay = !this.#isLastDay;
    return this.look();
  }

  narrow(how: Partial<HowScanned>): Promise<void> {
    this.#how = { ...this.#how, ...how };
    return this.look();
  }

  /** @param code '' for any code */
  search(code: string): Promise<void> {
    this.#code = code;
    return this.look();
  }

  #filterNow(now: number): HistoryFilter {
    return {
      kinds: this.#kinds,
      basis: this.#how.basis,
      source: this.#how.source,
      uploads: this.#how.upload === null ? [] : [this.#how.upload],
      from: this.#isLastDay ? now - DAY : null,
      until: null,
      code: this.#code === '' ? null : this.#code,
    };
  }

  async #ask(before: number | null): Promise<void> {
    const question = ++this.#question;
    this.#isAsking = true;
    const answer = await this.#kiosk.withPin.history({ filter: this.#filter, before });
    // The filter was changed meanwhile.
    if (question !== this.#question) return;
    this.#isAsking = false;
    this.#failure = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    this.#entries = [...this.#entries, ...answer.value.entries];
    this.#last = answer.value;
  }
}
