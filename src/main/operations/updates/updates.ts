import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type {
  UpdateFailure,
  UpdateObstacle,
  UpdateRefusal,
  UpdateState,
} from '#shared/model/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { hourIn } from '#shared/zone-time.ts';
import type { FeedFailure, Offer } from './feed.ts';
import type { UpdateInstaller } from './installer.ts';
import { UPDATE_TIMINGS, type UpdateTimings } from './timings.ts';

/** The operator's settings of updates. */
export interface UpdateSettings {
  readonly feed: string | null;
  /**
   * The hour of the day in which updates are installed without being asked; null: only when the operator
   * asks.
   */
  readonly hour: number | null;
  readonly timeZone: string;
}

export interface UpdatesPorts {
  readonly installer: UpdateInstaller;
  /** Whether this package has a key to verify feeds by; without one no feed is asked. */
  readonly hasKey: boolean;
  readonly readFeed: (feed: string, signal: AbortSignal) => Promise<Result<Offer, FeedFailure>>;
  /** The most likely time, in milliseconds since the epoch, for what expires. */
  readonly now: () => number;
  readonly settings: () => UpdateSettings;
  /** The schema of this kiosk's ledger: a version that cannot read it is not installed. */
  readonly ledgerSchema: () => number;
  /** Returns what keeps an update from being installed now, whether or not the operator asks. */
  readonly obstacle: (unattended: boolean) => UpdateObstacle | null;
  /** Ends the kiosk cleanly, and then runs a function in the remaining process. */
  readonly endThen: (last: () => void) => void;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly timings?: UpdateTimings;
}

/**
 * Looks for newer versions in the background, downloads them, and installs them when nobody has to wait for
 * it: in the set hour, or when the operator asks.
 */
export class Updates {
  readonly #ports: UpdatesPorts;
  readonly #timings: UpdateTimings;
  readonly #listeners = new Set<() => void>();
  #state: UpdateState = { type: 'none' };
  #feed: string | null = null;
  /** When the offer that is ready expires, in milliseconds since the epoch. */
  #readyUntil = 0;
  #looking: Promise<void> | null = null;
  #preparing: Promise<Result<null, UpdateFailure>> | null = null;
  /** Aborted when the feed changes. */
  #round = new AbortController();
  #callOffLook: () => void = () => undefined;
  #callOffMoment: () => void = () => undefined;

  constructor(ports: UpdatesPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? UPDATE_TIMINGS;
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** Calls the listener when the state has changed; returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when the settings may have changed, and at the start. */
  follow(): void {
    if (!this.#ports.hasKey) {
      this.#state = { type: 'no-key' };
      return;
    }
    const { feed } = this.#ports.settings();
    if (feed === this.#feed) return;
    this.stop();
    this.#round = new AbortController();
    this.#feed = feed;
    this.#become(feed === null ? { type: 'none' } : { type: 'current', lookedAt: null });
    if (feed !== null) this.#lookAfter(this.#timings.firstLook);
  }

  /** Checks the feed now. Resolves when the result is known, and any download has ended. */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Installs the version that is ready, because the operator asks. */
  install(): Promise<Result<null, UpdateRefusal>> {
    return this.#install(false);
  }

  /** Stops all timers. */
  stop(): void {
    this.#round.abort();
    this.#callOffLook();
    this.#callOffMoment();
  }

  async #lookNow(): Promise<void> {
    const { installer, logger } = this.#ports;
    const { signal } = this.#round;
    const feed = this.#feed;
    if (feed === null || signal.aborted || this.#state.type === 'installing') return;
    this.#callOffLook();
    const before = this.#state;
    this.#become({ type: 'looking' });
    let found: UpdateState;
    try {
      found = await this.#find(feed, signal);
    } catch (error) {
      logger.error('looking for updates failed in an unforeseen way', errorFact(error));
      found = this.#failed('not-a-feed', null);
    }
    if (this.#isOver(signal)) return;
    if (found.type === 'failed') logger.warn('no update', { reason: found.reason });
    // A version that is downloaded stays ready, whatever the feed says now.
    const isKept = found.type === 'failed' && found.version === null && before.type === 'ready';
    this.#become(isKept ? before : found);
    this.#lookAfter(this.#timings.nextLook);
    if (this.#state.type !== 'ready') return;
    logger.info('an update is ready', { version: this.#state.version });
    if (installer.way === 'by-itself') this.#awaitMoment();
  }

  async #find(feed: string, signal: AbortSignal): Promise<UpdateState> {
    const { installer, readFeed, ledgerSchema, clock } = this.#ports;
    const { way } = installer;
    const read = await readFeed(feed, signal);
    if (!read.ok) return this.#failed(read.error, null);
    const { version, file, ...offer } = read.value;
    if (!(await installer.isFor(read.value))) return { type: 'current', lookedAt: clock.now() };
    if (offer.ledgerSchema < ledgerSchema()) return this.#failed('older-ledger', version);
    if (way === 'by-hand') return { type: 'by-hand', version };
    if (file === null) return this.#failed('not-a-feed', version);
    const downloaded = await this.#download(version, signal);
    this.#readyUntil = offer.expiresAt;
    return downloaded.ok
      ? { type: 'ready', version, way }
      : this.#failed(downloaded.error, version);
  }

  async #download(version: string, round: AbortSignal): Promise<Result<null, UpdateFailure>> {
    const { installer, clock } = this.#ports;
    const stalled = new AbortController();
    const giveUp = () => clock.after(this.#timings.stalled, () => stalled.abort());
    let callOff = giveUp();
    let shown = 0;
    this.#become({ type: 'downloading', version, share: 0 });
    const downloaded = await installer.download(
      (share) => {
        callOff();
        callOff = giveUp();
        const hundredths = Math.floor(share * 100);
        if (round.aborted || hundredths === shown) return;
        shown = hundredths;
        this.#become({ type: 'downloading', version, share: hundredths / 100 });
      },
      AbortSignal.any([round, stalled.signal]),
    );
    callOff();
    return downloaded;
  }

  async #install(unattended: boolean): Promise<Result<null, UpdateRefusal>> {
    const { installer, obstacle, endThen, logger } = this.#ports;
    const ready = this.#state;
    if (ready.type !== 'ready') return err({ type: 'no-update' });
    if (this.#readyUntil <= this.#ports.now()) {
      this.#become(this.#failed('expired', ready.version));
      return err({ type: 'failed', reason: 'expired' });
    }
    const before = obstacle(unattended);
    if (before !== null) return err({ type: 'not-now', obstacle: before });
    const prepared = await this.#prepare();
    if (this.#state !== ready) return err({ type: 'no-update' });
    if (!prepared.ok) {
      this.#become(this.#failed(prepared.error, ready.version));
      return err({ type: 'failed', reason: prepared.error });
    }
    // There may have been a scan meanwhile.
    const since = obstacle(unattended);
    if (since !== null) return err({ type: 'not-now', obstacle: since });
    this.stop();
    logger.info('an update is installed', { version: ready.version, unattended });
    this.#become({ type: 'installing', version: ready.version });
    endThen(() => installer.install());
    return ok(null);
  }

  /**
   * Callers meanwhile share one preparation: two would write to the same files, and one would install what
   * is half written.
   */
  #prepare(): Promise<Result<null, UpdateFailure>> {
    this.#preparing ??= this.#ports.installer.prepare().finally(() => {
      this.#preparing = null;
    });
    return this.#preparing;
  }

  #lookAfter([least, most]: readonly [number, number]): void {
    const { clock, random } = this.#ports;
    this.#callOffLook();
    this.#callOffLook = clock.after(least + random() * (most - least), () => this.#lookIfQuiet());
  }

  /** Waits while guests are coming, who need the network. */
  #lookIfQuiet(): void {
    const { obstacle } = this.#ports;
    const why = obstacle(true);
    const { moment } = this.#timings;
    if (why === 'busy-door' || why === 'open-scan') this.#lookAfter([moment, moment]);
    else void this.look();
  }

  #awaitMoment(): void {
    const { clock } = this.#ports;
    this.#callOffMoment();
    this.#callOffMoment = clock.after(this.#timings.moment, () => {
      void this.#installIfTime().then(() => {
        if (this.#state.type === 'ready' && !this.#round.signal.aborted) this.#awaitMoment();
      });
    });
  }

  async #installIfTime(): Promise<void> {
    const { settings, clock } = this.#ports;
    const { hour, timeZone } = settings();
    if (hour !== null && hourIn(clock.now(), timeZone) === hour) await this.#install(true);
  }

  #failed(reason: UpdateFailure, version: string | null): UpdateState {
    return { type: 'failed', reason, version, at: this.#ports.clock.now() };
  }

  /** The feed has been changed or removed meanwhile. */
  #isOver(round: AbortSignal): boolean {
    return round.aborted;
  }

  #become(state: UpdateState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
