import type { Clock, Logger } from '#main/ports.ts';
import type { ScannerChannel, ScannerHealth } from '#shared/model/scanner.ts';

/** One code, exactly as a scanner gave it. */
export interface Reading {
  readonly code: string;
  readonly channel: ScannerChannel;
  /** Which scanner it was, for the ledger: see {@link ScannerHealth.name}. */
  readonly device: string;
  /** The AIM identifier without its bracket (`E0`, `Q3`), where the scanner says it. */
  readonly symbology: string | null;
  /** When its last part came, on the steady clock. */
  readonly readAt: number;
}

export interface ScannerSourcePorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onReading: (reading: Reading) => void;
  /** {@link ScannerSource.health} is different now. */
  readonly onChange: () => void;
}

/** All scanners of one channel: found, opened, watched, and opened again. */
export interface ScannerSource {
  start(): void;
  /** Comes when no device is open any more. */
  stop(): Promise<void>;
  health(): readonly ScannerHealth[];
  /** The machine has slept: what was open may not be any more. */
  resume(): void;
}
