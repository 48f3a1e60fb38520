import { Worker } from 'node:worker_threads';
import { onMessage } from '#main/base/on-message.ts';
import { ThreadEnd } from '#main/base/thread-end.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { assertNever } from '#shared/assert-never.ts';
import {
  searchWordSchema,
  type SearchOrder,
  type SearchQuery,
  type SearchWord,
} from './messages.ts';

/** What a query has found. */
export interface Findings {
  /** The number of all matching tickets. */
  readonly total: number;
  /** The best matches, best first. */
  readonly tickets: readonly SnapshotTicket[];
}

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
  readonly #worker: Worker;
  readonly #threadEnd: ThreadEnd;
  readonly #onChange: () => void;
  #stage: SearchStage = 'reading';
  #read = 0;
  #asked: Waiting | null = null;
  /** The query to send next; a newer one replaces it. */
  #next: Waiting | null = null;

  /** @param entry the thread's module: search-worker.ts, or what was built from it */
  constructor(entry: string | URL, file: SnapshotFile, onChange: () => void) {
    this.file = file;
    this.#onChange = onChange;
    const order: SearchOrder = { path: file.path, keys: file.keys };
    this.#worker = new Worker(entry, { workerData: order, resourceLimits: LARGEST_HEAP });
    this.#threadEnd = new ThreadEnd(this.#worker);
    onMessage(
      this.#worker,
      searchWordSchema,
      (word) => this.#hear(word),
      () => this.end(),
    );
    // Its message may quote data, so it is ignored; `exit` follows.
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => this.#become('ended'));
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
    this.#threadEnd.now();
    this.#become('ended');
  }

  #askNext(): void {
    if (this.#stage === 'ended') this.#giveUp();
    if (this.#stage !== 'ready' || this.#asked !== null || this.#next === null) return;
    this.#asked = this.#next;
    this.#next = null;
    const asked: SearchQuery = { query: this.#asked.query, most: MOST_TICKETS };
    this.#worker.postMessage(asked);
  }

  #hear(word: SearchWord): void {
    switch (word.type) {
      case 'loaded':
        this.#threadEnd.noteLoaded();
        return;
      case 'read':
        this.#read = word.tickets;
        this.#onChange();
        return;
      case 'ready':
        this.#become('ready');
        this.#askNext();
        return;
      case 'unreadable':
        this.end();
        return;
      case 'found': {
        const asked = this.#asked;
        this.#asked = null;
        // The earlier query is answered at once, without waiting for the later one; but if there is
        // a later one, the earlier findings are outdated.
        asked?.answer(this.#next === null ? word : null);
        this.#askNext();
        return;
      }
      default:
        assertNever(word);
    }
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
