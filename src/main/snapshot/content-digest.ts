import { createHash } from 'node:crypto';
import type { AboutSnapshot } from './snapshot-format.ts';

/** How many characters are digested together: a call costs more than a ticket. */
const BATCH = 64 * 1024;

/** The facts of a download that are digested with its tickets: by them it proves that a ticket is absent. */
type DigestedFacts = Pick<AboutSnapshot, 'baseUrl' | 'filter' | 'offered' | 'skipped'>;

/**
 * Digests the tickets of a download, in their order. The result is the download's id, which every door that takes the
 * download over computes again: nobody can hand over other tickets under the id that an honest door goes on confirming.
 * Patrons have a digest of their own, because not every door gets them.
 */
export class ContentDigest {
  readonly #tickets = new Digest();
  readonly #patrons = new Digest();
  #patronsDigest: string | null = null;

  /**
   * @param facts the ticket without its patron, on one line
   * @param patron its patron, on one line
   */
  add(facts: string, patron: string): void {
    this.#tickets.add(facts);
    this.#patrons.add(patron);
  }

  /** The digest of the patrons; nothing can be added after. */
  get patrons(): string {
    this.#patronsDigest ??= this.#patrons.end();
    return this.#patronsDigest;
  }

  /**
   * Returns the id of the download; nothing can be added after.
   *
   * @param patrons the digest of its patrons, as this door or, where it has none, the lender has it
   */
  idOf({ baseUrl, filter, offered, skipped }: DigestedFacts, patrons: string): string {
    const { clientId, productionId = null, performanceId = null } = filter;
    const scope = [baseUrl, clientId, productionId, performanceId];
    return createHash('sha256')
      .update(JSON.stringify([...scope, offered, skipped, this.#tickets.end(), patrons]))
      .digest('base64url');
  }
}

/** A digest of lines. */
class Digest {
  readonly #hash = createHash('sha256');
  #lines = '';

  add(line: string): void {
    this.#lines += `${line}\n`;
    if (this.#lines.length < BATCH) return;
    this.#hash.update(this.#lines);
    this.#lines = '';
  }

  end(): string {
    return this.#hash.update(this.#lines).digest('base64url');
  }
}
