import type { Logger } from '#main/base/ports.ts';
import type { UpdateInstaller } from '#main/operations/updates/installer.ts';
import { wayOf } from '#main/operations/updates/system.ts';
import { appImageOf } from './app-image.ts';
import type { OpenedUpdater } from './updater.ts';

/**
 * Installs newer versions by the method by which this kiosk was installed. electron-updater is loaded only
 * when a feed offers something: loading it would take a tenth of the time of a start, and most starts do
 * not need it.
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
