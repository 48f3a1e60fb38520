import type { Clock, Logger } from '#main/base/ports.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_METRICS, type MetricsState } from '#shared/model/metrics.ts';
import type { DoorClock } from './door-gauges.ts';
import { openEndpoint, type Endpoint, type FindPage } from './endpoint.ts';
import { KioskMetrics } from './kiosk-metrics.ts';
import { isLoopback, urlOf, type Place } from './place.ts';
import type { ScanMetrics } from './scan-metrics.ts';

/** The delay before opening a failed address again, in milliseconds. */
const TRY_AGAIN = 15_000;

export interface MetricsPorts {
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The settings of the real kiosk, also during a rehearsal. */
  readonly settingsFile: Pick<SettingsFile, 'read' | 'onChange'>;
}

/** Whose numbers they are. */
export interface Followed {
  state(): KioskState;
  onState(listener: (state: KioskState) => void): () => void;
}

/**
 * The kiosk's metrics, and the endpoint for them and for pages, which follows the settings. It outlives the kiosks of the
 * door and of rehearsals, so that counters continue.
 */
export class Metrics {
  readonly #ports: MetricsPorts;
  readonly #metrics: KioskMetrics;
  readonly #listeners = new Set<() => void>();
  #state: MetricsState = NO_METRICS;
  /** The address that is open or being opened; null: none. */
  #place: Place | null = null;
  #endpoint: Endpoint | null = null;
  #callOffRetry: (() => void) | null = null;
  #stopFollowing: (() => void) | null = null;
  #find: FindPage = () => null;
  /** Changes of the address run one after another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: MetricsPorts) {
    this.#ports = ports;
    this.#metrics = new KioskMetrics(ports.version, ports.clock);
  }

  get state(): MetricsState {
    return this.#state;
  }

  /** Calls the listener when {@link Metrics.state} has changed; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The counters for the kiosk of the real door. */
  countFor(clock: DoorClock): ScanMetrics {
    return this.#metrics.countFor(clock);
  }

  /**
   * Serves these pages beside the metrics, in place of those that were served before. They stay while another
   * kiosk rehearses.
   */
  serve(find: FindPage): void {
    this.#find = find;
  }

  /** Follows the state and the settings of this kiosk from now on. */
  follow(kiosk: Followed): void {
    const take = (state: KioskState): void => this.#metrics.follow(state);
    const unfollow = kiosk.onState(take);
    const unfollowSettings = this.#ports.settingsFile.onChange(() => this.#goBySettings());
    this.#stopFollowing = () => {
      unfollow();
      unfollowSettings();
    };
    take(kiosk.state());
    this.#goBySettings();
  }

  /** Closes the endpoint. */
  async close(): Promise<void> {
    this.#stopFollowing?.();
    this.#move(null);
    await this.#turn;
  }

  #goBySettings(): void {
    const { metricsPort: port, metricsAddress: address } = this.#ports.settingsFile.read();
    const wanted = port === null ? null : { address, port };
    if (wanted?.address === this.#place?.address && wanted?.port === this.#place?.port) return;
    this.#move(wanted);
  }

  #move(place: Place | null): void {
    this.#place = place;
    this.#callOffRetry?.();
    this.#turn = this.#turn.then(async () => {
      await this.#endpoint?.close();
      this.#endpoint = null;
      await this.#offer(place);
    });
  }

  async #offer(place: Place | null): Promise<void> {
    // Another address may be wanted by now; it is opened by the next change in the queue.
    if (place !== this.#place) return;
    this.#metrics.watch(place !== null);
    if (place === null) {
      this.#become(NO_METRICS);
      return;
    }
    const { clock, logger } = this.#ports;
    const url = urlOf(place);
    const opened = await openEndpoint({
      ...{ ...place, logger },
      read: () => this.#metrics.read(),
      find: (asked) => this.#find(asked),
    });
    if (opened.ok) {
      this.#endpoint = opened.value;
      this.#become({ type: 'on', url, isOpen: !isLoopback(place.address) });
      return;
    }
    if (this.#state.type !== 'failed' || this.#state.code !== opened.error) {
      logger.warn('the metrics cannot be offered', { errorCode: opened.error });
    }
    this.#become({ type: 'failed', url, code: opened.error });
    if (place === this.#place) {
      this.#callOffRetry = clock.after(TRY_AGAIN, () => this.#move(place));
    }
  }

  #become(state: MetricsState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
