import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';
import { failureWords, fileFaultWords } from '#renderer/features/entrances/entrance-file-words.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { EntranceTrial } from '#shared/model/entrance-trial.ts';

/** What somebody works on before it is saved: the list of entrances, and what a trial of it has shown. */
export class EntrancesDraft {
  readonly #kiosk: Kiosk;
  #saved = $state.raw<readonly Entrance[] | null>(null);
  #list = $state.raw<readonly Entrance[]>([]);
  #trial = $state.raw<EntranceTrial | null>(null);
  #isWorking = $state(false);
  #said = $state('');
  /** What went wrong, a line each; empty: nothing. */
  #troubles = $state.raw<readonly string[]>([]);
  readonly #isChanged = $derived(JSON.stringify(this.#saved ?? []) !== JSON.stringify(this.#list));

  constructor(kiosk: Kiosk) {
    this.#kiosk = kiosk;
  }

  /** Null until the kiosk has told it. */
  get saved(): readonly Entrance[] | null {
    return this.#saved;
  }

  get list(): readonly Entrance[] {
    return this.#list;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Where the tickets here would go; null: nobody has asked since the last change. */
  get trial(): EntranceTrial | null {
    return this.#trial;
  }

  get said(): string {
    return this.#said;
  }

  get troubles(): readonly string[] {
    return this.#troubles;
  }

  async load(): Promise<void> {
    const answer = await this.#kiosk.withPin.entrances(null);
    if (!answer.ok) {
      this.#fail([failureWords(answer.error)]);
      return;
    }
    this.#saved = answer.value;
    this.#become(answer.value, '');
  }

  /** Replaces an entrance by its place; null removes it. A place after the last adds it. */
  put(place: number, entrance: Entrance | null): void {
    const others = this.#list.toSpliced(place, 1, ...(entrance === null ? [] : [entrance]));
    this.#become(others, '');
  }

  discard(): void {
    this.#become(this.#saved ?? [], '');
  }

  async import(file: Blob): Promise<void> {
    await this.#work(async () => {
      const content = await inBase64(file);
      const answer = await this.#kiosk.withPin.readEntrances({ file: content });
      if (!answer.ok) {
        this.#fail(fileFaultWords(this.#kiosk.format, answer.error));
        return;
      }
      const count = this.#kiosk.format.count(answer.value.length);
      this.#become(answer.value, m.entrances_imported({ count }));
    });
  }

  async try(): Promise<void> {
    await this.#work(async () => {
      this.#troubles = [];
      const answer = await this.#kiosk.withPin.tryEntrances({ entrances: this.#list });
      if (answer.ok) this.#trial = answer.value;
      else this.#fail([failureWords(answer.error)]);
    });
  }

  async save(): Promise<void> {
    await this.#work(async () => {
      const list = this.#list;
      const answer = await this.#kiosk.withPin.useEntrances({ entrances: list });
      if (!answer.ok) {
        this.#fail([failureWords(answer.error)]);
        return;
      }
      this.#saved = list;
      [this.#said, this.#troubles] = [m.entrances_saved(), []];
    });
  }

  async #work(work: () => Promise<void>): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    await work();
    this.#isWorking = false;
  }

  #become(list: readonly Entrance[], said: string): void {
    this.#list = list;
    [this.#trial, this.#said, this.#troubles] = [null, said, []];
  }

  #fail(troubles: readonly string[]): void {
    [this.#said, this.#troubles] = ['', troubles];
  }
}

/** Empty where it cannot be read. */
function inBase64(file: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('loadend', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  });
}
