import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type {
  AdmitFoundFailure,
  FindFailure,
  FoundTicket,
  FoundTickets,
} from '#shared/model/find.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** The search for a ticket: the query, the results, and the marked one. */
export class Find {
  readonly #kiosk: Pick<Kiosk, 'calls' | 'admitFound'>;
  readonly #asked = new Asked<FoundTickets, FindFailure>();
  #query = $state('');
  /** The query of the last answer. */
  #answered = $state('');
  #isComposing = false;
  #marked = $state(0);
  #chosen = $state.raw<FoundTicket | null>(null);
  #notAdmitted = $state.raw<AdmitFoundFailure | CallFailure | null>(null);

  constructor(kiosk: Pick<Kiosk, 'calls' | 'admitFound'>) {
    this.#kiosk = kiosk;
  }

  get query(): string {
    return this.#query;
  }

  /** Looks as one types. */
  set query(query: string) {
    this.#query = query;
    this.#marked = 0;
    this.#notAdmitted = null;
    this.look();
  }

  /** The query of the last answer. */
  get answered(): string {
    return this.#answered;
  }

  /** The last results; null: nothing was searched for yet. */
  get found(): FoundTickets | null {
    return this.#asked.value;
  }

  /** Why there was no search, or no scan; null if there is nothing wrong. */
  get failure(): FindFailure | AdmitFoundFailure | CallFailure | null {
    return this.#notAdmitted ?? this.#asked.failure;
  }

  /** The position in the list of the ticket that Enter chooses. */
  get marked(): number {
    return this.#marked;
  }

  /** The ticket that is shown for confirmation before it is scanned. */
  get chosen(): FoundTicket | null {
    return this.#chosen;
  }

  /** Does not search while an input method composes letters. */
  compose(on: boolean): void {
    this.#isComposing = on;
    if (!on) this.look();
  }

  /** Searches. */
  look(): void {
    this.#look('findTickets');
  }

  /** Searches again because the snapshot has changed: no sign that somebody is there. */
  lookAgain(): void {
    this.#look('findTicketsAgain');
  }

  #look(call: 'findTickets' | 'findTicketsAgain'): void {
    if (this.#isComposing) return;
    const query = this.#query;
    const asked = this.#asked.ask(this.#kiosk.calls[call]({ query }));
    void asked.then((counts) => {
      if (counts) this.#answered = query;
    });
  }

  /** Marks the next ticket, or one before. */
  mark(step: 1 | -1): void {
    const last = (this.found?.tickets.length ?? 0) - 1;
    this.#marked = Math.max(0, Math.min(last, this.#marked + step));
  }

  choose(ticket: FoundTicket | null): void {
    this.#chosen = ticket;
  }

  chooseMarked(): void {
    // The results may belong to fewer letters than were typed.
    if (this.#answered !== this.#query) return;
    const ticket = this.found?.tickets[this.#marked];
    if (ticket !== undefined) this.choose(ticket);
  }

  /** Scans the chosen ticket; its verdict comes with the kiosk's state. */
  async admit(): Promise<void> {
    const ticket = this.#chosen;
    if (ticket === null) return;
    this.#chosen = null;
    const answer = await this.#kiosk.admitFound(ticket.id);
    if (!answer.ok) this.#notAdmitted = answer.error;
  }
}
