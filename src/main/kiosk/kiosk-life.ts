import { settleAll } from '#main/base/settle-all.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Finder } from '#main/entrance/find/finder.ts';
import type { EnvironmentMonitor } from '#main/operations/health/environment-monitor.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Logger } from '#main/base/ports.ts';
import type { Programme } from '#main/platform/programme/programme.ts';
import type { Scanners } from '#main/entrance/scanners/scanners.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Closing } from './closing.ts';
import type { PlatformConnection } from './platform-connection.ts';
import type { OperatorSession } from './operator-session.ts';

export interface LifePorts {
  readonly connection: Pick<PlatformConnection, 'connect'>;
  readonly session: Pick<Session, 'suspend' | 'stop'>;
  readonly operatorSession: Pick<OperatorSession, 'close' | 'resume'>;
  readonly breaker: Pick<Breaker, 'stop'>;
  readonly environment: Pick<EnvironmentMonitor, 'start' | 'stop'>;
  readonly keeper: Pick<LedgerKeeper, 'start' | 'close'>;
  readonly snapshots: Pick<Snapshots, 'start'>;
  readonly scanners: Pick<Scanners, 'start' | 'stop'>;
  readonly programme: Pick<Programme, 'follow' | 'stop'>;
  readonly finder: Pick<Finder, 'stop'>;
  readonly closing: Pick<Closing, 'lastVerdicts' | 'lastUploads' | 'isRead' | 'lastSnapshot'>;
  /** The platform to work with; null: the operator is asked. */
  readonly baseUrl: () => string | null;
  /** Something keeps the kiosk from working at all. */
  readonly isOutOfOrder: boolean;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** Starts, suspends and stops the kiosk's services in their order. */
export class KioskLife {
  readonly #ports: LifePorts;
  #mayScan = true;
  #leaving: Extract<KioskState['leaving'], 'switching' | 'closing'> | null = null;
  #resting: Promise<void> | null = null;

  constructor(ports: LifePorts) {
    this.#ports = ports;
  }

  /** Whether scans are still taken in. */
  get mayScan(): boolean {
    return this.#mayScan;
  }

  /** Why no scans are taken in any more; null while they are. */
  get leaving(): 'switching' | 'closing' | null {
    return this.#leaving;
  }

  async start(): Promise<void> {
    const { connection, environment, keeper, snapshots, scanners, programme, operatorSession } =
      this.#ports;
    // With a fault the platform may be unknown, so none is asked and nothing is changed.
    if (this.#ports.isOutOfOrder) return;
    connection.connect(this.#ports.baseUrl());
    environment.start();
    keeper.start();
    snapshots.start();
    scanners.start();
    programme.follow();
    await operatorSession.resume();
  }

  /** Closes everything but leaves the session alive, for another kiosk on the same data. */
  suspend(why: 'switching' | 'closing'): Promise<void> {
    this.#resting ??= this.#comeToRest(why);
    return this.#resting;
  }

  /** Ends everything, the session on the platform too; bounded in time. */
  async stop(): Promise<void> {
    const { closing, session, logger } = this.#ports;
    if (this.#resting !== null) {
      await settleAll([this.#resting, session.stop()]);
      return;
    }
    const devicesClosed = await this.#leave('closing');
    const stay = await closing.lastUploads();
    // A stored session is kept for a start without a fault.
    const sessionEnded = this.#ports.isOutOfOrder ? Promise.resolve() : session.stop();
    await this.#letGo(devicesClosed, closing.isRead(stay), sessionEnded);
    logger.info('stopped', { scansThatStay: stay });
  }

  async #comeToRest(why: 'switching' | 'closing'): Promise<void> {
    const { session, operatorSession, connection, logger } = this.#ports;
    const devicesClosed = await this.#leave(why);
    await session.suspend();
    operatorSession.close();
    connection.connect(null);
    await this.#letGo(devicesClosed);
    logger.info('at rest');
  }

  /**
   * Lets scans under way get their verdicts, takes no more in, and stops all timers. Resolves when all
   * devices are closed.
   */
  async #leave(why: 'switching' | 'closing'): Promise<{ whenClosed: Promise<void> }> {
    const { scanners, closing, breaker, environment, finder, onChange } = this.#ports;
    this.#mayScan = false;
    const whenClosed = scanners.stop();
    await closing.lastVerdicts();
    this.#leaving = why;
    onChange();
    breaker.stop();
    environment.stop();
    finder.stop();
    return { whenClosed };
  }

  /** Lets go of threads, devices and files, while `others` end. */
  async #letGo(
    { whenClosed }: { whenClosed: Promise<void> },
    ...others: readonly Promise<void>[]
  ): Promise<void> {
    const { closing, programme, keeper } = this.#ports;
    try {
      await settleAll([closing.lastSnapshot(), programme.stop(), whenClosed, ...others]);
    } finally {
      await keeper.close();
    }
  }
}
