import type { VersionStarts } from './version-starts.cjs';

/** What is used of Electron. */
interface ElectronParts {
  readonly app: { whenReady(): Promise<void>; getLocale(): string };
  readonly BrowserWindow: { getAllWindows(): readonly unknown[] };
  readonly dialog: { showMessageBox(...args: unknown[]): Promise<unknown> };
}

/**
 * Says in a dialog of the system, in its language, that this version does not start. Resolves when somebody has
 * closed it, or after a minute.
 */
export declare function sayStartFailure(
  electron: ElectronParts,
  versionStarts: Pick<VersionStarts, 'version' | 'since' | 'goBack'>,
): Promise<void>;
