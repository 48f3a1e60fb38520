import type { UpdateFailure, UpdateWay } from '#shared/model/update.ts';
import type { Result } from '#shared/result.ts';
import type { Offer } from './feed.ts';

/** Downloads, verifies and installs a version on this system. */
export interface UpdateInstaller {
  readonly way: UpdateWay;
  /** The system that a feed's manifest has to be for, such as `linux` or `linux-arm64`. */
  readonly system: string;
  /** The suffix of files that this system can install. */
  readonly fileEnding: string;
  /** Whether a version is newer than the running one, and meant for this machine. */
  isFor(offer: Offer): Promise<boolean>;
  /**
   * Downloads and verifies the version that {@link isFor} was last called with; a file that is already here
   * is only verified.
   *
   * @param onProgress called with the share that is downloaded, from 0 to 1
   */
  download(
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Result<null, UpdateFailure>>;
  /** Makes sure, before the kiosk is ended, that the running version can be replaced and restored. */
  prepare(): Promise<Result<null, UpdateFailure>>;
  /** Installs and starts the new version. Called when the kiosk has ended and only its process is left. */
  install(): void;
}
