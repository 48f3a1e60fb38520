import type { OfferedFile } from '#main/operations/updates/feed.ts';
import { isOfSize } from '#main/operations/updates/is-of-size.ts';
import type { Session } from 'electron';

/** What the updater's own requests may be about. */
export interface DownloadGuard {
  /** From now on this file alone; null: nothing. */
  allow(file: OfferedFile | null): void;
  /** Whether something else came instead of it since. */
  refused(): boolean;
}

/**
 * Lets the updater's session fetch one file, from where the feed is, of the size that the feed says:
 * a redirect to elsewhere, or a download without end that would fill the ledger's disk, is broken off.
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
