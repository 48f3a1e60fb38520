import { app, type WebPreferences } from 'electron';
import { PAGE_PARTITION } from './page-session.ts';

/**
 * A page without Node, in the sandbox and in a world of its own: all that it has of the kiosk is
 * what the preload gives it.
 */
export function lockedWebPreferences(preload: string): WebPreferences {
  return {
    preload,
    partition: PAGE_PARTITION,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    devTools: !app.isPackaged,
    // No dialog of the system's to choose files with: through it one would come to all of them.
    disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
    // It would load its dictionaries from the internet.
    spellcheck: false,
    // A verdict sounds after a restart, too, when nobody has touched the page yet.
    autoplayPolicy: 'no-user-gesture-required',
  };
}
