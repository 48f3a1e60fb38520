import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { Discrepancy, SentAgain } from '#shared/model/discrepancy.ts';
import type { Kiosk } from '#renderer/app/kiosk.svelte.ts';

/** The most that one call takes. */
const IDS_A_CALL = 1000;

type Asking = Pick<Kiosk, 'calls' | 'withPin'>;

/** Whether it can be sent again: it was refused, and its barcode is known. */
export function isSendable({ state, code }: Discrepancy): boolean {
  return state === 'refused' && code !== null;
}

/** The list of scans that the platform does not accept, page by page, newest first. */
export class Discrepancies {
  readonly #kiosk: Asking;
  #listed = $state.raw<readonly Discrepancy[] | null>(null);
  #before = $state.raw<number | null>(null);
  #failure = $state.raw<CallFailure | LedgerTrouble | null>(null);
  #busy = $state(false);
  #question = 0;

  constructor(kiosk: Asking) {
    this.#kiosk = kiosk;
  }

  /** Null: not known yet. */
  get listed(): readonly Discrepancy[] | null {
    return this.#listed;
  }

  /** Whether there are older ones than those listed. */
  get hasMore(): boolean {
    return this.#before !== null;
  }

  /** Why the last thing asked for did not work. */
  get failure(): CallFailure | LedgerTrouble | null {
    return this.#failure;
  }

  /** Some are being acknowledged or sent again. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Reloads the list up to its present length. */
  async refresh(): Promise<void> {
    await this.#list([], null, this.#listed?.length ?? 0);
  }

  /** Loads another page. */
  async more(): Promise<void> {
    const listed = this.#listed ?? [];
    await this.#list(listed, this.#before, listed.length + 1);
  }

  /** Acknowledges some. Returns whether that worked. */
  async acknowledge(ids: readonly string[]): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    this.#failure = null;
    for (let at = 0; at < ids.length && this.#failure === null; at += IDS_A_CALL) {
      const some = ids.slice(at, at + IDS_A_CALL);
      const answer = await this.#kiosk.withPin.acknowledgeDiscrepancies({ ids: some });
      if (answer.ok) this.#takeOff(some);
      else this.#failure = answer.error;
    }
    this.#busy = false;
    if (this.#failure !== null) return false;
    // Others may have come meanwhile, and older ones move up.
    await this.refresh();
    return true;
  }

  /** Sends some again. Returns their outcome; null if that failed. */
  async sendAgain(ids: readonly string[]): Promise<SentAgain | null> {
    if (this.#busy) return null;
    this.#busy = true;
    this.#failure = null;
    let sent: SentAgain | null = null;
    for (let at = 0; at < ids.length && this.#failure === null; at += IDS_A_CALL) {
      const answer = await this.#kiosk.withPin.sendScansAgain({
        ids: ids.slice(at, at + IDS_A_CALL),
      });
      if (answer.ok) sent = sumOf(sent, answer.value);
      else this.#failure = answer.error;
    }
    const failure = this.#failure;
    this.#busy = false;
    await this.refresh();
    this.#failure ??= failure;
    return sent;
  }

  #takeOff(ids: readonly string[]): void {
    // A list that is being loaded still contains them.
    this.#question += 1;
    this.#listed = this.#listed?.filter(({ id }) => !ids.includes(id)) ?? null;
  }

  async #list(first: readonly Discrepancy[], from: number | null, atLeast: number): Promise<void> {
    const question = ++this.#question;
    let listed = first;
    let before = from;
    do {
      const answer = await this.#kiosk.calls.discrepancies({ before });
      if (question !== this.#question) return;
      this.#failure = answer.ok ? null : answer.error;
      if (!answer.ok) return;
      listed = [...listed, ...answer.value.discrepancies];
      before = answer.value.before;
    } while (before !== null && listed.length < atLeast);
    this.#listed = listed;
    this.#before = before;
  }
}

function sumOf(before: SentAgain | null, { recorded, refused, expired, waiting }: SentAgain) {
  return {
    recorded: recorded + (before?.recorded ?? 0),
    refused: refused + (before?.refused ?? 0),
    expired: expired + (before?.expired ?? 0),
    waiting: waiting + (before?.waiting ?? 0),
  };
}
