import { Worker } from 'node:worker_threads';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { assertNever } from '#shared/assert-never.ts';
import { searchWordSchema, type SearchOrder, type SearchQuery } from './messages.ts';

/** What a query has found. */
export interface Findings {
  /** Of all that fit. */
  readonly total: number;
  /** The best first. */
  readonly tickets: readonly SnapshotTicket[];
}

/** How far the thread is. */
export type SearchStage = 'reading' | 'ready' | 'ended';

interface Waiting {
  readonly query: string;
  /** Null: there is a newer query, or the thread has ended. */
  readonly answer: (findings: Findings | null) => void;
}

/** The most results of a query: nobody reads more. */
const MOST_TICKETS = 50;
/** The thread's JavaScript heap, in MB: a million tickets need half of it. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 512 };

/** The thread that searches one snapshot, as main sees it. One query at a time is with it. */
export class Search {
  readonly file: SnapshotFile;
  readonly #worker: Worker;
  readonly #onChange: () => void;
  #stage: SearchStage = 'reading';
  #read = 0;
  #asked: Waiting | null = null;
  /** What is asked next; a newer query takes its place. */
  #next: Waiting | null = null;

  /** @param entry the thread's module: search-worker.ts, or what was built from it */
  constructor(entry: string | URL, file: SnapshotFile, onChange: () => void) {
    this.file = file;
    this.#onChange = onChange;
    const order: SearchOrder = { path: file.path, keys: file.keys };
    this.#worker = new Worker(entry, { workerData: order, resourceLimits: LARGEST_HEAP });
    this.#worker.on('message', (message) => this.#hear(message));
    // Its message may hold what it was reading; `exit` follows.
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => this.#become('ended'));
  }

  get stage(): SearchStage {
    return this.#stage;
  }

  /** How many tickets it has read. */
  get read(): number {
    return this.#read;
  }

  /** Null: a newer query has come, or the thread has ended. */
  find(query: string): Promise<Findings | null> {
    return new Promise((answer) => {
      this.#next?.answer(null);
      this.#next = { query, answer };
      this.#askNext();
    });
  }

  /** Ends the thread, wherever it is. */
  end(): void {
    void this.#worker.terminate();
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

  #hear(message: unknown): void {
    const word = searchWordSchema.parse(message);
    switch (word.type) {
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
        // An older query gets null at once, because only the answer to the newest counts.
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
