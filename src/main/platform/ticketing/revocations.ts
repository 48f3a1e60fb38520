import type { Logger } from '#main/base/ports.ts';
import type { Grant } from './grant.ts';

/** Tokens that are being invalidated in the background. */
export class Revocations {
  readonly #logger: Logger;
  readonly #underway = new Set<Promise<void>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Tells the platform that a token is not needed any more: once, within the time limit of that call. */
  revoke(grant: Pick<Grant, 'client' | 'credentials'>): Promise<void> {
    return this.#track(this.#invalidate(grant));
  }

  /** The same for a token that a pending sign-in may still bring. */
  revokeLate(late: Promise<Grant | null>): void {
    void this.#track(late.then((grant) => (grant === null ? undefined : this.#invalidate(grant))));
  }

  /** Resolves when all those have ended that are pending now. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }

  async #invalidate({ client, credentials }: Pick<Grant, 'client' | 'credentials'>): Promise<void> {
    const result = await client.invalidateToken(credentials);
    if (result.ok) return;
    this.#logger.warn('a token could not be invalidated', { why: result.error.type });
  }

  #track(work: Promise<void>): Promise<void> {
    this.#underway.add(work);
    return work.finally(() => this.#underway.delete(work));
  }
}
