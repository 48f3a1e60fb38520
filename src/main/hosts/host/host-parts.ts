import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { ForkBoxOffice } from '#main/rehearsal/demo/box-office-process.ts';
import type { HostedKiosk, KioskPorts, Workers } from '#main/kiosk/kiosk.ts';
import type { Clock, KeyProtector, Logger } from '#main/base/ports.ts';
import { nodeHidPort } from '#main/entrance/scanners/hid/node-hid-port.ts';
import type { HidPort } from '#main/entrance/scanners/hid/port.ts';
import type { StoreClass } from '#main/settings/settings-file.ts';
import type { AppWindow } from '#main/base/app-window.ts';
import type { OfMachine } from '#main/operations/support/of-machine.ts';
import type { HttpOptions } from '#main/platform/ticketing/http.ts';
import type { SettingsRights } from '#shared/model/health.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import type { Result } from '#shared/result.ts';
import type { CommandLine } from './command-line.ts';
import type { UpdatesParts } from './open-updates.ts';
import type { RegistryValues } from './windows-registry.ts';

/** What a host gives the kiosk to live on. */
export interface HostParts {
  readonly commandLine: CommandLine;
  /**
   * Finds the settings file that applies where the command line names none; null: there is none. An error says
   * what is wrong with how administrators name it; rejects if that cannot be read.
   */
  readonly machineSettings: () => Promise<Result<string | null, string>>;
  /** What administrators of Windows set above everything else; missing where there is no such thing. */
  readonly policies?: () => Promise<RegistryValues>;
  /** Checks who may change that file; null if there is nothing to say. Missing where this is not checked. */
  readonly settingsRights?: () => Promise<SettingsRights | null>;
  readonly version: string;
  /** Where everything of this installation is kept. */
  readonly dataDirectory: string;
  /** Where files for people are written. */
  readonly exportFolder: string;
  readonly workers: Workers;
  /** The module that draws the house for phones; missing where nobody does. */
  readonly housePage?: string;
  readonly Store: StoreClass;
  readonly keyProtector: KeyProtector;
  /** The way out to a URL, in the words of a PAC file; everything goes straight without it. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  readonly forkBoxOffice: ForkBoxOffice;
  /** The HID devices, where they are not the machine's own. */
  readonly hid?: HidPort;
  readonly appWindow?: AppWindow;
  /** Where the system leaves dumps of crashed processes, if it does. */
  readonly crashFolder?: string;
  /** How what draws the screen is; missing where that is a browser's affair. */
  readonly graphics?: OfMachine['graphics'];
  /** Missing where a newer version is installed by others, and nobody looks for one. */
  readonly updates?: Pick<UpdatesParts, 'installer' | 'trust' | 'endThen'>;
  /** Starts the application again; missing where nothing does. */
  readonly startAgain?: () => void;
  /** Called when the kiosk cannot go on; missing where nothing starts it again. */
  readonly fail?: (what: string) => void;
  /** A fault that is known already: then nothing is tried. */
  readonly fault?: Fault | null;
  /** How long things take at the door; missing where that is for the operator to set. */
  readonly timings?: AdmissionTimings;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface OpenedKiosk {
  /** Made, and yet to be started. */
  readonly kiosk: HostedKiosk;
  /** Its data folder; another one while it rehearses. */
  readonly dataDirectory: () => string;
  /** Stops the kiosk and then its services: the last request invalidates the token. */
  readonly close: () => Promise<void>;
  /** Likewise, but leaves the session alive on the platform, for the next start to take up. */
  readonly suspend: () => Promise<void>;
}

/** What every kiosk that is made here has in common. */
export type Common = Omit<KioskPorts, 'fetch' | 'hid' | 'dataDirectory' | 'pinFile' | 'vault'>;

/** The HID devices of this host; the machine's own, if it names none. */
export function hidOf({ hid }: HostParts): HidPort {
  return hid ?? nodeHidPort();
}

/** The options for HTTP of everything that is made here. */
export function httpOptions({ resolveProxy, logger }: HostParts): HttpOptions {
  return { ...(resolveProxy && { resolveProxy }), logger };
}
