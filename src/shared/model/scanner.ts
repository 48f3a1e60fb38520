/** How a scanner speaks to the kiosk. */
export type ScannerChannel = 'hid' | 'serial' | 'wedge';

/** How a scanner is. */
export type ScannerState =
  /** It is open: the next code will be read. */
  | { readonly type: 'ready' }
  /** It was here and is not any more; it is opened again when it comes back. */
  | { readonly type: 'gone' }
  /** The system does not let us open it; on Linux a udev rule is missing. */
  | { readonly type: 'no-permission' }
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
  /** Maker and product, as it calls itself. */
  readonly name: string;
  readonly channel: ScannerChannel;
  readonly state: ScannerState;
  /** When it last read a code, in milliseconds since the epoch, on the kiosk's clock; null: never. */
  readonly lastReadAt: number | null;
  /** Codes read, and what came that was no whole code. */
  readonly codes: number;
  readonly garbled: number;
}
