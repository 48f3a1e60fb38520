import { SCRIPT_CODES, type Script } from '#shared/model/script.ts';
import type { SnapshotTicket } from './model.ts';

/** The Latin letters that the kiosk's own fonts have: not those of Vietnamese or Yoruba, nor all of Esperanto. */
const OWN_LATIN = String.raw`[\u0041-\u005a\u0061-\u007a\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126-\u0127\u012a-\u012b\u012e-\u0133\u0136-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0165\u016a-\u017e\u0192\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3]`;

/** Nearly all names have these letters alone. */
const ONLY_OWN = new RegExp(String.raw`^[\p{ASCII}${OWN_LATIN}]*$`, 'v');

/** What is written alike in all scripts: an apostrophe, a picture. */
const OF_NO_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** In which scripts guests' names are written, so that a kiosk can say beforehand for which it has no letters. */
export class ScriptsOfNames {
  readonly #found = new Set<Script>();
  /** The letters that were looked up: among a million names there are a few thousand. */
  readonly #known = new Set<string>();

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

  #look(name: string | null): void {
    if (name === null) return;
    // A letter and its accent may come one by one, and are shown as one.
    const whole = name.normalize('NFC');
    if (ONLY_OWN.test(whole)) return;
    for (const letter of whole) {
      if (this.#known.has(letter)) continue;
      this.#known.add(letter);
      if (OF_NO_SCRIPT.test(letter)) continue;
      const script = SCRIPT_CODES.find((code) => lettersOf(code).test(letter));
      if (script !== undefined) this.#found.add(script);
    }
  }
}

const LETTERS = new Map<Script, RegExp>();

/** Finds a letter of this script; compiled once, and only where a name is not in the kiosk's own letters. */
function lettersOf(script: Script): RegExp {
  const known = LETTERS.get(script);
  if (known !== undefined) return known;
  const all = `\\p{Script=${script}}`;
  const letters = new RegExp(script === 'Latn' ? `[${all}--${OWN_LATIN}]` : all, 'v');
  LETTERS.set(script, letters);
  return letters;
}
