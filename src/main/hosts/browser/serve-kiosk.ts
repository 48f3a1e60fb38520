import type { ForkBoxOffice } from '#main/rehearsal/demo/box-office-process.ts';
import type { BrowserCommandLine } from '#main/hosts/host/command-line.ts';
import { createEnding } from '#main/hosts/host/ending.ts';
import { HostWindow } from '#main/hosts/host/host-window.ts';
import { managedHere } from '#main/hosts/host/machine-settings.ts';
import { openKiosk } from '#main/hosts/host/open-kiosk.ts';
import { plainKeyProtector } from '#main/hosts/host/plain-key-protector.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import type { Workers } from '#main/kiosk/kiosk.ts';
import { logoFolder } from '#main/platform/programme/logos/logo-files.ts';
import { systemClock as clock } from '#main/base/system-clock.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { err, ok, type Result } from '#shared/result.ts';
import Store from 'conf';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { startBrowserHost } from './browser-host.ts';
import { dataDirectory as usualDirectory } from './data-directory.ts';
import { openInBrowser, opener } from './open-browser.ts';

export interface ServedKioskParts {
  readonly commandLine: BrowserCommandLine;
  /** The folder of the built renderer. */
  readonly root: string;
  /** The built worker scripts. */
  readonly workers: Workers;
  /** The built module that draws the house for phones. */
  readonly housePage: string;
  readonly forkBoxOffice: ForkBoxOffice;
}

/** Serves the kiosk until a signal ends it. If that fails, prints the reason for a person. */
export async function serveKiosk(parts: ServedKioskParts): Promise<Result<void, string>> {
  const { commandLine, root, workers, housePage, forkBoxOffice } = parts;
  const directory =
    commandLine.userDataDirectory ?? usualDirectory(process.platform, process.env, homedir());
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logger = openFileLog(join(directory, 'logs'), { console: false });

  const nothing = (): void => undefined;
  const appWindow = new HostWindow(NO_APP_WINDOW, { quit: nothing, swapSides: nothing });
  const { kiosk, close, dataDirectory } = await openKiosk({
    commandLine,
    ...managedHere(process.platform, process.env),
    version: packageJson.version,
    dataDirectory: directory,
    exportFolder: directory,
    workers,
    housePage,
    Store,
    keyProtector: plainKeyProtector,
    forkBoxOffice,
    appWindow,
    clock,
    logger,
  });
  const folders = { renderer: root, logos: () => logoFolder(dataDirectory()) };
  const host = await startBrowserHost({
    ...{ kiosk, logger, folders, port: commandLine.port },
    onGuests: (areThere) => appWindow.noteShowsGuests(areThere),
  });
  if (!host.ok) {
    await close();
    return err(`port ${commandLine.port} cannot be used (${host.error})`);
  }

  const command = opener(process.platform, process.env);
  const forget = command && openInBrowser(host.value.address, directory, command);
  const end = createEnding({
    clock,
    logger,
    async cleanUp() {
      forget?.();
      await host.value.close();
      await close();
    },
    exit: () => process.exit(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

  process.stdout.write(`The kiosk is open, for one browser, at\n  ${host.value.address}\n`);
  await kiosk.start();
  return ok();
}
