import { settleAll } from '#main/base/settle-all.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { HostedKiosk, Kiosk, PageSight, Rehearse } from '#main/kiosk/kiosk.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { Turns } from '#main/base/turns.ts';
import type { KioskCallName } from '#shared/ipc/calls.ts';
import type { StateListener } from '#main/kiosk/state-publisher.ts';
import type { KioskState, WholeState } from '#shared/model/kiosk-state.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { SwitchableHttp } from './switchable-http.ts';
import type { Rehearsal } from './prepare-rehearsal.ts';

/** The kiosk of the real door; after each rehearsal a new one is made, as after a restart. */
export interface RealDoor {
  /** A new kiosk that has not been started. */
  readonly kiosk: Kiosk;
  readonly dataDirectory: string;
  /** Its HTTP connection to the platform. */
  readonly http: Pick<SwitchableHttp, 'disconnect' | 'reconnect'>;
}

export interface SwitchingKioskPorts {
  readonly openRealDoor: (rehearse: Rehearse) => RealDoor;
  /**
   * Prepares a rehearsal while the door goes on. When aborted, it resolves soon, with whatever was
   * prepared.
   */
  readonly prepareRehearsal: (
    rehearse: Rehearse,
    signal: AbortSignal,
  ) => Promise<Result<Rehearsal, RehearsalFailure>>;
  readonly logger: Logger;
}

/**
 * Presents the kiosk of the real door and those of rehearsals as one kiosk. Only one of them runs at a
 * time: during a rehearsal the real one is suspended, its HTTP is disconnected, and its state is on the
 * disk, as after a crash. So a rehearsal never survives a restart, whatever causes it.
 */
export class SwitchingKiosk implements HostedKiosk {
  readonly #ports: SwitchingKioskPorts;
  readonly #listeners = new Set<StateListener>();
  readonly #ended = new AbortController();
  #real: RealDoor;
  #rehearsal: Rehearsal | null = null;
  #shown: Pick<RealDoor, 'kiosk' | 'dataDirectory'>;
  #stopFollowing: () => void = () => undefined;
  #isSwitching = false;
  readonly #switches = new Turns();
  #ending: Promise<void> | null = null;

  constructor(ports: SwitchingKioskPorts) {
    this.#ports = ports;
    this.#real = ports.openRealDoor(this.#rehearse);
    this.#shown = this.#real;
    this.#follow(this.#real);
  }

  /** Null while it switches: a call meant for one kiosk must not reach the other. */
  get handlers(): KioskHandlers | null {
    return this.#isSwitching ? null : this.#shown.kiosk.handlers;
  }

  get dataDirectory(): string {
    return this.#shown.dataDirectory;
  }

  mayCall = (name: KioskCallName): boolean => this.#shown.kiosk.mayCall(name);

  state(): KioskState {
    return this.#shown.kiosk.state();
  }

  whole(): WholeState {
    return this.#shown.kiosk.whole();
  }

  onState(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): Promise<void> {
    return this.#real.kiosk.start();
  }

  resume(): void {
    // A kiosk that is being suspended must not open its devices again.
    if (!this.#isSwitching) this.#shown.kiosk.resume();
  }

  readonly page: PageSight = {
    noteSeen: (at) => this.#shown.kiosk.page.noteSeen(at),
    noteBack: (awayAt) => this.#shown.kiosk.page.noteBack(awayAt),
  };

  /** Ends the rehearsal, if there is one, and leaves the real door's session as it is. */
  async suspend(): Promise<void> {
    this.#ended.abort();
    await settleAll([this.#real.kiosk.suspend('closing'), Promise.resolve(this.#rehearsal?.end())]);
    await this.#switches.settled();
  }

  /** Ends the rehearsal, if there is one, and the real door's session in any case. */
  stop(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  readonly #rehearse: Rehearse = (on) => this.#switches.take(() => this.#switch(on));

  async #switch(on: boolean): Promise<Result<null, RehearsalFailure>> {
    if (this.#isEnding()) return err({ type: 'closing' });
    const rehearsal = this.#rehearsal;
    if (on === (rehearsal !== null)) return ok(null);
    return rehearsal === null ? this.#begin() : this.#comeBackFrom(rehearsal);
  }

  async #begin(): Promise<Result<null, RehearsalFailure>> {
    const { prepareRehearsal, logger } = this.#ports;
    const prepared = await prepareRehearsal(this.#rehearse, this.#ended.signal);
    if (this.#isEnding()) {
      if (prepared.ok) await prepared.value.end();
      return err({ type: 'closing' });
    }
    if (!prepared.ok) return prepared;
    const rehearsal = prepared.value;
    this.#rehearsal = rehearsal;
    this.#isSwitching = true;
    try {
      await this.#real.kiosk.suspend('switching');
      // Ending the session needs the connection.
      if (this.#isEnding()) return err({ type: 'closing' });
      await this.#real.http.disconnect();
      logger.info('a rehearsal begins');
      await rehearsal.begin();
      this.#follow(rehearsal);
      return ok(null);
    } catch (error) {
      logger.error('the rehearsal could not begin', errorFact(error));
      await this.#comeBackFrom(rehearsal);
      return err({ type: 'rehearsal-failed' });
    } finally {
      this.#isSwitching = false;
    }
  }

  async #comeBackFrom(rehearsal: Rehearsal): Promise<Result<null, RehearsalFailure>> {
    const { logger } = this.#ports;
    this.#isSwitching = true;
    try {
      await rehearsal.end();
    } catch (error) {
      // The door is reopened even if ending the rehearsal has failed.
      logger.error('the rehearsal did not end as it should', errorFact(error));
    }
    this.#isSwitching = false;
    logger.info('the rehearsal is over');
    if (this.#isEnding()) return err({ type: 'closing' });
    this.#rehearsal = null;
    this.#real = this.#ports.openRealDoor(this.#rehearse);
    const started = this.#real.kiosk.start();
    this.#follow(this.#real);
    await started;
    return ok(null);
  }

  async #end(): Promise<void> {
    this.#ended.abort();
    this.#real.http.reconnect();
    await settleAll([this.#real.kiosk.stop(), Promise.resolve(this.#rehearsal?.end())]);
    await this.#switches.settled();
    await this.#real.http.disconnect();
  }

  #isEnding(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Forwards this kiosk's state from now on. */
  #follow(shown: Pick<RealDoor, 'kiosk' | 'dataDirectory'>): void {
    this.#stopFollowing();
    this.#shown = shown;
    const whole = shown.kiosk.whole();
    const tell: StateListener = (state, update) => {
      for (const listener of this.#listeners) listener(state, update);
    };
    this.#stopFollowing = shown.kiosk.onState(tell);
    tell(whole.slices, whole);
  }
}
