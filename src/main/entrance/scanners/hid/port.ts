import type { ScannerState } from '#shared/model/scanner.ts';
import type { Result } from '#shared/result.ts';

/** A HID device as the system lists it; one with several collections is listed once for each. */
export interface HidDevice {
  /** The path by which it is opened; a new one each time that it is plugged in. */
  readonly path: string;
  readonly vendor: number;
  readonly product: number;
  /** The serial number; empty if it has none. */
  readonly serial: string;
  /** Maker and product, as the device reports them; may be empty. */
  readonly name: string;
  readonly usagePage: number;
  readonly usage: number;
}

/** Receives the events of an open device. */
export interface HidListener {
  onReport(report: Uint8Array): void;
  /** Called at most once, when the device cannot be read any more. */
  onLost(): void;
}

/** A device that is open. */
export interface OpenHid {
  /** Sends an output report, its id first; resolves with false if the device does not take it. */
  sendOutput(report: Uint8Array): Promise<boolean>;
  /** The same for a feature report. */
  sendFeature(report: Uint8Array): Promise<boolean>;
  /**
   * Closes the device. No event is reported after this call; resolves when the device is free
   * again.
   */
  close(): Promise<void>;
}

/** The system's HID devices. */
export interface HidPort {
  /** All devices that are plugged in, or why they cannot be listed. */
  list(): Promise<Result<readonly HidDevice[], string>>;
  /** Opens a device; on failure returns the resulting state of the scanner. */
  open(device: HidDevice, listener: HidListener): Promise<Result<OpenHid, ScannerState>>;
  /** A device's report descriptor; null where the system does not provide it. */
  descriptor(path: string): Promise<Uint8Array | null>;
  /** Whether a device is in a power-saving state; false where the system does not tell. */
  isAsleep(path: string): Promise<boolean>;
  /**
   * Calls `onHint` when the list may have changed, where the system reports that; returns a
   * function that stops it.
   */
  watch(onHint: () => void): () => void;
}
