import { PageWatch } from '#main/hosts/electron/page-watch.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Clock, LogFacts, Logger } from '#main/base/ports.ts';
import { app, type BrowserWindow } from 'electron';
import { createReloadGuard } from './reload-guard.ts';

/** How long to wait before a page that failed to load is loaded again, in milliseconds. */
const LOAD_AGAIN_AFTER = 1_000;

/** Chromium's error for a load that was superseded by another one. */
const ABORTED = -3;

/**
 * The attribute in which the page names the screen that it shows, and its value before the page has
 * received a state.
 */
const SHOWS_A_SCREEN = `!['starting', undefined].includes(document.documentElement.dataset.screen)`;

/** Settles when the page first shows a screen. The next poll may be too late: the page may be gone by then. */
const FIRST_SCREEN = `new Promise((resolve) => {
  const look = () => ${SHOWS_A_SCREEN} && resolve(observer.disconnect());
  const observer = new MutationObserver(look);
  observer.observe(document.documentElement, { attributes: true });
  look();
})`;

export interface CrashParts {
  readonly window: BrowserWindow;
  /** The page's address. */
  readonly url: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The page shows a screen, for the first time since it was loaded. */
  readonly onFirstScreen?: () => void;
  /** The page has received everything that was sent to it until `at`, on the steady clock. */
  readonly onAlive: (at: number) => void;
  /** The page shows a screen again; the last time it was known not to was `awayAt`, on the steady clock. */
  readonly onBack: (awayAt: number) => void;
  /** The page has failed too often to be loaded once more. */
  readonly giveUp: () => void;
}

/**
 * Loads the page, and loads it again whenever its process is gone, it hangs, or it shows nothing. Main
 * holds the state, so a reload loses nothing. A page that fails over and over is given up.
 */
export function keepPageAlive(parts: CrashParts): { readonly askNow: () => void } {
  const { window, url, clock, logger, onFirstScreen, onAlive, onBack, giveUp } = parts;
  const { webContents } = window;
  const mayReload = createReloadGuard(clock);
  let callOff = (): void => undefined;

  const watch = new PageWatch({
    clock,
    onAlive,
    onBack,
    async ask() {
      // A debugger that has paused the page may keep it from answering.
      if (webContents.isDevToolsOpened()) return true;
      return Boolean(await webContents.mainFrame.executeJavaScript(SHOWS_A_SCREEN));
    },
    onHang() {
      logger.error('the page does not answer, its process is ended');
      // Killed through the operating system: a stopped process would not react to a message from Chromium.
      if (killed(webContents.getOSProcessId())) return;
      reload();
    },
  });

  function load(): void {
    window.loadURL(url).catch((error: unknown) => {
      logger.error('the page did not load', errorFact(error));
    });
  }

  function reload(after = 0): void {
    watch.noteGone();
    callOff();
    if (mayReload()) callOff = clock.after(after, load);
    else {
      watch.stop();
      giveUp();
    }
  }

  webContents.on('dom-ready', () => {
    webContents.mainFrame.executeJavaScript(FIRST_SCREEN).then(
      () => onFirstScreen?.(),
      () => undefined,
    );
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error('the page crashed', { reason, exitCode });
    reload();
  });
  webContents.on('did-fail-load', (_event, errorCode, _description, _url, isMainFrame) => {
    if (isMainFrame && errorCode !== ABORTED) reload(LOAD_AGAIN_AFTER);
  });
  webContents.on('preload-error', (_event, _path, error) => {
    logger.error('the page’s preload script failed', errorFact(error));
    reload(LOAD_AGAIN_AFTER);
  });
  window.once('closed', () => {
    callOff();
    watch.stop();
  });
  load();
  watch.start();
  return { askNow: () => watch.askNow() };
}

/** Chromium restarts its other processes by itself; the reason why they ended is only logged. */
export function logLostProcesses(logger: Logger): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName = '' }) => {
    const facts: LogFacts = { type, reason, exitCode, service: serviceName };
    if (reason !== 'clean-exit') logger.error('a process of the kiosk is gone', facts);
  });
}

function killed(processId: number): boolean {
  try {
    // Signalling pid 0 would reach this process and its whole process group.
    return processId > 0 && process.kill(processId, 'SIGKILL');
  } catch {
    return false;
  }
}
