import type { Clock, Logger } from '#main/base/ports.ts';
import type { MissReason, ScannerChannel, ScannerHealth } from '#shared/model/scanner.ts';

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

/** Something that came from a scanner, and is no code that can be passed on. */
export interface Missed {
  readonly channel: ScannerChannel;
  readonly device: string;
  readonly reason: Extract<MissReason, 'too-long' | 'garbled'>;
}

/** What came, as it came: a report with its id, or what a port read at once. */
export interface RawBytes {
  readonly channel: ScannerChannel;
  readonly device: string;
  readonly bytes: Uint8Array;
}

export interface ScannerSourcePorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onReading: (reading: Reading) => void;
  readonly onMissed: (missed: Missed) => void;
  /** Before it is understood; for people who look for what is wrong. */
  readonly onBytes: (raw: RawBytes) => void;
  /** {@link ScannerSource.health} is different now. */
  readonly onChange: () => void;
}

/** All scanners of one channel: found, opened, watched, and opened again. */
export interface ScannerSource {
  start(): void;
  /** Resolves when no device is open any more. */
  stop(): Promise<void>;
  health(): readonly ScannerHealth[];
  /** The machine has slept: what was open may not be any more. */
  resume(): void;
  /** A scanner that is gone, by the number of its health, is not expected back. */
  forget(id: string): void;
}
