import type { ConnectionState } from './connection.ts';
import type { DemoGuide } from './demo-guide.ts';
import type { FindState } from './find.ts';
import type { Health } from './health.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';
import type { LockState } from './lock.ts';
import type { MetricsState } from './metrics.ts';
import type { ProgrammeState } from './programme.ts';
import type { Scanners } from './scanner.ts';
import type { Selection } from './selection.ts';
import type { SessionState } from './session.ts';
import type { KioskSettings } from './settings.ts';
import type { AppWindowState } from './app-window.ts';
import type { SnapshotState } from './snapshot.ts';
import type { Uploads } from './uploads.ts';
import type { UpdateState } from './update.ts';
import type { PastVerdict, ShownVerdict } from './verdict.ts';

/** Something that keeps the kiosk from working, and that only a technician can mend. */
export type Fault =
  | { readonly type: 'settings-file'; readonly path: string; readonly detail: string }
  | { readonly type: 'demo-failed' }
  /** It has failed several times in a row, and tries again in a minute. */
  | { readonly type: 'keeps-failing'; /** The folder of the log. */ readonly logs: string }
  /** The address that this start was given is not to be asked over plain http. */
  | { readonly type: 'plain-http'; readonly baseUrl: string }
  /** Verdicts cannot be recorded, so nobody is let in. */
  | {
      readonly type: 'ledger';
      readonly code: LedgerFaultCode;
      /** The ledger's file. */
      readonly path: string;
      /** Where a damaged file lies now; the kiosk can go on with a new one. Null: nothing was moved. */
      readonly quarantined: string | null;
    };

/** Everything that the screen shows, in one piece: what a renderer asks for when it (re)loads. */
export interface KioskState {
  readonly version: string;
  /** This installation: made at the first start, kept for good. */
  readonly kiosk: { readonly id: string; readonly name: string };
  readonly fault: Fault | null;
  /** The platform's base URL; null until somebody has given one. */
  readonly baseUrl: string | null;
  readonly session: SessionState;
  readonly connection: ConnectionState;
  /** What this door is open for; null until it is chosen. */
  readonly selection: Selection | null;
  /** Scans that came in and are not yet decided. */
  readonly waiting: number;
  /** Tickets are only looked up, and nobody is let in. */
  readonly looksUpOnly: boolean;
  readonly scanners: Scanners;
  readonly uploads: Uploads;
  /** Admissions that the platform will not have, and that no operator has acknowledged. */
  readonly discrepancies: number;
  readonly snapshot: SnapshotState;
  readonly find: FindState;
  /**
   * How far the platform's clock is ahead of this machine's, in milliseconds; null while that is less
   * than two minutes, or not known.
   */
  readonly clockSkew: number | null;
  /** How its surroundings are. */
  readonly health: Health;
  /** Waiting scans go up before the operator, or the kiosk, goes: bounded in time. */
  readonly leaving: 'signing-out' | 'switching' | 'closing' | null;
  /** What is on the screen now; null when the kiosk waits for a scan. */
  readonly verdict: ShownVerdict | null;
  /** The newest that was shown, whether it still is or not: for the strip on the ready screen. */
  readonly lastVerdict: PastVerdict | null;
  /** What the operator has set, as it is in force. */
  readonly settings: KioskSettings;
  /** Tells one logo of the venue from another; null: there is none. */
  readonly venueLogo: string | null;
  readonly lock: LockState;
  /** How it is with newer versions of the kiosk. */
  readonly update: UpdateState;
  readonly appWindow: AppWindowState;
  readonly metrics: MetricsState;
  /** The settings, by name, that a file manages for this kiosk: here they cannot be changed. */
  readonly managed: readonly string[];
  /** Where that file lies; null: there is none. */
  readonly managedBy: string | null;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** What is known of the platform's future events. */
  readonly programme: ProgrammeState;
  /** For training: nobody is admitted, whatever the screen says. */
  readonly rehearsal: boolean;
  /** Set while the kiosk runs against the embedded box office. */
  readonly demo: DemoGuide | null;
}
