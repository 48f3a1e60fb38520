import { allEnded } from '#main/all-ended.ts';
import type { ForkBoxOffice } from '#main/demo/box-office-process.ts';
import { emptyFolder } from '#main/demo/empty-folder.ts';
import { startDemo } from '#main/demo/start-demo.ts';
import type { HostedKiosk, KioskPorts, Workers } from '#main/kiosk-ports.ts';
import { createKiosk } from '#main/kiosk.ts';
import { pinFileIn } from '#main/lock/pin-file.ts';
import { Metrics } from '#main/metrics/metrics.ts';
import type { Clock, KeyProtector, Logger } from '#main/ports.ts';
import { createLine } from '#main/rehearsal/line.ts';
import { prepareRehearsal } from '#main/rehearsal/prepare-rehearsal.ts';
import { SwitchingKiosk } from '#main/rehearsal/switching-kiosk.ts';
import { demoSettings } from '#main/settings/demo-settings.ts';
import { provisioned, readProvisioning } from '#main/settings/provisioning.ts';
import {
  openSettingsFile,
  type SettingsFile,
  type StoreClass,
} from '#main/settings/settings-file.ts';
import { nodeHidPort } from '#main/scanners/hid/node-hid-port.ts';
import type { HidPort } from '#main/scanners/hid/port.ts';
import { createHttp } from '#main/ticketing/http.ts';
import type { OfMachine } from '#main/support/of-machine.ts';
import { openVault } from '#main/vault/vault.ts';
import { mayBeAsked } from '#shared/plain-http.ts';
import type { Shell } from '#main/shell.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import type { Result } from '#shared/result.ts';
import { join } from 'node:path';
import type { CommandLine } from './command-line.ts';
import { openUpdates, type UpdatesParts } from './open-updates.ts';

/** What a host gives the kiosk to live on. */
export interface HostParts {
  readonly commandLine: CommandLine;
  /** A settings file that counts where the command line names none; null: there is none. */
  readonly machineSettings: string | null;
  readonly version: string;
  /** Where everything of this installation is kept. */
  readonly dataDirectory: string;
  /** Where files for people are written. */
  readonly exportFolder: string;
  readonly workers: Workers;
  readonly Store: StoreClass;
  readonly keyProtector: KeyProtector;
  /** The way out to a URL, in the words of a PAC file; everything goes straight without it. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  readonly forkBoxOffice: ForkBoxOffice;
  /** The HID devices, where they are not the machine's own. */
  readonly hid?: HidPort;
  readonly shell?: Shell;
  /** Where the system leaves dumps of crashed processes, if it does. */
  readonly crashFolder?: string;
  /** How what draws the screen is; missing where that is a browser's affair. */
  readonly graphics?: OfMachine['graphics'];
  /** Missing where a newer version is installed by others, and nobody looks for one. */
  readonly updates?: Pick<UpdatesParts, 'installer' | 'endThen'>;
  /** Starts the application again; missing where nothing does. */
  readonly startAgain?: () => void;
  /** What the kiosk lives on is gone: it cannot go on; missing where nothing starts it again. */
  readonly fail?: (what: string) => void;
  /** What is wrong already: then nothing is tried. */
  readonly fault?: Fault | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface OpenedKiosk {
  /** Made, and yet to be started. */
  readonly kiosk: HostedKiosk;
  /** Where it keeps what it keeps; another folder while it rehearses. */
  readonly dataDirectory: () => string;
  /** Stops the kiosk, then what it lives on: its last request is the token's revocation. */
  readonly close: () => Promise<void>;
  /** Likewise, but leaves the session alive on the platform, for the next start to take up. */
  readonly rest: () => Promise<void>;
}

/** What every kiosk that is made here has in common. */
type Common = Omit<KioskPorts, 'fetch' | 'hid' | 'dataDirectory' | 'pinFile' | 'vault'>;

/** Makes the kiosk: that of a demonstration, if the command line asks for it, or that of the door. */
export async function openKiosk(parts: HostParts): Promise<OpenedKiosk> {
  const { commandLine, version, Store, keyProtector, clock, logger } = parts;
  const { workers, exportFolder } = parts;
  const ownSettings = openSettingsFile(Store, { directory: parts.dataDirectory, version, logger });
  const path = commandLine.settingsFile ?? parts.machineSettings;
  const managed = path === null ? null : readProvisioning(path);
  const settingsFile =
    path !== null && managed?.ok ? provisioned(ownSettings, path, managed.value) : ownSettings;
  const fault = parts.fault ?? faultOf(path, managed) ?? notPermitted(commandLine, settingsFile);
  const metrics = new Metrics({ version, clock, logger: logger.scope('metrics'), settingsFile });
  const updates =
    parts.updates && !commandLine.demo
      ? openUpdates({
          ...parts.updates,
          ...{ settingsFile, clock, logger: logger.scope('updates'), http: httpOptions(parts) },
          ledger: join(parts.dataDirectory, 'ledger.db'),
        })
      : null;
  const common = {
    clock,
    keyProtector,
    logger,
    settingsFile,
    workers,
    exportFolder,
    version,
    metrics,
    machine: {
      installation: parts.dataDirectory,
      logFolder: join(parts.dataDirectory, 'logs'),
      crashFolder: parts.crashFolder ?? null,
      graphics: parts.graphics ?? (() => null),
    },
    ...(parts.shell && { shell: parts.shell }),
    ...(updates && { updates: updates.updates }),
    ...(parts.startAgain && { startAgain: parts.startAgain }),
  };
  const opened = commandLine.demo
    ? await openDemo(parts, common, fault)
    : openDoor(parts, common, fault);
  metrics.follow(opened.kiosk);
  updates?.follow(opened.kiosk);
  const close = async (): Promise<void> => {
    await metrics.close();
    await updates?.close();
  };
  return {
    ...opened,
    async close() {
      await allEnded([close(), opened.close()]);
    },
    async rest() {
      await allEnded([close(), opened.rest()]);
    },
  };
}

async function openDemo(
  parts: HostParts,
  common: Common,
  fault: Fault | null,
): Promise<OpenedKiosk> {
  const { forkBoxOffice, clock, logger } = parts;
  const demo = await startDemo({
    ...{ fork: forkBoxOffice, clock, logger },
    onLoss: () => parts.fail?.('the demonstration has lost its box office'),
  });
  const running = demo.ok ? demo.value : null;
  const http = createHttp(httpOptions(parts));
  const dataDirectory =
    running === null ? parts.dataDirectory : emptyFolder(join(parts.dataDirectory, 'demo'));
  const settingsFile = running === null ? common.settingsFile : demoSettings(common.settingsFile);
  const kiosk = createKiosk(
    { ...common, settingsFile, dataDirectory, fetch: http.fetch, hid: hidOf(parts) },
    {
      baseUrl: running?.baseUrl ?? null,
      demo: running?.guide ?? null,
      fault: fault ?? (demo.ok ? null : { type: demo.error }),
    },
  );
  const close = async (): Promise<void> => {
    await kiosk.stop();
    await running?.stop();
    await http.close();
  };
  return {
    kiosk: { ...kiosk, rest: close },
    dataDirectory: () => dataDirectory,
    close,
    // The next start has a box office of its own, to which this session says nothing.
    rest: close,
  };
}

function openDoor(parts: HostParts, common: Common, fault: Fault | null): OpenedKiosk {
  const { forkBoxOffice, commandLine, dataDirectory, keyProtector, clock, logger } = parts;
  // One for all doors that are opened here: a key that only this run has would else be several.
  const vault = openVault(dataDirectory, keyProtector, logger.scope('vault'));
  const kiosk = new SwitchingKiosk({
    logger,
    openRealDoor(switchTo) {
      const line = createLine(() => createHttp(httpOptions(parts)));
      const real = createKiosk(
        { ...common, vault, dataDirectory, fetch: line.fetch, hid: hidOf(parts) },
        {
          ...{ baseUrl: commandLine.baseUrl, demo: null, fault },
          // A kiosk with a fault was never started: it has no door to come back to.
          ...(fault === null && { rehearsal: { isOn: false, switchTo } }),
        },
      );
      return { kiosk: real, dataDirectory, line };
    },
    prepareRehearsal: (switchTo, signal) =>
      prepareRehearsal(
        {
          ...{ fork: forkBoxOffice, clock, logger },
          folder: join(dataDirectory, 'rehearsal'),
          createKiosk: ({ baseUrl, guide, ...own }) =>
            createKiosk(
              {
                ...common,
                ...own,
                settingsFile: demoSettings(common.settingsFile),
                pinFile: pinFileIn(dataDirectory, vault),
                hid: hidOf(parts),
              },
              { baseUrl, demo: guide, fault: null, rehearsal: { isOn: true, switchTo } },
            ),
        },
        signal,
      ),
  });
  return {
    kiosk,
    dataDirectory: () => kiosk.dataDirectory,
    close: () => kiosk.stop(),
    rest: () => kiosk.rest(),
  };
}

function hidOf({ hid }: HostParts): HidPort {
  return hid ?? nodeHidPort();
}

function httpOptions({ resolveProxy, logger }: HostParts) {
  return { ...(resolveProxy && { resolveProxy }), logger };
}

function faultOf(path: string | null, managed: Result<unknown, string> | null): Fault | null {
  return path !== null && managed?.ok === false
    ? { type: 'settings-file', path, detail: managed.error }
    : null;
}

/** The settings say whom plain http may go to, whoever names an address. */
function notPermitted({ baseUrl }: CommandLine, file: SettingsFile): Fault | null {
  return baseUrl === null || mayBeAsked(baseUrl, file.read().plainHttpHost)
    ? null
    : { type: 'plain-http', server: baseUrl };
}
