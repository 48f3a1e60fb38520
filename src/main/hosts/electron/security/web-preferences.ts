import { app, type WebPreferences } from 'electron';

/**
 * A page without Node, sandboxed and with context isolation: all that it has of the kiosk is what the
 * preload script exposes.
 *
 * @param partition the session of its page
 */
export function lockedWebPreferences(preload: string, partition: string): WebPreferences {
  return {
    preload,
    partition,
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
    // Disables the system's file dialogs, which would give access to all files.
    disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
    // It would load its dictionaries from the internet.
    spellcheck: false,
    // Allows sound without a user gesture: a verdict must be heard after a restart, before anybody has
    // touched the page.
    autoplayPolicy: 'no-user-gesture-required',
  };
}
