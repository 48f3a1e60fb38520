import { Provider, type AppUpdater, type UpdateInfo } from 'electron-updater';
import {
  resolveFiles,
  type ProviderRuntimeOptions,
} from 'electron-updater/out/providers/Provider.js';

/**
 * Replaces electron-updater's own provider: the kiosk has already read the feed, within limits of size and
 * time.
 */
export function fixedFeed(info: UpdateInfo): Parameters<AppUpdater['setFeedURL']>[0] {
  class FixedFeed extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info);
    }

    override resolveFiles() {
      const [file] = info.files;
      return file === undefined ? [] : resolveFiles(info, new URL(file.url));
    }
  }
  return { provider: 'custom', updateProvider: FixedFeed };
}
