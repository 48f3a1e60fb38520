import { SCRIPT_CODES, type Script } from '#shared/model/script.ts';
import type { SnapshotTicket } from './model.ts';

/** The Latin letters that the kiosk's own fonts have: not those of Vietnamese or Yoruba, nor all of Esperanto. */
const OWN_LATIN = String.raw`[\u0041-\u005a\u0061-\u007a\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126-\u0127\u012a-\u012b\u012e-\u0133\u0136-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0165\u016a-\u017e\u0192\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3]`;

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
    if (name === null) return;
    // A letter and its accent may come one by one, and are shown as one.
    const whole = name.normalize('NFC');
    if (!this.#notFound.test(whole)) return;
    for (const script of SCRIPT_CODES) if (letterOf([script]).test(whole)) this.#found.add(script);
    this.#notFound = letterOf(SCRIPT_CODES.filter((script) => !this.#found.has(script)));
  }
}

/** Finds a letter of one of these scripts; with none of them, nothing. */
function letterOf(scripts: readonly Script[]): RegExp {
  return new RegExp(`[${scripts.map(lettersOf).join('')}]`, 'v');
}

function lettersOf(script: Script): string {
  const all = `\\p{Script=${script}}`;
  return script === 'Latn' ? `[${all}--${OWN_LATIN}]` : all;
}
