import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import type { HouseKeys } from './house-keys.ts';

/** How many characters are kept of a hash: 132 bits. */
const LENGTH = 22;

/** Where the doors of a house meet at a broker. Whoever reads the names learns nothing from them. */
export class Topics {
  /** What everybody hears. */
  readonly all: string;
  readonly #root: string;
  readonly #hash: KeyedHash;

  constructor({ topic }: HouseKeys) {
    this.#hash = new KeyedHash(topic);
    this.#root = `usher/${this.#nameOf('house')}`;
    this.all = `${this.#root}/all`;
  }

  /** What is meant for one door alone. */
  to(door: string): string {
    return `${this.#root}/to/${this.#nameOf(`to ${door}`)}`;
  }

  #nameOf(what: string): string {
    // Of base64, a slash would divide a topic, and a plus subscribe to many.
    return this.#hash.of(what).slice(0, LENGTH).replaceAll('/', '_').replaceAll('+', '-');
  }
}
