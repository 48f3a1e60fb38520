import { WorkerClient } from '#main/base/worker-client.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import type { Findings, SearchCalls } from './search-calls.ts';

/** The state of the thread. */
export type SearchStage = 'reading' | 'ready' | 'ended';

interface Waiting {
  readonly query: string;
  /**
   * Called with the findings; with null if a newer query has replaced this one, or the thread has
   * ended.
   */
  readonly answer: (findings: Findings | null) => void;
}

/** The most tickets returned: nobody reads more. */
const MOST_TICKETS = 50;
/** The thread's JavaScript heap, in MB: a million tickets need half of it. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 512 };

/**
 * The main process's side of the thread that searches one snapshot. The thread works on one query
 * at a time.
 */
export class Search {
  readonly file: SnapshotFile;
  readonly #client: WorkerClient<SearchCalls, number>;
  readonly #onChange: () => void;
  #stage: SearchStage = 'reading';
  #read = 0;
  #asked: Waiting | null = null;
  /** The query to send next; a newer one replaces it. */
  #next: Waiting | null = null;

  /** @param entry the thread's module: kiosk/ticket-worker.ts, or what was built from it */
  constructor(entry: string | URL, file: SnapshotFile, onChange: () => void) {
    this.file = file;
    this.#onChange = onChange;
    this.#client = new WorkerClient(entry, {
      heap: LARGEST_HEAP,
      onProgress: (tickets) => {
        this.#read = tickets;
        onChange();
      },
    });
    void this.#client.ended.then(() => this.#become('ended'));
    void this.#readSnapshot();
  }

  get stage(): SearchStage {
    return this.#stage;
  }

  /** How many tickets the thread has read so far. */
  get read(): number {
    return this.#read;
  }

  /** Resolves with the findings; with null if a newer query has come, or the thread has ended. */
  find(query: string): Promise<Findings | null> {
    return new Promise((answer) => {
      this.#next?.answer(null);
      this.#next = { query, answer };
      this.#askNext();
    });
  }

  /** Terminates the thread; nobody hears of it any more. */
  end(): void {
    this.#client.cancel();
    this.#become('ended');
  }

  async #readSnapshot(): Promise<void> {
    const { path, keys } = this.file;
    if ((await this.#client.call('readSnapshot', { path, keys })) !== true) {
      this.end();
      return;
    }
    this.#become('ready');
    this.#askNext();
  }

  #askNext(): void {
    if (this.#stage === 'ended') this.#giveUp();
    if (this.#stage !== 'ready' || this.#asked !== null || this.#next === null) return;
    this.#asked = this.#next;
    this.#next = null;
    void this.#ask(this.#asked);
  }

  async #ask(asked: Waiting): Promise<void> {
    const found = await this.#client.call('find', { query: asked.query, most: MOST_TICKETS });
    if (this.#asked !== asked) return;
    if (found === null) {
      this.end();
      return;
    }
    this.#asked = null;
    // The earlier query is answered immediately, without waiting for the later one; but if there is a later
    // one, the earlier findings are outdated.
    asked.answer(this.#next === null ? found : null);
    this.#askNext();
  }

  #become(stage: SearchStage): void {
    if (this.#stage === 'ended') return;
    this.#stage = stage;
    if (stage === 'ended') this.#giveUp();
    this.#onChange();
  }

  #giveUp(): void {
    this.#asked?.answer(null);
    this.#next?.answer(null);
    this.#asked = null;
    this.#next = null;
  }
}
