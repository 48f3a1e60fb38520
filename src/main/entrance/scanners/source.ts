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

/** The raw bytes: a HID report with its id, or one read of a serial port. */
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
  /** Called with raw input before it is parsed; for people who try a scanner. */
  readonly onBytes: (raw: RawBytes) => void;
  /** Called when {@link ScannerSource.health} has changed. */
  readonly onChange: () => void;
}

/** All scanners of one channel: found, opened, watched, and opened again. */
export interface ScannerSource {
  start(): void;
  /** Resolves when no device is open any more. */
  stop(): Promise<void>;
  health(): readonly ScannerHealth[];
  /** Called when the machine has slept: open devices may be dead. */
  resume(): void;
  /** Forgets a scanner that is gone, by the number of its health. */
  forget(id: string): void;
}
