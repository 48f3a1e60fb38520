import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn, setTimeout as realTime } from 'node:timers/promises';
import { FakeClock } from '#tests/support/fake-clock.ts';

/** So many turns of the event loop without anything under way, and all that can happen has happened. */
const CALM = 4;
/** After so many turns of waiting, others get the processor, too. */
const SPINS = 25;
/** The longest that something may take in real time, in milliseconds. */
const PATIENCE = 60_000;
/** After so long in real time, what is at work may itself wait for time: as the programme gives way to guests. */
const SUSPECT = 500;
/** The longest that it may take in the evening's. */
const LONGEST = 10 * 60_000;
/** In such steps time passes while somebody waits for something. */
const STEP = 250;

/** Like the system's, its time is in whole milliseconds. */
export class WholeClock extends FakeClock {
  override after(ms: number, wake: () => void): () => void {
    return super.after(Math.ceil(ms), wake);
  }
}

export interface VirtualTimePorts {
  readonly clock: FakeClock;
  /** Where requests may wait for what time alone brings. */
  readonly baseUrl: string;
  /** Whether one that is sent now may. */
  readonly mayWait: () => boolean;
  /** What goes on that needs real time, and no network; null: nothing. */
  readonly atWork: () => string | null;
  /** Tells the platform what time it will be in so many milliseconds. */
  readonly tellTime: (ahead: number) => Promise<void>;
}

/**
 * The evening's time. It stands still while something goes on that takes real time, such as a request
 * or the building of a snapshot, and then leaps to when somebody is woken next.
 */
export class VirtualTime {
  readonly #ports: VirtualTimePorts;
  readonly #underway = new Map<object, { readonly waits: boolean }>();

  constructor(ports: VirtualTimePorts) {
    this.#ports = ports;
    const over = (message: unknown) => {
      this.#underway.delete(requestOf(message));
    };
    subscribe('undici:request:create', (message) => {
      const request = requestOf(message);
      const waits = 'origin' in request && request.origin === ports.baseUrl && ports.mayWait();
      this.#underway.set(request, { waits });
    });
    subscribe('undici:request:trailers', over);
    subscribe('undici:request:error', over);
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    const { clock } = this.#ports;
    const end = clock.steady() + Math.ceil(ms);
    await this.quiet();
    while (clock.steady() < end) {
      await this.#advance(Math.min(clock.untilNext(), end - clock.steady()));
      await this.quiet();
    }
  }

  /** Lets time pass until something is done. */
  async until<T>(work: Promise<T> | T): Promise<T> {
    const { clock } = this.#ports;
    const end = clock.steady() + LONGEST;
    const progress = { isDone: false };
    const done = Promise.resolve(work).finally(() => (progress.isDone = true));
    done.catch(() => undefined);
    await this.quiet();
    while (!progress.isDone) {
      if (clock.steady() > end) throw new Error('something does not come to its end');
      await this.pass(STEP);
    }
    return done;
  }

  /** Lets time pass twice as fast as really, until something is done that has its own time. */
  async slowlyUntil<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    const done = work.finally(() => (progress.isDone = true));
    done.catch(() => undefined);
    while (!progress.isDone) {
      await realTime(10);
      await this.#advance(20);
    }
    return done;
  }

  /** Waits until nothing goes on any more without time or people. */
  async quiet(): Promise<void> {
    const began = performance.now();
    for (let calm = 0, turns = 0; calm < CALM; turns += 1) {
      const took = performance.now() - began;
      if (took > PATIENCE) {
        const what = this.#ports.atWork() ?? `${this.#underway.size} requests are under way`;
        throw new Error(`the kiosk does not come to rest: ${what}`);
      }
      if (took > SUSPECT && this.#underway.size === 0) await this.#advance(1);
      if (turns % SPINS === SPINS - 1) await realTime(1);
      else await nextTurn();
      calm = this.#isBusy() ? 0 : calm + 1;
    }
  }

  /** The platform is told first: what time brings may ask it something. */
  async #advance(ms: number): Promise<void> {
    await this.#ports.tellTime(ms);
    await this.#ports.clock.advance(ms);
  }

  #isBusy(): boolean {
    if ([...this.#underway.values()].some(({ waits }) => !waits)) return true;
    return !this.#someWait() && this.#ports.atWork() !== null;
  }

  #someWait(): boolean {
    return [...this.#underway.values()].some(({ waits }) => waits);
  }
}

/** The request that undici speaks of: the same object until it is over. */
function requestOf(message: unknown): object {
  const isAbout = typeof message === 'object' && message !== null && 'request' in message;
  if (isAbout && typeof message.request === 'object' && message.request !== null) {
    return message.request;
  }
  throw new Error('undici speaks of something else');
}
