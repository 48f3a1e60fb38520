import { scannableTicket, validTickets, type ScanFilter } from '#shared/api/index.ts';
import { scanningReader, type Reading } from '#main/platform/ticketing/reading.ts';
import type { SnapshotTicket } from './model.ts';
import { JsonSplitter } from './json-splitter.ts';

/** The most bytes of a ticket or another member; tickets have less than a thousand. */
const LONGEST_PIECE = 256 * 1024;

const headSchema = validTickets.lenient.omit({ tickets: true });
const readHead = scanningReader(headSchema);
/** The members that are kept until the end; the kiosk does not use others. */
const HEAD_MEMBERS: ReadonlySet<string> = new Set(Object.keys(headSchema.shape));
const TICKETS = 'tickets';

/** The result of reading a whole download. */
export type DownloadReading = Reading<null>;

const unreadable = (at: string): DownloadReading => ({ type: 'unreadable', at });

/**
 * Reads the answer of cache/validTickets (spec 2.10) as it arrives. A ticket that cannot be read is
 * counted and left out. Any other deviation from the spec invalidates the whole download, because
 * it may be of something else or incomplete.
 */
export class TicketReader {
  readonly #filter: ScanFilter;
  readonly #add: (ticket: SnapshotTicket) => void;
  readonly #splitter: JsonSplitter;
  readonly #head = new Map<string, string>();
  #spoilt: string | null = null;
  #elements = 0;
  #skipped = 0;

  /**
   * @param filter what was requested
   * @param add called with every ticket that can be read
   */
  constructor(filter: ScanFilter, add: (ticket: SnapshotTicket) => void) {
    this.#filter = filter;
    this.#add = add;
    this.#splitter = new JsonSplitter(TICKETS, LONGEST_PIECE, {
      member: (name, json) => this.#member(name, json),
      element: (json) => this.#element(json),
    });
  }

  /** The number of tickets that could not be read. */
  get skipped(): number {
    return this.#skipped;
  }

  /**
   * Processes the next bytes. Returns false if the download is invalid and need not be continued.
   */
  write(chunk: Buffer): boolean {
    if (this.#spoilt === null && !this.#splitter.write(chunk)) this.#spoil('not JSON');
    return this.#spoilt === null;
  }

  /** Called when the download has ended; returns its result. */
  end(): DownloadReading {
    if (this.#spoilt !== null) return unreadable(this.#spoilt);
    if (!this.#splitter.end()) return unreadable('not JSON, or not whole');
    const head = readHead(this.#headText(), 200);
    if (head.type !== 'value') return head;
    const at = this.#mistake(head.value);
    return at === null ? { ...head, value: null } : unreadable(at);
  }

  #member(name: string, json: string | null): void {
    if (json === null) {
      if (HEAD_MEMBERS.has(name)) this.#spoil(`${name} (too long)`);
    } else if (parse(json) === undefined) {
      this.#spoil('not JSON');
    } else if (this.#head.has(name)) {
      this.#spoil(`${name} (twice)`);
    } else if (HEAD_MEMBERS.has(name) || name === TICKETS) {
      this.#head.set(name, json);
    }
  }

  #element(json: string | null): void {
    if (this.#spoilt !== null) return;
    this.#elements += 1;
    const value = json === null ? null : parse(json);
    if (value === undefined) {
      this.#spoil('not JSON');
      return;
    }
    const ticket = scannableTicket.lenient.safeParse(value);
    if (ticket.success) this.#add(ticket.data);
    else this.#skipped += 1;
  }

  /** What is wrong with a download that reports success; null if nothing is. */
  #mistake(head: { readonly [Member in keyof ScanFilter]?: number | null }): string | null {
    if (!this.#splitter.arraySeen || this.#head.has(TICKETS)) return TICKETS;
    // A platform may name the production of the performance that it was asked for.
    const compared = ['clientId', 'performanceId', 'productionId'] as const;
    const { performanceId } = this.#filter;
    for (const member of performanceId === undefined ? compared : compared.slice(0, 2)) {
      const answered = head[member] ?? null;
      if (answered !== null && answered !== this.#filter[member]) return `${member} (another)`;
    }
    // A single ticket may be invalid. If all are, the platform has changed, and an empty snapshot
    // would turn everybody away.
    if (this.#elements > 0 && this.#skipped === this.#elements) return `${TICKETS} (all)`;
    return null;
  }

  #headText(): string {
    const members = [...this.#head].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
    return `{${members.join(',')}}`;
  }

  #spoil(at: string): void {
    this.#spoilt ??= at;
  }
}

/** Undefined if it is not JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
