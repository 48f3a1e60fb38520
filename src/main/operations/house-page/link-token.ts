import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { isSameSecret } from '#main/base/same-secret.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';

/** So many that nobody guesses them; few enough for a QR code that a phone reads off any screen. */
const BYTES = 16;

const keptSchema = z.object({ token: z.string() });

/** The secret in the link to the page of the house: sealed on the disk, so that the link outlives a restart. */
export class LinkToken {
  readonly #file: SealedFile;
  readonly #logger: Logger;
  /** Null: nobody has asked for a link yet, so no page is there. */
  #token: string | null;

  constructor(file: SealedFile, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
    this.#token = keptSchema.safeParse(file.load()).data?.token ?? null;
  }

  /** Returns the token; makes it when it is first asked for. */
  get(): string {
    return this.#token ?? this.renew();
  }

  /** Puts another one in its place: the link with the old one leads nowhere from now on. */
  renew(): string {
    const token = randomBytes(BYTES).toString('base64url');
    this.#token = token;
    try {
      this.#file.save({ token });
    } catch (error) {
      // It counts until the kiosk ends. The old one must not come back with the next start.
      this.#logger.error('the link to the house could not be written', errorFact(error));
      this.#file.clear();
    }
    return token;
  }

  opens(given: string): boolean {
    return this.#token !== null && isSameSecret(given, this.#token);
  }
}
