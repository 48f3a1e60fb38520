import type { Clock } from '#main/base/ports.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { Registry } from 'prom-client';
import { doorGauges, type DoorClock, type SetDoorGauges } from './door-gauges.ts';
import { gauge, type SetGauge } from './gauge.ts';
import { processGauges, type ProcessGauges } from './process-gauges.ts';
import { scanMetrics, type ScanMetrics } from './scan-metrics.ts';

/** A kiosk's numbers, as Prometheus reads them. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/**
 * The metrics of this kiosk since its start. Counters are incremented as events happen, and gauges are set
 * from the kiosk's state: reading them costs the same however long the evening is, and blocks nobody at the
 * door.
 */
export class KioskMetrics {
  readonly #registry = new Registry();
  readonly #scans: ScanMetrics;
  readonly #process: ProcessGauges;
  readonly #setDoor: SetDoorGauges;
  readonly #setRehearsal: SetGauge;
  #state: KioskState | null = null;
  #clock: DoorClock | null = null;

  constructor(version: string, clock: Pick<Clock, 'now'>) {
    this.#scans = scanMetrics(this.#registry);
    this.#setDoor = doorGauges(this.#registry);
    this.#setRehearsal = gauge(
      this.#registry,
      'usher_rehearsal',
      'Whether a rehearsal goes on: its scans are not counted, and the door tells nothing.',
    );
    this.#process = processGauges(this.#registry, clock);
    const { electron = '', node } = process.versions as { electron?: string; node: string };
    gauge(this.#registry, 'usher_build_info', 'What runs here.', ['version', 'electron', 'node'])([
      [{ version, electron, node }, 1],
    ]);
  }

  /**
   * For the kiosk of the real door. After a rehearsal, the next kiosk of the door continues the counters.
   */
  countFor(clock: DoorClock): ScanMetrics {
    this.#clock = clock;
    return this.#scans;
  }

  /** Called with the kiosk's state, also during a rehearsal. */
  follow(state: KioskState): void {
    this.#state = state;
  }

  /** Called when the endpoint is opened or closed. */
  watch(on: boolean): void {
    this.#process.watch(on);
  }

  async read(): Promise<Exposition> {
    const state = this.#state;
    const clock = this.#clock;
    const isRehearsal = state?.machine.rehearsal ?? false;
    this.#setRehearsal(Number(isRehearsal));
    this.#setDoor(state === null || clock === null || isRehearsal ? null : { state, clock });
    this.#process.set();
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
