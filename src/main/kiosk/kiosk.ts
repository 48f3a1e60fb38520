import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { Fault, KioskState } from '#shared/model/kiosk-state.ts';
import type { SettingsRights } from '#shared/model/health.ts';
import type { RehearsalFailure } from '#shared/model/rehearsal.ts';
import type { Result } from '#shared/result.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
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

/** What the kiosk needs from its host. */
export interface KioskPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keyProtector: KeyProtector;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  /** Starts the application again, where something needs a new process; missing where nothing does. */
  readonly startAgain?: () => void;
  /** The key to the data directory, where it is open already. */
  readonly vault?: Vault;
  /** Where the PIN is, if not in the data directory: a rehearsal is behind the real kiosk's. */
  readonly pinFile?: SealedFile;
  /** Null where there are no HID devices to be had. */
  readonly hid: HidPort | null;
  /** A folder of its own for everything that it keeps. */
  readonly dataDirectory: string;
  /** Where files for people are written. */
  readonly exportFolder: string;
  readonly workers: Workers;
  readonly version: string;
  /** Missing where nothing is ours but the page: in a browser. */
  readonly appWindow?: AppWindow;
  /** Missing where no newer version is ever looked for: in a demonstration, in a browser. */
  readonly updates?: Updates;
  /** Where nothing is known of it, a support bundle tells of nothing but the kiosk. */
  readonly machine?: OfMachine;
  /** Looks who may change the machine's settings file; missing where there is none, or nobody looks. */
  readonly settingsRights?: () => Promise<SettingsRights>;
  /** Missing where nobody asks for numbers. */
  readonly metrics?: Pick<Metrics, 'state' | 'onChange' | 'countFor'>;
}

/** The modules of the threads: their source, or what they were built to. */
export interface Workers {
  /** Reads the programme: programme/refresh/worker.ts. */
  readonly programme: string;
  /** Builds snapshots: snapshot/snapshot-worker.ts. */
  readonly snapshot: string;
  /** Searches a snapshot: find/search-worker.ts. */
  readonly search: string;
}

/** What this start of the kiosk is about. */
export interface KioskOptions {
  /** From the command line, the environment or the demonstration; goes before the settings. */
  readonly baseUrl: string | null;
  readonly demo: DemoGuide | null;
  /** What went wrong before the kiosk could be put together. */
  readonly fault: Fault | null;
  /** How the kiosk begins and ends rehearsals; missing where there are none. */
  readonly rehearsal?: { readonly isOn: boolean; readonly switchTo: Rehearse };
  readonly timings?: AdmissionTimings;
  readonly programmeTimings?: ProgrammeTimings;
}

/** What every part of the kiosk is opened with. */
export interface CommonParts {
  readonly ports: KioskPorts;
  /** The key to the data directory. */
  readonly vault: Vault;
  readonly platformClock: PlatformClock;
  /** Something that the kiosk's state tells of is different now. */
  readonly onChange: () => void;
}

/** Switches to a rehearsal, or back to the door. */
export type Rehearse = (on: boolean) => Promise<Result<null, RehearsalFailure>>;

/** The whole kiosk, as its host sees it. */
export interface Kiosk {
  readonly handlers: KioskHandlers;
  /** Whether a renderer may make a call now. */
  readonly mayCall: CallGuard;
  state(): KioskState;
  /** Tells of each new state; returns how to stop. */
  onState(listener: (state: KioskState) => void): () => void;
  start(): Promise<void>;
  /** The machine has slept: devices are opened again, and the platform is asked about the session. */
  resume(): void;
  /** What is known of the page that shows the verdicts. */
  readonly page: PageSight;
  /**
   * Leaves everything as a restart would find it, and the session on the platform alive: who has
   * scanned gets a verdict, devices and files are closed, and nobody is asked anything any more.
   *
   * @param why what people are told meanwhile
   */
  suspend(why: 'switching' | 'closing'): Promise<void>;
  /** Ends the session on the platform, also that of a kiosk at rest; bounded in time. */
  stop(): Promise<void>;
}

/** Whether people can see what the kiosk shows. */
export interface PageSight {
  /** The page was there at `at`, on the steady clock, and has shown what it was told until then. */
  noteSeen(at: number): void;
  /**
   * The page is there again after it was not, until `awayAt` on the steady clock: verdicts that nobody can
   * have seen are shown again.
   */
  noteBack(awayAt: number): void;
}

/** The kiosk that a host serves, whatever it does at the moment: at times it takes no calls. */
export interface HostedKiosk extends Omit<Kiosk, 'handlers' | 'suspend'> {
  readonly handlers: KioskHandlers | null;
  /** Ends as a crash would, but with everything closed: the next start takes the session up. */
  suspend(): Promise<void>;
}
