import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import { err, type Result } from '#shared/result.ts';
import { basename } from 'node:path';
import type { LedgerFault } from './fault.ts';
import type { Ledger } from './ledger.ts';
import type { OpenedLedger, Quarantined } from './open-ledger.ts';

export interface LedgerKeeperPorts {
  /** The file, for the fault screen. */
  readonly path: string;
  /** @param isReopened whether this process has had the file open before */
  readonly open: (isReopened: boolean) => Result<OpenedLedger, LedgerFault>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called before the ledger is closed: it must not be used any more. */
  readonly beforeClose: () => Promise<void>;
  /** Called when the ledger can be used, for the first time or again. */
  readonly onReady: () => void;
  /** Called when {@link LedgerKeeper.fault} has changed. */
  readonly onChange: () => void;
}

/** The fault that the screen shows. */
export type LedgerTroubleShown = Extract<Fault, { type: 'ledger' }>;

/** How often the kiosk itself retries a ledger that cannot be written to, in milliseconds. */
const TRY_AGAIN = 5_000;

/** What the log says when a file was renamed aside. */
const QUARANTINED: Readonly<Record<Quarantined['code'], string>> = {
  damaged: 'the ledger was damaged: it was renamed and kept, and a new one is in use',
  older:
    'the ledger is of an older version: it was renamed and kept with its pending uploads, and a new one is in use',
};

/** A write that is repeated as soon as the ledger can be written to. */
type Write = (ledger: Ledger) => Result<unknown, LedgerFault>;

/**
 * Keeps the ledger open, and notices when it cannot be written to. While there is a fault nothing is
 * recorded, and so nobody is let in; it goes away by itself once the disk takes writes again, or when
 * a person has seen that a file was renamed aside.
 */
export class LedgerKeeper {
  readonly #ports: LedgerKeeperPorts;
  #ledger: Ledger | null = null;
  #wasOpen = false;
  #fault: LedgerTroubleShown | null = null;
  #deferred: Write[] = [];
  #reopening: Promise<void> | null = null;
  #callOffRetry: (() => void) | null = null;

  constructor(ports: LedgerKeeperPorts) {
    this.#ports = ports;
  }

  /** The fault that keeps verdicts from being recorded; null if there is none. */
  get fault(): LedgerTroubleShown | null {
    return this.#fault;
  }

  /** The open ledger, even if it cannot be written to; null if none is open. */
  get ledger(): Ledger | null {
    return this.#ledger;
  }

  /** Opens the ledger for the first time. */
  start(): void {
    this.#open();
  }

  /** Runs work on the ledger; a fault is shown on the screen. */
  use<T>(work: (ledger: Ledger) => Result<T, LedgerFault>): Result<T, LedgerFault> {
    const ledger = this.#ledger;
    if (ledger === null || this.#fault !== null) return err(this.#standingFault());
    const result = work(ledger);
    if (!result.ok) this.#note(result.error);
    return result;
  }

  /**
   * Makes a write now or, if the ledger cannot be written to, as soon as it can. The whole write may be
   * repeated, and may go to a new file.
   */
  deferWrite(write: Write): void {
    if (!this.use(write).ok) this.#deferred.push(write);
  }

  /** Tries again; after a file was renamed aside, goes on with the new one. */
  reopen(): Promise<void> {
    this.#reopening ??= this.#reopen()
      .catch((error: unknown) => {
        this.#ports.logger.error(
          'reopening the ledger failed in an unforeseen way',
          errorFact(error),
        );
      })
      .finally(() => {
        this.#reopening = null;
      });
    return this.#reopening;
  }

  async close(): Promise<void> {
    this.#callOffRetry?.();
    await this.#reopening;
    await this.#closeFile();
    // A failure until here has scheduled a retry, which would open the file again.
    this.#callOffRetry?.();
  }

  async #reopen(): Promise<void> {
    this.#callOffRetry?.();
    const fault = this.#fault;
    if (fault === null) return;
    if (fault.quarantined !== null) {
      this.#goOn();
      return;
    }
    const ledger = this.#ledger;
    if (ledger === null || fault.code === 'damaged') {
      await this.#closeFile();
      this.#open();
      return;
    }
    const probed = ledger.probe();
    if (!probed.ok) this.#note(probed.error);
    else this.#goOn();
  }

  #open(): void {
    const opened = this.#ports.open(this.#wasOpen);
    if (!opened.ok) {
      this.#note(opened.error);
      return;
    }
    this.#ledger = opened.value.ledger;
    this.#wasOpen = true;
    const { quarantined } = opened.value;
    if (quarantined === null) {
      this.#goOn();
      return;
    }
    const { code, path } = quarantined;
    this.#ports.logger.error(QUARANTINED[code], { file: basename(path) });
    this.#become({ type: 'ledger', code, path: this.#ports.path, quarantined: path });
  }

  #goOn(): void {
    this.#become(null);
    this.#flushDeferred();
    if (this.#fault === null) this.#ports.onReady();
  }

  #note(fault: LedgerFault): void {
    // Logged only if the code is another one: a retry every few seconds would fill the log and the rest of
    // the disk.
    if (fault.code !== this.#fault?.code) {
      this.#ports.logger.error('the ledger cannot be used', { ...fault });
    }
    this.#become({ type: 'ledger', code: fault.code, path: this.#ports.path, quarantined: null });
    this.#callOffRetry?.();
    this.#callOffRetry = this.#ports.clock.after(TRY_AGAIN, () => void this.reopen());
  }

  #flushDeferred(): void {
    const deferred = this.#deferred;
    this.#deferred = [];
    for (const write of deferred) {
      try {
        this.deferWrite(write);
      } catch (error) {
        // An error of one write must not keep the others, or whatever waits for the ledger, from running.
        this.#ports.logger.error('a deferred write failed in an unforeseen way', errorFact(error));
      }
    }
  }

  async #closeFile(): Promise<void> {
    if (this.#ledger === null) return;
    await this.#ports.beforeClose();
    try {
      this.#ledger.close();
    } catch (error) {
      this.#ports.logger.error('the ledger could not be closed', errorFact(error));
    }
    this.#ledger = null;
  }

  #become(fault: LedgerTroubleShown | null): void {
    this.#fault = fault;
    this.#ports.onChange();
  }

  #standingFault(): LedgerFault {
    return { code: this.#fault?.code ?? 'unreadable', detail: 'not open' };
  }
}
