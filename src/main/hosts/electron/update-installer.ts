import type { Logger } from '#main/base/ports.ts';
import type { UpdateInstaller } from '#main/operations/updates/installer.ts';
import { wayOf } from '#main/operations/updates/system.ts';
import { appImageOf } from './app-image.ts';
import type { OpenedUpdater } from './updater.ts';

/**
 * Installs newer versions in the way in which this kiosk was installed. electron-updater is loaded when a
 * feed offers something: most starts of a kiosk need none of it, and it would take a tenth of their time.
 */
export function updateInstaller(logger: Logger): UpdateInstaller {
  const appImage = appImageOf(process.env, process.execPath);
  const system = wayOf({ platform: process.platform, arch: process.arch, appImage });
  let opened: OpenedUpdater | null = null;
  async function open(): Promise<OpenedUpdater> {
    const { openUpdater } = await import('./updater.ts');
    return (opened ??= openUpdater(system.way, appImage, logger));
  }
  return {
    ...system,
    isFor: async (offer) => (await open()).isFor(offer),
    download: async (onProgress, signal) => (await open()).download(onProgress, signal),
    prepare: async () => (await open()).prepare(),
    // Nothing is installed that was not downloaded.
    install: () => opened?.install(),
  };
}
