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
 * The numbers of this kiosk since its start. What can be counted is counted as it happens, and what
 * the kiosk tells of itself is kept: to read them costs the same however long the evening is, and
 * nobody at the door waits for it.
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

  /** For the kiosk of the real door. After a rehearsal another one counts on. */
  countFor(clock: DoorClock): ScanMetrics {
    this.#clock = clock;
    return this.#scans;
  }

  /** The kiosk is like this now, whether it rehearses or not. */
  follow(state: KioskState): void {
    this.#state = state;
  }

  /** Whether somebody may come and read them. */
  watch(on: boolean): void {
    this.#process.watch(on);
  }

  async read(): Promise<Exposition> {
    const state = this.#state;
    const clock = this.#clock;
    const isRehearsal = state?.rehearsal ?? false;
    this.#setRehearsal(Number(isRehearsal));
    this.#setDoor(state === null || clock === null || isRehearsal ? null : { state, clock });
    this.#process.set();
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
