import { startAppImage } from '#main/hosts/electron/app-image.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import type { Offer } from '#main/operations/updates/feed.ts';
import type { UpdateInstaller } from '#main/operations/updates/installer.ts';
import { hasHash, openChecked } from '#main/operations/updates/check-download.ts';
import { layBeside, takePlace } from '#main/operations/updates/replace-program.ts';
import type { UpdateFailure, UpdateWay } from '#shared/model/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { app } from 'electron';
import {
  AppImageUpdater,
  CancellationToken,
  NsisUpdater,
  type BaseUpdater,
  type UpdateInfo,
} from 'electron-updater';
import type { InstallOptions } from 'electron-updater/out/BaseUpdater.js';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { closeSync, rmSync } from 'node:fs';
import { relaunch } from './relaunch.ts';
import { fixedFeed } from './update-feed.ts';
import { guardDownloads } from './update-guard.ts';

/**
 * Replaces an AppImage by a newer one, which is started with what this one was started with. By itself
 * electron-updater removes the one first and then moves the other: power that fails between the two, or
 * before the disk has it all, would leave a machine without a kiosk.
 */
class AppImage extends AppImageUpdater {
  readonly #file: string | null;

  /** @param file the AppImage that runs; null: none does */
  constructor(file: string | null) {
    super();
    this.#file = file;
  }

  /** Makes sure that there is room, and a way back. */
  layBeside(appImage: string): Promise<void> {
    const { installerPath } = this;
    if (installerPath === null) return Promise.reject(new Error('nothing was downloaded'));
    return layBeside(installerPath, appImage);
  }

  protected override doInstall(): boolean {
    if (this.#file === null) return false;
    takePlace(this.#file);
    if (this.installerPath !== null) rmSync(this.installerPath, { force: true });
    const env = { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' };
    return startAppImage(this.#file, process.argv.slice(1), env);
  }
}

/**
 * Starts Windows' installer of a newer version. Between the download and the end of the kiosk lies an evening, in
 * which another program of the same user could have put something else in its place: so it is verified once more.
 */
class Installer extends NsisUpdater {
  #sha512: string | null = null;
  /** The installer, once it was verified: open, until this process ends, from which it was read. */
  #file: number | null = null;

  /** @param sha512 what the feed promises of the next download; null: there is none */
  promise(sha512: string | null): void {
    this.#sha512 = sha512;
  }

  /** Whether the download is what the feed has promised, and by whom the kiosk that runs is signed. */
  async isGood(): Promise<boolean> {
    const { installerPath } = this;
    if (installerPath === null || this.#sha512 === null) return false;
    return (await hasHash(installerPath, this.#sha512)) && (await this.#isSigned());
  }

  /** Verified again: since {@link isGood} the door has closed, and what waited has gone up. */
  protected override doInstall(options: InstallOptions): boolean {
    return this.#open() && super.doInstall(options);
  }

  #open(): boolean {
    if (this.#file !== null) closeSync(this.#file);
    const { installerPath } = this;
    this.#file =
      installerPath !== null && this.#sha512 !== null
        ? openChecked(installerPath, this.#sha512)
        : null;
    return this.#file !== null;
  }

  /** As after the download, which is not looked at so where it is there already from the run before. */
  async #isSigned(): Promise<boolean> {
    return (await verifying(this).verifySignature(this.installerPath ?? '')) === null;
  }
}

/** What electron-updater has, and keeps out of its types: null if the signature is right, or not asked for. */
interface Verifying {
  verifySignature(path: string): Promise<string | null>;
}
const verifying = (updater: unknown) => updater as Verifying;

/** What electron-updater does of an {@link UpdateInstaller}. */
export type OpenedUpdater = Omit<UpdateInstaller, 'way' | 'system' | 'fileEnding'>;

/** electron-updater, for the way in which this kiosk was installed; `appImage` is the one that runs. */
export function openUpdater(
  way: UpdateWay,
  appImage: string | null,
  logger: Logger,
): OpenedUpdater {
  // Where nothing can be installed it only compares versions, which is the same for all of them.
  const updater = way === 'on-word' ? new Installer() : new AppImage(appImage);
  setUp(updater, logger);
  const guard = guardDownloads(updater.netSession);

  return {
    async isFor(offer) {
      guard.allow(offer.file);
      if (updater instanceof Installer) updater.promise(offer.file?.sha512 ?? null);
      updater.setFeedURL(fixedFeed(infoOf(offer)));
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable ?? false;
    },

    async download(onProgress, signal) {
      const token = new CancellationToken();
      const cancel = () => token.cancel();
      const progress = ({ percent }: { readonly percent: number }) => onProgress(percent / 100);
      signal.addEventListener('abort', cancel, { once: true });
      updater.on('download-progress', progress);
      try {
        await updater.downloadUpdate(token);
        return ok(null);
      } catch (error) {
        return err(guard.refused() ? 'damaged' : failureOf(error));
      } finally {
        updater.off('download-progress', progress);
        signal.removeEventListener('abort', cancel);
      }
    },

    prepare() {
      if (updater instanceof Installer) return verified(updater, logger);
      return updater instanceof AppImage && appImage !== null
        ? laidBeside(updater, appImage, logger)
        : Promise.resolve(ok(null));
    },

    install() {
      // The next one is not to find this one still there.
      app.releaseSingleInstanceLock();
      if (updater.install(true, true)) return;
      logger.error('the update was not installed: the version before goes on');
      relaunch(process.argv.slice(1));
    },
  };
}

function setUp(updater: BaseUpdater, logger: Logger): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Verified as a whole, and no question of what the version before was.
  updater.disableDifferentialDownload = true;
  // Outside of a package the place of its downloads is in dev-app-update.yml.
  updater.forceDevUpdateConfig = !app.isPackaged;
  const said = (text: unknown) => ({ said: String(text).split('\n', 1)[0]?.slice(0, 300) });
  updater.logger = {
    info: (text: unknown) => logger.info('the updater', said(text)),
    warn: (text: unknown) => logger.warn('the updater', said(text)),
    error: (text: unknown) => logger.error('the updater', said(text)),
  };
}

/** JSON is YAML: electron-updater's own reader makes of it what electron-updater takes. */
function infoOf({ file, ...offer }: Offer): UpdateInfo {
  const info = { ...offer, files: file === null ? [] : [file] };
  return parseUpdateInfo(JSON.stringify(info), 'offer', new URL(file?.url ?? 'offer:'));
}

async function verified(updater: Installer, logger: Logger): Promise<Result<null, UpdateFailure>> {
  try {
    return (await updater.isGood()) ? ok(null) : err('damaged');
  } catch (error) {
    logger.error('the download of the newer version cannot be verified', errorFact(error));
    return err('damaged');
  }
}

async function laidBeside(
  updater: AppImage,
  appImage: string,
  logger: Logger,
): Promise<Result<null, UpdateFailure>> {
  try {
    await updater.layBeside(appImage);
    return ok(null);
  } catch (error) {
    logger.error(
      'the newer version and a copy of the one that runs cannot be written',
      errorFact(error),
    );
    return err(hasNoRoom(error) ? 'no-room' : 'not-installed');
  }
}

function failureOf(error: unknown): UpdateFailure {
  if (hasNoRoom(error)) return 'no-room';
  const code = codeOf(error);
  const damaged = ['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'];
  return typeof code === 'string' && damaged.includes(code) ? 'damaged' : 'unreachable';
}

function hasNoRoom(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
