import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type {
  AdmitFoundFailure,
  FindFailure,
  FoundTicket,
  FoundTickets,
} from '#shared/model/find.ts';
import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** Looking for a ticket: what was typed, what was found, and which one is meant. */
export class Find {
  readonly #kiosk: Pick<Kiosk, 'calls' | 'admitFound'>;
  readonly #asked = new Asked<FoundTickets, FindFailure>();
  #query = $state('');
  /** What was looked for when the last answer came. */
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

  /** What was looked for when the last answer came. */
  get answered(): string {
    return this.#answered;
  }

  /** What was found last; null: nothing was looked for yet. */
  get found(): FoundTickets | null {
    return this.#asked.value;
  }

  /** Why the search or the admission failed; null: it did not. */
  get failure(): FindFailure | AdmitFoundFailure | CallFailure | null {
    return this.#notAdmitted ?? this.#asked.failure;
  }

  /** The ticket that a press of Enter means, by its place in the list. */
  get marked(): number {
    return this.#marked;
  }

  /** The ticket that is looked at before it is scanned. */
  get chosen(): FoundTicket | null {
    return this.#chosen;
  }

  /** An input method makes letters of several keys: nothing is looked for until they stand. */
  compose(on: boolean): void {
    this.#isComposing = on;
    if (!on) this.look();
  }

  /** Asks, or asks again: the snapshot may be another one. */
  look(): void {
    if (this.#isComposing) return;
    const query = this.#query;
    const asked = this.#asked.ask(this.#kiosk.calls.findTickets({ query }));
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
    // What is listed may be for fewer letters than were typed.
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
