import type { Clock, Logger } from '#main/base/ports.ts';
import type { Feedback } from './feedback.ts';
import type { MissReason, ScannerChannel, ScannerHealth } from '#shared/model/scanner.ts';

/** One code, exactly as a scanner gave it. */
export interface Reading {
  readonly code: string;
  readonly channel: ScannerChannel;
  /** Which scanner it was, as recorded in the ledger: see {@link ScannerHealth.name}. */
  readonly device: string;
  /** The id of its health. */
  readonly scanner: string;
  /** The AIM identifier without its bracket (`E0`, `Q3`), if the scanner sends it. */
  readonly symbology: string | null;
  /** When its last part came, on the steady clock. */
  readonly readAt: number;
}

/** Input of a scanner that is no code that can be passed on. */
export interface Missed {
  readonly channel: ScannerChannel;
  readonly device: string;
  /** The id of its health. */
  readonly scanner: string;
  readonly reason: Extract<MissReason, 'too-long' | 'garbled'>;
  /** When its last part came, on the steady clock. */
  readonly readAt: number;
}

/** Raw input: a report with its id, or the bytes that a port delivered at once. */
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
  /** Called with input before it is interpreted; for people who diagnose a scanner. */
  readonly onBytes: (raw: RawBytes) => void;
  /** Called when {@link ScannerSource.health} has changed. */
  readonly onChange: () => void;
}

/** All scanners of one channel: found, opened, watched, and opened again. */
export interface ScannerSource {
  start(): void;
  /** Resolves when all devices are closed. */
  stop(): Promise<void>;
  health(): readonly ScannerHealth[];
  /** What shows verdicts at a scanner, by the id of its health; null: nothing does now. */
  feedbackOf(id: string): Feedback | null;
  /** Called when the machine has slept: open devices may have been lost. */
  resume(): void;
  /** Removes a disconnected scanner, by the id of its health: it is not expected back. */
  forget(id: string): void;
}
