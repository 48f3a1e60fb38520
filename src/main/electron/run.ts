import type { CommandLine } from '#main/host/command-line.ts';
import { machineSettings } from '#main/host/machine-settings.ts';
import { openKiosk } from '#main/host/open-kiosk.ts';
import { errorFact } from '#main/log/error-fact.ts';
import { openFileLog } from '#main/log/file-log.ts';
import { logoFolder } from '#main/programme/logos/logo-files.ts';
import { systemClock as clock } from '#main/system-clock.ts';
import { app, safeStorage, session } from 'electron';
import Store from 'electron-store';
import { join } from 'node:path';
import { forkUtilityProcess } from './box-office-utility.ts';
import { reloadAfterCrash } from './crashes.ts';
import { findHome } from './home.ts';
import { bindIpc } from './ipc.ts';
import { osKeyProtector } from './key-protector.ts';
import { endCleanly } from './lifecycle.ts';
import { keepDisplayOn, onWake } from './power.ts';
import { lockWindow } from './security/index.ts';
import { servePage } from './scheme.ts';
import { createWindow } from './window.ts';

/**
 * Runs the kiosk in Electron, once the app is ready.
 *
 * @param out the folder that everything is built to
 */
export async function run(commandLine: CommandLine, out: string): Promise<void> {
  const userData = app.getPath('userData');
  const logger = openFileLog(join(userData, 'logs'), { console: !app.isPackaged });
  const home = findHome();

  const { kiosk, close, dataDirectory } = await openKiosk({
    commandLine,
    machineSettings: machineSettings(process.platform, process.env),
    version: app.getVersion(),
    dataDirectory: userData,
    exportFolder: documentsFolder() ?? userData,
    workers: {
      programme: join(out, 'main', 'programme-worker.js'),
      snapshot: join(out, 'main', 'snapshot-worker.js'),
      search: join(out, 'main', 'search-worker.js'),
    },
    Store,
    keyProtector: osKeyProtector(safeStorage, process.platform),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    forkBoxOffice: forkUtilityProcess(join(out, 'main', 'box-office.js')),
    clock,
    logger,
  });

  servePage({
    renderer: join(out, 'renderer'),
    logos: () => logoFolder(dataDirectory()),
  });
  const { windowed } = commandLine;
  const window = createWindow({ windowed, preload: join(out, 'preload', 'index.cjs') });
  await lockWindow(window, home.url);
  bindIpc({ kiosk, window, origin: home.origin, logger });
  reloadAfterCrash({ window, clock, logger });
  endCleanly({ window, clock, logger, cleanUp: close });
  if (!windowed) keepDisplayOn();
  onWake(() => kiosk.resume());

  // A page that does not load, or a window closed while it does, ends nothing by itself.
  window.loadURL(home.url).catch((error: unknown) => {
    logger.error('the page did not load', errorFact(error));
  });
  await kiosk.start();
}

/** Null: this user has none, as accounts made for a service alone. */
function documentsFolder(): string | null {
  try {
    return app.getPath('documents');
  } catch {
    return null;
  }
}
