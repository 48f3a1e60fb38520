import type { UpdateFailure, UpdateWay } from '#shared/model/update.ts';
import type { Result } from '#shared/result.ts';
import type { Offer } from './feed.ts';

/** What downloads, verifies and installs a version on this system. */
export interface UpdateInstaller {
  readonly way: UpdateWay;
  /** The feed's file for this system, such as `latest-linux.yml`. */
  readonly feedFile: string;
  /** How the name of a file ends that this system can install. */
  readonly fileEnding: string;
  /** Whether it is newer than what runs, and meant for this machine. */
  isFor(offer: Offer): Promise<boolean>;
  /**
   * Downloads and verifies what {@link isFor} was asked about last; what is here already is only verified.
   *
   * @param onProgress is told the share that is here, from 0 to 1
   */
  download(
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Result<null, UpdateFailure>>;
  /** Makes sure, while the kiosk goes on, that the version that runs can be replaced, and got back. */
  prepare(): Promise<Result<null, UpdateFailure>>;
  /** Puts it in its place and starts it: the kiosk has ended, and only its process is left. */
  install(): void;
}
