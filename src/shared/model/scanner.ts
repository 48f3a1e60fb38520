import type { Rhythm } from '#shared/wedge/rhythm.ts';
import type { FeedbackTexts, ScannerFeedback } from './scanner-feedback.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';

/** How a scanner is connected. */
export type ScannerChannel = 'hid' | 'serial' | 'wedge' | 'camera';

/** The state of a scanner. */
export type ScannerState =
  /** It is open: the next code will be read. */
  | { readonly type: 'ready' }
  /** It is open, and saves power: it has to wake before it reads. */
  | { readonly type: 'asleep' }
  /** It was unplugged; it is opened again when it comes back. */
  | { readonly type: 'gone' }
  /**
   * No permission to open it. On Linux a udev rule is missing for HID (`vendor`: the vendor id, four
   * hexadecimal digits), or a group for serial ports; `vendor` is null there, and where there is no udev.
   */
  | { readonly type: 'no-permission'; readonly vendor: string | null }
  /** Another program has it open. */
  | { readonly type: 'in-use' }
  /** It is configured as a keyboard, and is read as one. */
  | { readonly type: 'keyboard-mode' }
  /** A camera whose pictures are too dark to be read, or that takes longer to read one than a guest waits. */
  | { readonly type: 'dark' }
  | { readonly type: 'slow' }
  /** Its data has an unknown format. */
  | { readonly type: 'unreadable' }
  /** It cannot be opened, for another reason. */
  | { readonly type: 'failed'; readonly detail: string };

/** A scanner as it is shown. */
export interface ScannerHealth {
  /** Stable while it stays plugged in at the same place. */
  readonly id: string;
  /** Maker and product, as it calls itself; '' for keyboards, of which the system does not say which it was. */
  readonly name: string;
  readonly channel: ScannerChannel;
  readonly state: ScannerState;
  /** When it last read a code, in milliseconds since the epoch, on the kiosk's clock; null: never. */
  readonly lastReadAt: number | null;
  /** The number of codes read, and of inputs that were no whole code. */
  readonly codes: number;
  readonly garbled: number;
  /** Whether it can show verdicts itself; missing while it is not open. */
  readonly feedback?: ScannerFeedback;
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
  /** What it is told of verdicts; missing: nothing. */
  readonly feedback?: FeedbackTexts | undefined;
}

/** A serial port of this machine. */
export interface SerialPort {
  /** The value for `path`; on Linux the stable one, if there is one. */
  readonly path: string;
  /** Maker and product, as the port reports them; null if it reports neither. */
  readonly name: string | null;
}

/** Why scanned or typed input was not accepted. */
export type MissReason =
  /** No door is open, or nobody is admitted just now. */
  | 'door-closed'
  /** Longer than any code that is accepted. */
  | 'too-long'
  /** No character of it is permitted in a code. */
  | 'empty'
  /** It is to join a house of doors, and nobody waits for one. */
  | 'join-code'
  /** It has the form of something else, such as contact details. */
  | 'not-a-ticket'
  /** Half a code, or one with unreadable characters. */
  | 'garbled';

/** The last input that was not accepted. */
export interface MissedScan {
  /** Different for each, to distinguish two of the same kind. */
  readonly number: number;
  readonly reason: MissReason;
  /** In milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
  /** Staff typed it, or chose it from a list: it is none of a guest's; else missing. */
  readonly byHand?: true;
  /** The screen shows it as a notice of its own, as it shows verdicts; else missing. */
  readonly isNotice?: true;
}

/** Input of a scanner while scanners are tested; keyboards' keys never leave the renderer. */
export type Arrival = {
  /** Numbers the inputs of a test, from 1. */
  readonly number: number;
  readonly device: string;
  readonly channel: Exclude<ScannerChannel, 'wedge'>;
} & (
  | { readonly type: 'code'; readonly code: string; readonly symbology: string | null }
  | { readonly type: 'garbled' }
  /** The bytes themselves, two hexadecimal digits each: a report with its id, or what a port read at once. */
  | { readonly type: 'bytes'; readonly hex: string }
);

/** Scanners are being tested: their input is shown, and no ticket is checked. */
export interface ScannerTrial {
  /** The latest {@link ARRIVALS_KEPT}, oldest first. */
  readonly arrivals: readonly Arrival[];
}

/** How many inputs of a test are kept. */
export const ARRIVALS_KEPT = 60;

/** The state of this kiosk's scanners. */
export interface Scanners {
  readonly all: readonly ScannerHealth[];
  /** How scanners that pose as keyboards are set up. */
  readonly wedge: WedgeSettings;
  /** The typing rhythms of the keyboard scanners that were used at this kiosk. */
  readonly rhythms: readonly Rhythm[];
  readonly serial: readonly SerialSetting[];
  /** Null after an accepted scan, and when none was missed. */
  readonly missed: MissedScan | null;
  /** Null while scanners are not being tested. */
  readonly trial: ScannerTrial | null;
}
