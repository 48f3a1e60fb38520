import { Asked } from '#renderer/lib/asked.svelte.ts';
import type { KioskMethods } from '#shared/ipc/kiosk-api.ts';
import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { Party, PartyFailure, PartyGone } from '#shared/model/party.ts';
import type { ShownVerdict, Verdict } from '#shared/model/verdict.ts';

/** Whoever was let in, and may have come with others. */
export type PartySubject = Pick<ShownVerdict, 'entryId' | 'sequence'>;

/** The rest of a party, as somebody ticks it. What was ticked is kept while the next guests' verdicts cover it. */
export class PartyChoice {
  readonly #calls: Pick<KioskMethods, 'findParty' | 'letInParty'>;
  readonly #asked = new Asked<Party, PartyFailure>();
  #subject = $state.raw<PartySubject | null>(null);
  #ticked = $state.raw<readonly string[]>([]);
  #problem = $state.raw<PartyGone | CallFailure | null>(null);
  #isBusy = $state(false);

  constructor(calls: Pick<KioskMethods, 'findParty' | 'letInParty'>) {
    this.#calls = calls;
  }

  /** Null: nobody's party was asked for. */
  get subject(): PartySubject | null {
    return this.#subject;
  }

  /** Null while it is looked for, or where there is none. */
  get party(): Party | null {
    return this.#asked.value;
  }

  get failure(): PartyFailure | PartyGone | CallFailure | null {
    return this.#problem ?? this.#asked.failure;
  }

  get ticked(): readonly string[] {
    return this.#ticked;
  }

  begin(subject: PartySubject): void {
    this.#subject = subject;
    this.#ticked = [];
    this.#problem = null;
    this.#asked.clear();
  }

  /** Looks for the party, once. */
  look(): void {
    if (this.#subject === null || this.party !== null || this.failure !== null) return;
    void this.#asked.ask(this.#calls.findParty({ entryId: this.#subject.entryId }));
  }

  tick(id: string, on: boolean): void {
    const others = this.#ticked.filter((one) => one !== id);
    this.#ticked = on ? [...others, id] : others;
  }

  /** Lets in those that are ticked. */
  letInTicked(): Promise<void> {
    return this.#letIn(this.#ticked);
  }

  /** Lets in all good ones; only where they are exactly those that are missing. */
  async letInAll(): Promise<void> {
    if (this.party?.isWhole !== true) return;
    await this.#letIn(this.party.tickets.filter(({ isGood }) => isGood).map(({ id }) => id));
  }

  async #letIn(ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || this.#isBusy) return;
    this.#isBusy = true;
    const answer = await this.#calls.letInParty({ ids: [...ids] });
    this.#isBusy = false;
    this.#problem = answer.ok ? null : answer.error;
  }
}

/** Whether a verdict's counters say that more guests belong to its ticket. */
export function mayHaveParty({ kind, ticket }: Pick<Verdict, 'kind' | 'ticket'>): boolean {
  if (kind !== 'admit' || ticket === null) return false;
  const { ticketsScanned, ticketsSold } = ticket;
  return ticketsSold !== null && ticketsSold > Math.max(1, ticketsScanned ?? 0);
}
