import type { ForkBoxOffice } from '#main/demo/box-office-process.ts';
import { startDemo } from '#main/demo/start-demo.ts';
import type { Kiosk, Workers } from '#main/kiosk-ports.ts';
import { createKiosk } from '#main/kiosk.ts';
import type { Clock, KeyProtector, Logger } from '#main/ports.ts';
import { demoSettings } from '#main/settings/demo-settings.ts';
import { provisioned, readProvisioning } from '#main/settings/provisioning.ts';
import { openSettingsFile, type StoreClass } from '#main/settings/settings-file.ts';
import { nodeHidPort } from '#main/scanners/hid/node-hid-port.ts';
import { createHttp } from '#main/ticketing/http.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import type { Result } from '#shared/result.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandLine } from './command-line.ts';

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
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface OpenedKiosk {
  /** Made, and yet to be started. */
  readonly kiosk: Kiosk;
  /** Where it keeps what it keeps. */
  readonly dataDirectory: string;
  /** Stops the kiosk, then what it lives on: its last request is the token's revocation. */
  readonly close: () => Promise<void>;
}

/** Makes the kiosk, and before it the demo's box office, if the command line asks for it. */
export async function openKiosk(parts: HostParts): Promise<OpenedKiosk> {
  const { commandLine, version, Store, keyProtector, clock, logger } = parts;
  const { resolveProxy, forkBoxOffice, workers, exportFolder } = parts;
  const demo = commandLine.demo ? await startDemo({ fork: forkBoxOffice, clock, logger }) : null;
  const running = demo?.ok ? demo.value : null;
  const http = createHttp({ ...(resolveProxy && { resolveProxy }), logger });
  const ownSettings = openSettingsFile(Store, { directory: parts.dataDirectory, version, logger });
  const path = commandLine.settingsFile ?? parts.machineSettings;
  const managed = path === null ? null : readProvisioning(path);
  const lasting = managed?.ok ? provisioned(ownSettings, managed.value) : ownSettings;
  const settingsFile = running === null ? lasting : demoSettings(lasting);
  const dataDirectory =
    running === null ? parts.dataDirectory : emptyFolder(join(parts.dataDirectory, 'demo'));
  const kiosk = createKiosk(
    {
      ...{ clock, keyProtector, logger, settingsFile, dataDirectory, workers, version },
      exportFolder,
      fetch: http.fetch,
      hid: nodeHidPort(),
    },
    {
      baseUrl: running?.baseUrl ?? commandLine.baseUrl,
      demo: running?.guide ?? null,
      fault: faultOf(demo, path, managed),
    },
  );
  return {
    kiosk,
    dataDirectory,
    async close() {
      await kiosk.stop();
      await running?.stop();
      await http.close();
    },
  };
}

/** Each demonstration begins anew, and leaves the scans of the real door alone. */
function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

function faultOf(
  demo: Result<unknown, 'demo-failed'> | null,
  path: string | null,
  managed: Result<unknown, string> | null,
): Fault | null {
  if (path !== null && managed?.ok === false) {
    return { type: 'settings-file', path, detail: managed.error };
  }
  return demo?.ok === false ? { type: demo.error } : null;
}
