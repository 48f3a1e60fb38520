import type { Clock, Logger } from '#main/ports.ts';
import { app, type BrowserWindow } from 'electron';
import { createReloadGuard } from './reload-guard.ts';

export interface CrashParts {
  readonly window: BrowserWindow;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Loads the page again when its process is gone: main has the state, so that costs nothing but the
 * moment. A page that crashes over and over ends the application, for whoever watches it to restart.
 */
export function reloadAfterCrash({ window, clock, logger }: CrashParts): void {
  const mayReload = createReloadGuard(clock);
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error('the page crashed', { reason, exitCode });
    if (mayReload()) window.webContents.reload();
    else app.quit();
  });
}
