import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { z } from 'zod';
import type { Environment } from '../host/command-line.ts';

/** The environment that systemd gives to a service with a watchdog. */
const watchedSchema = z.object({
  NOTIFY_SOCKET: z.string().min(1),
  /** The watchdog's limit: systemd restarts the kiosk after so many microseconds without a message. */
  WATCHDOG_USEC: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
});

export interface ServiceManagerParts {
  readonly env: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tells the service manager, in the words of sd_notify(3). */
  readonly tell: (what: string) => Promise<void>;
}

/**
 * Tells systemd, if it started the kiosk, that the kiosk is ready, and then regularly that it is alive.
 * Both are sent only when the page has just answered, so that systemd also notices a page that hangs. Does
 * nothing elsewhere.
 */
export class ServiceManager {
  readonly #parts: ServiceManagerParts;
  readonly #isThere: boolean;
  /** In milliseconds; null if there is no watchdog. */
  readonly #interval: number | null;
  /** When it was last told, on the steady clock; null: not ready yet. */
  #toldAt: number | null = null;
  #isStopping = false;

  constructor(parts: ServiceManagerParts) {
    this.#parts = parts;
    const watched = watchedSchema.safeParse(parts.env).data;
    this.#isThere = watched !== undefined;
    const limit = watched?.WATCHDOG_USEC;
    // Half of it, as sd_watchdog_enabled(3) has it.
    this.#interval = limit === undefined ? null : limit / 1000 / 2;
  }

  /** Called often, whenever the page has answered. */
  noteAlive(): void {
    if (!this.#isThere || this.#isStopping) return;
    const now = this.#parts.clock.steady();
    if (this.#toldAt === null) void this.#tell('READY=1');
    else if (this.#interval === null || now - this.#toldAt < this.#interval) return;
    else void this.#tell('WATCHDOG=1');
    this.#toldAt = now;
  }

  /** Tells that the kiosk ends. */
  stopping(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#isThere) void this.#tell('STOPPING=1');
  }

  async #tell(what: string): Promise<void> {
    const { tell, logger } = this.#parts;
    try {
      await tell(what);
    } catch (error) {
      logger.error('systemd was not told', { what, ...errorFact(error) });
    }
  }
}
