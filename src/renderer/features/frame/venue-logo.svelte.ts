import type { CallFailure } from '#shared/ipc/kiosk-api.ts';
import type { Result } from '#shared/result.ts';

type Ask = () => Promise<Result<string | null, CallFailure>>;

/** The venue's logo: fetched once, and again when the state has another one. */
export class VenueLogo {
  readonly #ask: Ask;
  #mark: string | null = null;
  #url = $state.raw<string | null>(null);

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** A data URL; null: there is none, or it has not come yet. */
  get url(): string | null {
    return this.#url;
  }

  /** @param mark identifies a logo; null: there is none */
  async follow(mark: string | null): Promise<void> {
    if (mark === this.#mark) return;
    this.#mark = mark;
    const answer = mark === null ? null : await this.#ask();
    // It may have been replaced meanwhile.
    if (mark === this.#mark) this.#url = answer?.ok ? answer.value : null;
  }
}
