import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { Fault, KioskState, WholeState } from '#shared/model/kiosk-state.ts';
import type { SettingsRights } from '#shared/model/health.ts';
import type { HousePage } from '#shared/model/house-page.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import type { Result } from '#shared/result.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { OutputTimings } from '#main/entrance/outputs/timings.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { CallGuard } from '#main/base/ipc/dispatcher.ts';
import type { Metrics } from '#main/operations/metrics/metrics.ts';
import type { Clock, Fetch, KeyProtector, Logger } from '#main/base/ports.ts';
import type { ProgrammeTimings } from '#main/platform/programme/timings.ts';
import type { HidPort } from '#main/entrance/scanners/hid/port.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { AppWindow } from '#main/base/app-window.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Updates } from '#main/operations/updates/updates.ts';
import type { OfMachine } from '#main/operations/support/of-machine.ts';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import type { Vault } from '#main/base/vault/vault.ts';
import type { StateListener } from './state-publisher.ts';
import type { DoorKey } from '#main/venue/door-key.ts';

/** What the kiosk needs from its host. */
export interface KioskPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keyProtector: KeyProtector;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  /** Starts the application again; missing where that is not possible. */
  readonly startAgain?: () => void;
  /** The vault of the data directory, if it is open already. */
  readonly vault?: Vault;
  /**
   * Where the PIN is stored, if not in the data directory: a rehearsal uses the real kiosk's PIN.
   */
  readonly pinFile?: SealedFile;
  /** Null on machines without support for HID devices. */
  readonly hid: HidPort | null;
  /** A folder for everything that this kiosk keeps; used by no other kiosk. */
  readonly dataDirectory: string;
  /** Where files for people are written. */
  readonly exportFolder: string;
  readonly workers: Workers;
  readonly version: string;
  /** Missing where the kiosk has no window of its own: in a browser. */
  readonly appWindow?: AppWindow;
  /** Missing where updates are never looked for: in a demonstration, in a browser. */
  readonly updates?: Updates;
  /**
   * Facts about the machine for support bundles; if missing, these contain only facts about the
   * kiosk.
   */
  readonly machine?: OfMachine;
  /**
   * Determines who may change the machine's settings file; missing if there is none, or it is not
   * checked.
   */
  readonly settingsRights?: () => Promise<SettingsRights | null>;
  /** The addresses at which other kiosks can reach this machine; missing: those that the system tells. */
  readonly addresses?: () => readonly string[];
  /** Missing where metrics are not collected. */
  readonly metrics?: Pick<Metrics, 'state' | 'onChange' | 'countFor' | 'serve'>;
  /** Loads what draws the page of the house for phones; missing where there is none. */
  readonly housePage?: () => Promise<HousePage>;
}

/** The modules of the threads: source files, or what they were built to. */
export interface Workers {
  /** Reads the programme: programme/refresh/worker.ts. */
  readonly programme: string;
  /** Builds snapshots: snapshot/snapshot-worker.ts. */
  readonly snapshot: string;
  /** Searches snapshots, and reads and tries lists of entrances: kiosk/ticket-worker.ts. */
  readonly tickets: string;
  /** Talks to the other doors of the house: venue/house-worker.ts. */
  readonly house: string;
}

/** The options of this start of the kiosk. */
export interface KioskOptions {
  /**
   * The base URL from the command line, the environment or the demonstration; overrides the
   * settings.
   */
  readonly baseUrl: string | null;
  readonly demo: DemoGuide | null;
  /** A fault that occurred before the kiosk could be created. */
  readonly fault: Fault | null;
  /** How the kiosk begins and ends rehearsals; missing if it cannot rehearse. */
  readonly rehearsal?: { readonly isOn: boolean; readonly switchTo: Rehearse };
  readonly timings?: AdmissionTimings;
  readonly programmeTimings?: ProgrammeTimings;
  readonly outputTimings?: OutputTimings;
}

/** What every part of the kiosk is created with. */
export interface CommonParts {
  readonly ports: KioskPorts;
  /** The key to the data directory. */
  readonly vault: Vault;
  /** By which the other doors of the venue know this one. */
  readonly doorKey: DoorKey;
  readonly platformClock: PlatformClock;
}

/** Switches to a rehearsal, or back to the door. */
export type Rehearse = (on: boolean) => Promise<Result<null, RehearsalFailure>>;

/** The whole kiosk, as its host uses it. */
export interface Kiosk {
  readonly handlers: KioskHandlers;
  /** Whether a renderer may make a call now. */
  readonly mayCall: CallGuard;
  state(): KioskState;
  /** The state as pages have it, for a page that has none yet; publishes what has changed before. */
  whole(): WholeState;
  /** Calls `listener` whenever slices of the state have changed; returns a function that stops this. */
  onState(listener: StateListener): () => void;
  start(): Promise<void>;
  /**
   * Called when the machine has slept: opens devices again, and asks the platform about the
   * session.
   */
  resume(): void;
  /** Receives what is known about the page that shows the verdicts. */
  readonly page: PageSight;
  /**
   * Releases everything, as a restart would, but leaves the session on the platform alive: pending
   * scans get their verdicts, devices and files are closed, and no further requests are sent.
   *
   * @param why what people are told meanwhile
   */
  suspend(why: 'switching' | 'closing'): Promise<void>;
  /** Ends the session on the platform, even if the kiosk has been suspended; bounded in time. */
  stop(): Promise<void>;
}

/** Whether people can see what the kiosk shows. */
export interface PageSight {
  /**
   * Called when the page was there at `at`, on the steady clock, and has shown everything that was
   * sent until then.
   */
  noteSeen(at: number): void;
  /**
   * Called when the page is back after it was away until `awayAt`, on the steady clock: verdicts
   * that nobody can have seen are shown again.
   */
  noteBack(awayAt: number): void;
}

/**
 * The kiosk that a host serves, which may change between the door and rehearsals; in between it
 * takes no calls.
 */
export interface HostedKiosk extends Omit<Kiosk, 'handlers' | 'suspend'> {
  readonly handlers: KioskHandlers | null;
  /**
   * Closes everything but leaves the session alive, as after a crash: the next start resumes it.
   */
  suspend(): Promise<void>;
}
