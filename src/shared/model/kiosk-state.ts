import type { HelpView } from './help.ts';
import type { ConnectionState } from './connection.ts';
import type { DemoGuide } from './demo-guide.ts';
import type { SentTo } from './entrance.ts';
import type { FindState } from './find.ts';
import type { FirstStart } from './first-start.ts';
import type { Health } from './health.ts';
import type { LedgerFaultCode } from './ledger-fault.ts';
import type { LockState } from './lock.ts';
import type { MetricsState } from './metrics.ts';
import type { OutputState } from './output.ts';
import type { NoteToSee } from './notes.ts';
import type { ShownNotice } from './notice.ts';
import type { PartyProgress } from './party.ts';
import type { ProgrammeState } from './programme.ts';
import type { Scanners } from './scanner.ts';
import type { Selection } from './selection.ts';
import type { SessionState } from './session.ts';
import type { KioskSettings } from './settings.ts';
import type { AppWindowState } from './app-window.ts';
import type { SnapshotState } from './snapshot.ts';
import type { Uploads } from './uploads.ts';
import type { UpdateState } from './update.ts';
import type { VenueView } from './venue.ts';
import type { PastVerdict, ShownVerdict } from './verdict.ts';

/** A fault that keeps the kiosk from working, and that only a technician can repair. */
export type Fault =
  | { readonly type: 'settings-file'; readonly path: string; readonly detail: string }
  /** A policy of Windows' administrators makes no sense: where they are kept, and which one, and why. */
  | { readonly type: 'policies'; readonly key: string; readonly detail: string }
  | { readonly type: 'demo-failed' }
  /** The kiosk has failed several times in a row, and tries again in a minute. */
  | {
      readonly type: 'keeps-failing';
      /** The folder of the log. */
      readonly logs: string;
      /** Set if this version does not even start. */
      readonly version: {
        /** When it first failed, in milliseconds since the epoch. */
        readonly since: number;
        /** The version that ran before, and the command or installer that brings it back; null: unknown. */
        readonly goBack: { readonly version: string; readonly use: string } | null;
      } | null;
    }
  /** The address given at this start uses plain http, which is not permitted. */
  | { readonly type: 'plain-http'; readonly baseUrl: string }
  /** Verdicts cannot be recorded, so nobody is let in. */
  | {
      readonly type: 'ledger';
      readonly code: LedgerFaultCode;
      /** The ledger's file. */
      readonly path: string;
      /**
       * The path that a damaged or an older file was renamed to; the kiosk can continue with a new one. Null:
       * nothing was renamed.
       */
      readonly quarantined: string | null;
    };

/** The session with the platform, and the connection to it. */
export interface SessionSlice {
  /** The platform's base URL; null until somebody has given one. */
  readonly baseUrl: string | null;
  readonly current: SessionState;
  readonly connection: ConnectionState;
  /** Waiting scans are uploaded before signing out or ending, for a limited time. */
  readonly leaving: 'signing-out' | 'switching' | 'closing' | null;
  /**
   * How far the platform's clock is ahead of this machine's, in milliseconds; null while that is less
   * than two minutes, or not known.
   */
  readonly clockSkew: number | null;
}

/** What this door is open for, and what happens at it. */
export interface DoorSlice {
  /** The selection that this door is open for; null until it is chosen. */
  readonly selection: Selection | null;
  /** Tickets are only looked up, and nobody is let in. */
  readonly looksUpOnly: boolean;
  /** Guests leave by this door. */
  readonly isWayOut: boolean;
  /** A guest at this door who needs somebody. */
  readonly help: HelpView;
  /** Where guests were sent this evening whose tickets belong to another entrance. */
  readonly sentTo: readonly SentTo[];
  /** Notes about guests that somebody has yet to say they have seen, oldest first. */
  readonly notesToSee: readonly NoteToSee[];
  readonly find: FindState;
  /** The rest of a party that is let in, or was a moment ago; null: none is. */
  readonly party: PartyProgress | null;
}

/** The scans of this door: those that wait, and the one that the screen answers. */
export interface VerdictSlice {
  /** The verdict on the screen; null when the kiosk waits for a scan. */
  readonly shown: ShownVerdict | null;
  /** The failed reading on the screen, in a verdict's place; null while there is none, or a verdict. */
  readonly notice: ShownNotice | null;
  /** The latest verdict, even if it has left the screen: for the strip on the ready screen. */
  readonly last: PastVerdict | null;
  /** Scans that are not decided yet. */
  readonly waiting: number;
}

/** What is recorded and stored here: admissions on their way to the platform, and the tickets. */
export interface RecordsSlice {
  readonly uploads: Uploads;
  /** The number of admissions that the platform does not accept, and that no operator has acknowledged. */
  readonly discrepancies: number;
  readonly snapshot: SnapshotState;
}

/** The installation and the machine that it runs on. */
export interface MachineSlice {
  readonly version: string;
  /** The id is the public key by which the other doors know this one. */
  readonly kiosk: { readonly id: string; readonly name: string };
  readonly fault: Fault | null;
  /** How far this kiosk's first start has come; at one that is at work it is over. */
  readonly firstStart: FirstStart;
  /** The state of its surroundings. */
  readonly health: Health;
  readonly lock: LockState;
  readonly appWindow: AppWindowState;
  /** The state of updates. */
  readonly update: UpdateState;
  readonly metrics: MetricsState;
  /** For training: nobody is admitted, whatever the screen says. */
  readonly rehearsal: boolean;
  /** Set while the kiosk runs against the embedded box office. */
  readonly demo: DemoGuide | null;
}

/** The operator's settings in force, and what else follows from the settings. */
export interface SettingsSlice extends KioskSettings {
  /** The names of the settings that a file manages, which cannot be changed here. */
  readonly managed: readonly string[];
  /** The path of that file; null: there is none. */
  readonly managedBy: string | null;
  /** Changes with the venue's logo; null: there is none. */
  readonly venueLogo: string | null;
  /** IANA name of the zone in which times are shown. */
  readonly zoneInUse: string;
}

/** Everything that screens show, in slices: each changes, and is sent to the pages, as a whole. */
export interface KioskState {
  readonly verdict: VerdictSlice;
  readonly session: SessionSlice;
  readonly door: DoorSlice;
  readonly scanners: Scanners;
  readonly records: RecordsSlice;
  /** How this door stands with the other doors of its venue. */
  readonly peers: VenueView;
  /** What this kiosk switches besides its screen, and how it is with each. */
  readonly outputs: readonly OutputState[];
  /** The state of the platform's future events. */
  readonly programme: ProgrammeState;
  readonly machine: MachineSlice;
  readonly settings: SettingsSlice;
}

export type SliceName = keyof KioskState;

/**
 * Slices of a state as they were at one moment. Versions rise, so that a page never takes an older slice
 * over a newer one, even if messages overtake one another.
 */
export interface StateUpdate<State = KioskState> {
  readonly version: number;
  readonly slices: Partial<State>;
}

/** An update with all slices, for a page that has none yet. */
export interface WholeState<State = KioskState> extends StateUpdate<State> {
  readonly slices: State;
}
