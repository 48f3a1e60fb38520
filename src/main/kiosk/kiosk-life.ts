import { settleAll } from '#main/base/settle-all.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Finder } from '#main/entrance/find/finder.ts';
import type { PartyDesk } from '#main/entrance/party/party-desk.ts';
import type { Notes } from '#main/entrance/notes/notes.ts';
import type { EnvironmentMonitor } from '#main/operations/health/environment-monitor.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { Logger } from '#main/base/ports.ts';
import type { Outputs } from '#main/entrance/outputs/outputs.ts';
import type { Programme } from '#main/platform/programme/programme.ts';
import type { Scanners } from '#main/entrance/scanners/scanners.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Closing } from './closing.ts';
import type { PlatformConnection } from './platform-connection.ts';
import type { VenueServices } from './open-venue.ts';
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
  readonly party: Pick<PartyDesk, 'leave' | 'stop'>;
  readonly venue: Pick<VenueServices, 'start' | 'end'>;
  readonly outputs: Pick<Outputs, 'start' | 'stop'>;
  readonly notes: Pick<Notes, 'stop'>;
  readonly closing: Pick<Closing, 'lastVerdicts' | 'lastUploads' | 'isRead' | 'lastSnapshot'>;
  /** The base URL of the platform to work with; null if the operator has to enter it. */
  readonly baseUrl: () => string | null;
  /** Whether guests leave by this door. */
  readonly isWayOut: () => boolean;
  /** Whether a fault keeps the kiosk from working at all. */
  readonly isOutOfOrder: boolean;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** Starts, suspends and stops the kiosk's services in the right order. */
export class KioskLife {
  readonly #ports: LifePorts;
  #mayScan = true;
  #leaving: Extract<KioskState['session']['leaving'], 'switching' | 'closing'> | null = null;
  #resting: Promise<void> | null = null;

  constructor(ports: LifePorts) {
    this.#ports = ports;
  }

  /** Whether new scans are still accepted. */
  get mayScan(): boolean {
    return this.#mayScan;
  }

  /** Why no scans are accepted any more; null while they are. */
  get leaving(): 'switching' | 'closing' | null {
    return this.#leaving;
  }

  async start(): Promise<void> {
    const {
      connection,
      environment,
      keeper,
      snapshots,
      scanners,
      programme,
      operatorSession,
      venue,
      outputs,
    } = this.#ports;
    // With a fault it may be unknown which platform is meant, so nothing is asked and nothing is
    // changed. But nobody is kept inside.
    if (this.#ports.isOutOfOrder) {
      if (!this.#ports.isWayOut()) return;
      outputs.start();
      scanners.start();
      return;
    }
    connection.connect(this.#ports.baseUrl());
    environment.start();
    keeper.start();
    venue.start();
    outputs.start();
    snapshots.start();
    scanners.start();
    programme.follow();
    await operatorSession.resume();
  }

  /** Releases everything but the session, which another kiosk on the same data resumes. */
  suspend(why: 'switching' | 'closing'): Promise<void> {
    this.#resting ??= this.#comeToRest(why);
    return this.#resting;
  }

  /** Ends everything, including the session on the platform; bounded in time. */
  async stop(): Promise<void> {
    const { closing, session, logger } = this.#ports;
    if (this.#resting !== null) {
      await settleAll([this.#resting, session.stop()]);
      return;
    }
    const devicesClosed = await this.#leave('closing');
    const stay = await closing.lastUploads();
    // With a fault the stored session is kept for a later start without it.
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
   * Stops accepting scans, waits until pending ones have their verdicts, and stops all periodic
   * work. Returns a promise for when all devices are closed, wrapped so that it is not awaited
   * here.
   */
  async #leave(why: 'switching' | 'closing'): Promise<{ whenClosed: Promise<void> }> {
    const { scanners, closing, breaker, environment, finder, party, notes, onChange } = this.#ports;
    this.#mayScan = false;
    const whenClosed = scanners.stop();
    await closing.lastVerdicts();
    this.#leaving = why;
    onChange();
    breaker.stop();
    environment.stop();
    finder.stop();
    party.leave();
    notes.stop();
    return { whenClosed };
  }

  /** Releases threads, devices and files, while `others` settle. */
  async #letGo(
    { whenClosed }: { whenClosed: Promise<void> },
    ...others: readonly Promise<void>[]
  ): Promise<void> {
    const { closing, programme, keeper, venue, outputs, party } = this.#ports;
    try {
      await settleAll([
        closing.lastSnapshot(),
        programme.stop(),
        venue.end(),
        outputs.stop(),
        party.stop(),
        whenClosed,
        ...others,
      ]);
    } finally {
      await keeper.close();
    }
  }
}
