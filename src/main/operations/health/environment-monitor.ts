import type { Clock, Logger } from '#main/base/ports.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { Health, NoSignOfLife, Runtime, SettingsRights } from '#shared/model/health.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { Disk } from './disk.ts';
import { RoundTrips } from './round-trips.ts';
import { HEALTH_TIMINGS, type HealthTimings } from './timings.ts';

export interface EnvironmentPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The folder of the ledger. */
  readonly folder: string;
  readonly vault: Pick<Vault, 'keeper'>;
  /** Returns the name of the key store; null where it has none. */
  readonly keyStore: string | null;
  readonly breaker: Pick<Breaker, 'state' | 'tryNow'>;
  /** Asks the platform for a sign of life; null while no platform is chosen. */
  readonly probe: (timeLimit: number) => Promise<Result<unknown, TicketingFailure>> | null;
  /** Checks who may change the machine's settings file; missing where this is not checked. */
  readonly settingsRights?: () => Promise<SettingsRights | null>;
  readonly onChange: () => void;
  /** Called when a round trip was measured, as each scan may do. */
  readonly onMeasured: () => void;
  readonly timings?: HealthTimings;
}

/**
 * Monitors what the kiosk depends on without controlling it: the connection to the platform, the disk, the
 * key store.
 */
export class EnvironmentMonitor {
  readonly #ports: EnvironmentPorts;
  readonly #timings: HealthTimings;
  readonly #roundTrips: RoundTrips;
  readonly #disk: Disk;
  #settingsRights: SettingsRights | null = null;
  #checking: Promise<Result<null, NoSignOfLife>> | null = null;

  constructor(ports: EnvironmentPorts) {
    const { clock, logger, folder, onChange, timings = HEALTH_TIMINGS } = ports;
    this.#ports = ports;
    this.#timings = timings;
    this.#roundTrips = new RoundTrips(clock, timings.roundTripAge);
    this.#disk = new Disk({ folder, pause: timings.diskPause, clock, logger, onChange });
  }

  get state(): Health {
    const { vault, keyStore } = this.#ports;
    return {
      roundTrip: this.#roundTrips.state,
      disk: this.#disk.state,
      keys: { keeper: vault.keeper, backend: keyStore },
      runtime: runtimeOf(process.versions),
      settingsRights: this.#settingsRights,
    };
  }

  start(): void {
    this.#disk.start();
    void this.#lookAtSettings();
  }

  stop(): void {
    this.#disk.stop();
  }

  /**
   * Called when the platform has answered a question like those that guests wait for, after `took`
   * milliseconds.
   */
  noteRoundTrip(took: number): void {
    this.#roundTrips.note(took);
    this.#ports.onMeasured();
  }

  /** Called when another platform is used. */
  forgetPlatform(): void {
    this.#roundTrips.forget();
  }

  /**
   * Checks the disk and the settings file, and asks the platform for a sign of life. Callers during a check
   * share its result.
   */
  check(): Promise<Result<null, NoSignOfLife>> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async #check(): Promise<Result<null, NoSignOfLife>> {
    const [reason] = await Promise.all([
      this.#silence(),
      this.#disk.look(),
      this.#lookAtSettings(),
    ]);
    return reason === null ? ok(null) : err({ type: 'no-sign-of-life', reason });
  }

  async #lookAtSettings(): Promise<void> {
    const found = (await this.#ports.settingsRights?.()) ?? null;
    if (found === this.#settingsRights) return;
    this.#settingsRights = found;
    this.#ports.onChange();
  }

  /** Returns why the platform gives no sign of life; null if it does, or if there is no platform. */
  async #silence(): Promise<OfflineReason | null> {
    const { breaker, probe } = this.#ports;
    const before = breaker.state;
    if (before.status === 'offline') {
      await breaker.tryNow();
      const after = breaker.state;
      return after.status === 'online' || after.slow ? null : after.reason;
    }
    const answer = await probe(this.#timings.signLimit);
    const isSilent = answer?.ok === false && answer.error.type === 'offline';
    return isSilent && answer.error.busy === undefined ? answer.error.reason : null;
  }
}

/** The versions of the runtime, as the process reports them. */
function runtimeOf(versions: Readonly<Record<string, string | undefined>>): Runtime {
  return {
    electron: versions['electron'] ?? null,
    chrome: versions['chrome'] ?? null,
    node: versions['node'] ?? '',
  };
}
