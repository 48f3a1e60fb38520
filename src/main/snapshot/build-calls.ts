import type { ApiError } from '#shared/model/api-error.ts';
import type { DownloadFacts, ExpectedDownload } from './snapshot-format.ts';
import type { SnapshotKeys } from './snapshot-seal.ts';

/** What the thread is to build. */
export interface BuildOrder extends Omit<DownloadFacts, 'download' | 'patronsDigest'> {
  readonly buildingPath: string;
  readonly finalPath: string;
  /** How many tickets were skipped before, where it comes from another door. */
  readonly skippedBefore: number;
  /** The download that another door hands over, with whose content it must agree; null: from the platform. */
  readonly expected: ExpectedDownload | null;
  /** How many bytes of the disk must stay free. */
  readonly spare: number;
  readonly keys: SnapshotKeys;
}

/** The result of a build. Only after `built` is there a new file. */
export type BuildEnd =
  | {
      readonly type: 'built';
      readonly accessTokenExpiration: number | null;
      readonly tickets: number;
      readonly skipped: number;
      readonly duplicates: number;
      /** The most memory that the thread's JavaScript used, in bytes. */
      readonly memory: number;
      /** The processor time that the thread used, in milliseconds. */
      readonly processor: number;
    }
  | {
      readonly type: 'refused';
      readonly accessTokenExpiration: number | null;
      readonly error: ApiError;
    }
  | { readonly type: 'unreadable'; readonly at: string }
  | { readonly type: 'disk'; readonly code: string };

/**
 * What the thread that builds one snapshot can be asked. Its progress is the number of tickets so far, after
 * each chunk that it has read.
 */
export interface BuildCalls {
  /** Resolves when the download is read, or cannot be. */
  build(order: BuildOrder): Promise<BuildEnd>;
  chunk(bytes: Uint8Array): void;
  /** Called after the last chunk. */
  endOfDownload(request: null): void;
}
