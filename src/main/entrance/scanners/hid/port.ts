import type { ScannerState } from '#shared/model/scanner.ts';
import type { Result } from '#shared/result.ts';

/** A HID device as the system lists it; one with several collections is listed once for each. */
export interface HidDevice {
  /** The path by which it is opened; a different one each time that it is plugged in. */
  readonly path: string;
  readonly vendor: number;
  readonly product: number;
  /** Empty where it has none. */
  readonly serial: string;
  /** Maker and product, as it calls itself; may be empty. */
  readonly name: string;
  readonly usagePage: number;
  readonly usage: number;
}

/** What an open device calls back. */
export interface HidListener {
  onReport(report: Uint8Array): void;
  /** It cannot be read any more. Comes once at most. */
  onLost(): void;
}

/** A device that is open. */
export interface OpenHid {
  /** Stops all callbacks at once; resolves when the device is closed. */
  close(): Promise<void>;
}

/** The system's HID devices. */
export interface HidPort {
  /** All that are plugged in, or why they cannot be listed. */
  list(): Promise<Result<readonly HidDevice[], string>>;
  /** Opens a device, or says in which state that leaves the scanner. */
  open(device: HidDevice, listener: HidListener): Promise<Result<OpenHid, ScannerState>>;
  /** A device's report descriptor, where the system shows it. */
  descriptor(path: string): Promise<Uint8Array | null>;
  /** Whether a device saves power now; false where the system does not say. */
  isAsleep(path: string): Promise<boolean>;
  /** Calls `onHint` when the list may be another one, where the system says so; returns how to end that. */
  watch(onHint: () => void): () => void;
}
