import type { CommandLine } from '#main/hosts/host/command-line.ts';
import { managedHere } from '#main/hosts/host/machine-settings.ts';
import { openKiosk } from '#main/hosts/host/open-kiosk.ts';
import { watchForSleep } from '#main/hosts/electron/sleep-watch.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import { logoFolder } from '#main/platform/programme/logos/logo-files.ts';
import { systemClock as clock } from '#main/base/system-clock.ts';
import type { Fault, KioskState } from '#shared/model/kiosk-state.ts';
import { app, safeStorage, session, type Session } from 'electron';
import { Store } from './store.ts';
import { join } from 'node:path';
import { forkUtilityProcess } from './box-office-utility.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import { keepPageAlive, logLostProcesses } from './crashes.ts';
import { keepGuestWindow } from './guest-window.ts';
import { findHome } from './home.ts';
import { openIpc } from './ipc.ts';
import { osKeyProtector } from './key-protector.ts';
import { createHostWindow, keepKioskMode } from './kiosk-mode.ts';
import { endCleanly } from './lifecycle.ts';
import { onWake } from './power.ts';
import type { Recovery } from './recovery.ts';
import { keepCertificateErrors } from './security/certificates.ts';
import { onCameraOff } from './security/camera-off.ts';
import { lockPage, lockSession } from './security/index.ts';
import { GUEST_PARTITION, pageSession } from './security/page-session.ts';
import { servePage } from './scheme.ts';
import { openSidesRecord } from './sides-record.ts';
import { Sides } from './sides.ts';
import { updateInstaller } from './update-installer.ts';
import { updateTrust } from './update-trust.ts';
import type { VersionStarts } from './version-starts.cjs';
import { createWindow } from './window.ts';

/**
 * Runs the kiosk in Electron, once the app is ready.
 *
 * @param out the folder that everything is built to
 * @param recovery how the kiosk starts again when it cannot go on
 * @param versionStarts counts this start as a failure until the page shows a screen
 */
export async function run(
  commandLine: CommandLine,
  out: string,
  recovery: Recovery,
  versionStarts: VersionStarts,
): Promise<void> {
  const userData = app.getPath('userData');
  const logs = join(userData, 'logs');
  const logger = openFileLog(logs, { console: !app.isPackaged });
  const home = findHome();
  const { windowed } = commandLine;
  const appWindow = createHostWindow(windowed, () => sides.swap());

  const { kiosk, close, suspend, dataDirectory } = await openKiosk({
    commandLine,
    ...managedHere(process.platform, process.env),
    version: app.getVersion(),
    dataDirectory: userData,
    exportFolder: documentsFolder() ?? userData,
    crashFolder: app.getPath('crashDumps'),
    graphics: () => ({ ...app.getGPUFeatureStatus() }),
    workers: {
      programme: join(out, 'main', 'programme-worker.js'),
      snapshot: join(out, 'main', 'snapshot-worker.js'),
      tickets: join(out, 'main', 'ticket-worker.js'),
      house: join(out, 'main', 'house-worker.js'),
    },
    housePage: join(out, 'main', 'house-page.js'),
    Store,
    keyProtector: osKeyProtector(safeStorage, process.platform),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    forkBoxOffice: forkUtilityProcess(join(out, 'main', 'box-office.js')),
    appWindow,
    updates: {
      installer: updateInstaller(logger.scope('updates')),
      trust: updateTrust(logger.scope('updates')),
      endThen: (last) => end({ keepSession: false, then: last }),
    },
    clock,
    logger,
    startAgain: () => recovery.startAgain(),
    fail: (what) => recovery.fail(what),
    fault: recovery.isPausing ? keepsFailing(logs, versionStarts) : null,
  });

  const folders = { renderer: join(out, 'renderer'), logos: () => logoFolder(dataDirectory()) };
  const openPages = async (session: Session, url: string, hasCamera: () => boolean) => {
    servePage(session, folders, hasCamera);
    await lockSession(session, url, hasCamera);
  };
  const sides = new Sides(
    kiosk,
    openSidesRecord(join(userData, 'sides.json'), (error) =>
      logger.error('whose display is whose was not kept', errorFact(error)),
    ),
  );
  keepCertificateErrors(app);
  logLostProcesses(logger);
  const preload = join(out, 'preload', 'index.cjs');
  const window = createWindow({ windowed, preload, kiosk });
  lockPage(window, home.url);
  await openPages(pageSession(), home.url, () => kiosk.state().settings.camera);
  const ipc = openIpc(home.origin, logger);
  ipc.connect(window, kiosk);
  const end = endCleanly({
    ...{ window, clock, logger, suspend },
    async close() {
      recovery.noteEnd();
      versionStarts.cancel();
      await close();
    },
    mayClose() {
      const may = kiosk.mayCall('quit');
      if (!may) appWindow.noteRefusal();
      return may;
    },
  });
  recovery.use({ end, logger });
  const mode = keepKioskMode({ window, kiosk, appWindow, sides, clock, logger });
  const page = keepPageAlive({
    ...{ window, url: home.url, clock, logger },
    onFirstScreen: () => versionStarts.ready(),
    onAlive(at) {
      kiosk.page.noteSeen(at);
      mode.noteAlive();
    },
    onBack: (awayAt) => kiosk.page.noteBack(awayAt),
    giveUp: () => recovery.fail('the page fails over and over'),
  });
  await openPages(pageSession(GUEST_PARTITION), home.guestUrl, () => false);
  keepGuestWindow({
    ...{ kiosk, usher: window, sides, windowed, preload, ipc, clock, logger },
    url: home.guestUrl,
    onShown: (isShown) => appWindow.noteShowsGuests(isShown),
  });
  kiosk.onState(tellOfVerdicts(() => page.askNow()));
  kiosk.onState(onCameraOff(() => window.webContents.reload()));
  onWake(() => kiosk.resume());
  watchForSleep(clock, () => kiosk.resume());
  await kiosk.start();
  tryTheKeyAgain(kiosk.state(), recovery);
}

/** How long a kiosk waits for its key store to be opened before it looks again, in milliseconds. */
const KEY_PAUSE = 60_000;

/**
 * Chromium queries the key store once per process: a key store that was unlocked later is found by the next
 * start only.
 */
function tryTheKeyAgain({ machine: { fault } }: KioskState, recovery: Recovery): void {
  if (fault?.type === 'ledger' && fault.code === 'no-key') {
    clock.after(KEY_PAUSE, () => recovery.startAgain());
  }
}

function keepsFailing(logs: string, { hasFailed, since, goBack }: VersionStarts): Fault {
  return { type: 'keeps-failing', logs, version: hasFailed ? { since, goBack } : null };
}

/** Calls `tell` for each verdict that is shown, once. */
function tellOfVerdicts(tell: () => void): (state: KioskState) => void {
  let newest = 0;
  return ({ verdict: { shown: verdict } }) => {
    if (verdict === null || verdict.sequence === newest) return;
    newest = verdict.sequence;
    tell();
  };
}

/** Null if this user has no such folder, as with accounts made for a service alone. */
function documentsFolder(): string | null {
  try {
    return app.getPath('documents');
  } catch {
    return null;
  }
}
