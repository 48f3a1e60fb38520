import type { OfferedFile } from '#main/operations/updates/feed.ts';
import { isOfSize } from '#main/operations/updates/is-of-size.ts';
import type { Session } from 'electron';

/** Restricts the updater's own requests. */
export interface DownloadGuard {
  /** Allows this file alone from now on; null: nothing. */
  allow(file: OfferedFile | null): void;
  /** Whether an answer has been broken off since because it was not that file. */
  refused(): boolean;
}

/**
 * Lets the updater's session fetch one file, from the feed's address and of the size that the feed gives. A
 * redirect elsewhere, or an endless download that would fill the ledger's disk, is broken off.
 */
export function guardDownloads({ webRequest }: Session): DownloadGuard {
  let allowed: OfferedFile | null = null;
  let refused = false;

  const judge = (isFine: boolean): { cancel: boolean } => {
    refused ||= !isFine;
    return { cancel: !isFine };
  };
  webRequest.onBeforeRequest(({ url }, callback) => {
    callback(judge(allowed !== null && new URL(url).origin === new URL(allowed.url).origin));
  });
  webRequest.onHeadersReceived((head, callback) => {
    callback(judge(allowed !== null && isOfSize(head, allowed.size)));
  });
  return {
    allow(file) {
      allowed = file;
      refused = false;
    },
    refused: () => refused,
  };
}
