import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';

/** How a scanner speaks to the kiosk. */
export type ScannerChannel = 'hid' | 'serial' | 'wedge';

/** How a scanner is. */
export type ScannerState =
  /** It is open: the next code will be read. */
  | { readonly type: 'ready' }
  /** It is open, and saves power: it has to wake before it reads. */
  | { readonly type: 'asleep' }
  /** It was here and is not any more; it is opened again when it comes back. */
  | { readonly type: 'gone' }
  /**
   * The system does not let us open it. On Linux a udev rule is missing for HID (`vendor`: the maker's
   * number for it, four hexadecimal digits), a group for serial ports; null there, and where no udev is.
   */
  | { readonly type: 'no-permission'; readonly vendor: string | null }
  /** Another program has it. */
  | { readonly type: 'in-use' }
  /** It is set up as a keyboard: it works as a wedge. */
  | { readonly type: 'keyboard-mode' }
  /** It sends what nobody here can read. */
  | { readonly type: 'unreadable' }
  /** It cannot be opened, for another reason. */
  | { readonly type: 'failed'; readonly detail: string };

/** A scanner as people see it. */
export interface ScannerHealth {
  /** Stable while it stays plugged in at the same place. */
  readonly id: string;
  /** Maker and product, as it calls itself; '' for keyboards, of which the system does not say which it was. */
  readonly name: string;
  readonly channel: ScannerChannel;
  readonly state: ScannerState;
  /** When it last read a code, in milliseconds since the epoch, on the kiosk's clock; null: never. */
  readonly lastReadAt: number | null;
  /** Codes read, and what came that was no whole code. */
  readonly codes: number;
  readonly garbled: number;
}

/**
 * How a serial scanner marks the end of a code: carriage return, line feed, both, or by a pause
 * (`pauseMs` without a byte).
 */
export type SerialEnd = 'cr' | 'lf' | 'crlf' | 'pause';

/** One serial scanner, as it is set up. */
export interface SerialSetting {
  /** `/dev/serial/by-id/…`, which stays the same from one start to the next, or `/dev/ttyS0`, `COM3`. */
  readonly path: string;
  /** Bits per second; 8 data bits, no parity, one stop bit. */
  readonly baudRate: number;
  readonly end: SerialEnd;
  /** In milliseconds; used with `end: 'pause'` alone. USB adapters hold bytes back for up to 16 ms. */
  readonly pauseMs: number;
}

/** A serial port of this machine. */
export interface SerialPort {
  /** What to set as `path`; on Linux the one that stays the same, where there is one. */
  readonly path: string;
  /** Maker and product, as they call themselves; null: a port that says nothing of itself. */
  readonly name: string | null;
}

/** Why what a scanner sent, or a person typed, was not taken in. */
export type MissReason =
  /** No door is open, or nobody is let in just now. */
  | 'door-closed'
  /** Longer than any code that is passed on. */
  | 'too-long'
  /** Not one character of it belongs to a code. */
  | 'empty'
  /** Half a code, or one with characters that nobody can read. */
  | 'garbled';

/** The last thing that was read and not taken in. */
export interface MissedScan {
  /** Another one for each, so that two of the same kind are told apart. */
  readonly number: number;
  readonly reason: MissReason;
  /** In milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** What a scanner sent while scanners are tried; keyboards' keys never leave the renderer. */
export type Arrival = {
  /** Numbers all of a trial, from 1. */
  readonly number: number;
  readonly device: string;
  readonly channel: 'hid' | 'serial';
} & (
  | { readonly type: 'code'; readonly code: string; readonly symbology: string | null }
  | { readonly type: 'garbled' }
  /** The bytes themselves, two hexadecimal digits each: a report with its id, or what a port read at once. */
  | { readonly type: 'bytes'; readonly hex: string }
);

/** Scanners are tried: what they read is shown, and no ticket is checked. */
export interface ScannerTrial {
  /** The latest {@link ARRIVALS_KEPT}, oldest first. */
  readonly arrivals: readonly Arrival[];
}

/** So much of a trial is kept. */
export const ARRIVALS_KEPT = 60;

/** All that is known of the scanners of this kiosk. */
export interface Scanners {
  readonly all: readonly ScannerHealth[];
  /** How scanners that pose as keyboards are set up. */
  readonly wedge: WedgeSettings;
  /** How those that were heard at this kiosk type. */
  readonly rhythms: readonly Rhythm[];
  readonly serial: readonly SerialSetting[];
  /** Null after a scan that was taken in, and when none was missed. */
  readonly missed: MissedScan | null;
  /** Null while scans are checked. */
  readonly trial: ScannerTrial | null;
}
