import { SCRIPT_CODES, type Script } from '#shared/model/script.ts';
import type { SnapshotTicket } from './model.ts';

/** In which scripts guests' names are written, so that a kiosk can say beforehand for which it has no letters. */
export class ScriptsOfNames {
  readonly #found = new Set<Script>();
  #notFound = letterOf(SCRIPT_CODES);

  add({ orderConsumerName, patron }: Pick<SnapshotTicket, 'orderConsumerName' | 'patron'>): void {
    this.#look(orderConsumerName);
    if (patron === null) return;
    this.#look(patron.firstName);
    this.#look(patron.lastName);
  }

  /** Those that there are, by their codes. */
  all(): readonly Script[] {
    return [...this.#found].toSorted();
  }

  /** One test for all that have not been found yet: among a million names nearly none finds anything. */
  #look(name: string | null): void {
    if (name === null || !this.#notFound.test(name)) return;
    for (const script of SCRIPT_CODES) if (letterOf([script]).test(name)) this.#found.add(script);
    this.#notFound = letterOf(SCRIPT_CODES.filter((script) => !this.#found.has(script)));
  }
}

/** Finds a letter of one of these scripts; with none of them, nothing. */
function letterOf(scripts: readonly Script[]): RegExp {
  return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
}
