import type { Language } from '#shared/model/settings.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';

/** After so many refusals in a row help is offered. */
const OFFERS_HELP_AFTER = 3;
/** After so many codes in a row that could not be read it may be the phone's screen. */
const TOO_DARK_AFTER = 2;

/** After these a guest still stands there. */
const REFUSALS: readonly VerdictKind[] = ['reject', 'duplicate', 'undecided'];

/** What is known of the guest who stands at the kiosk now. None of it lasts longer than they stay. */
export class Visit {
  #language = $state<Language | null>(null);
  /** The verdict that the guest who chose a language has got, by its entry; null: none yet. */
  #answered: string | null = null;
  /** It was no way on: whoever got it stands there still, and may look for help. */
  #isRefused = false;
  /** Their verdict stands no more. */
  #isAfter = false;
  #refusals = $state(0);
  #misses = $state(0);

  /** The language that they have chosen; null: none. */
  get language(): Language | null {
    return this.#language;
  }

  /** They were refused so often that somebody should come. */
  get needsHelp(): boolean {
    return this.#refusals >= OFFERS_HELP_AFTER;
  }

  /** Codes were held there that could not be read, more than once. */
  get isHardToRead(): boolean {
    return this.#misses >= TOO_DARK_AFTER;
  }

  /**
   * They choose a language.
   *
   * @param shown the verdict that stands on the screen, by its entry: theirs; null: none
   */
  speak(language: Language, shown: string | null): void {
    this.#language = language;
    this.#answered = shown;
  }

  /** A verdict has come: for the guest who stands there, or for the next one. */
  verdict({ kind, basis, entryId }: Pick<Verdict, 'kind' | 'basis' | 'entryId'>): void {
    this.#misses = 0;
    this.#isRefused = REFUSALS.includes(kind);
    this.#isAfter = false;
    // The verdict that stands there, read once more, is no further refusal.
    if (!this.#isRefused) this.#refusals = 0;
    else if (basis !== 'repeat') this.#refusals += 1;
    if (this.#answered !== null && this.#answered !== entryId) this.#language = null;
    this.#answered = entryId;
  }

  /** The verdict has left the screen, and with it whoever has been let on. */
  verdictGone(): void {
    if (this.#answered !== null && !this.#isRefused) this.#language = null;
    this.#isAfter = true;
  }

  /** A code could not be read. After a verdict it may be the next guest's. */
  missed(): void {
    this.#misses += 1;
    if (this.#answered !== null && this.#isAfter) this.#language = null;
  }

  /** Nobody is there any more. */
  end(): void {
    this.#language = null;
    this.#isRefused = false;
    this.#isAfter = false;
    this.#refusals = 0;
    this.#misses = 0;
  }
}
