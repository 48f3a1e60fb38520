import type { Clock, Fetch } from '#main/base/ports.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import { startDeadline } from '#main/platform/ticketing/deadline.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { readManifest, type Manifest, type ManifestFailure } from './manifest.ts';
import type { NewestSeen } from './newest-seen.ts';
import type { UpdateTrust } from './trust.ts';

/** The largest file of a feed itself, in bytes. */
export const LARGEST_FEED = 64 * 1024;
/** How long the feed may take to answer, to its last byte, in milliseconds. */
export const FEED_LIMIT = 20_000;

/** The file of a version that this system can install. */
export interface OfferedFile {
  /** Absolute address. */
  readonly url: string;
  /** Base64, of 64 bytes. */
  readonly sha512: string;
  /** In bytes. */
  readonly size: number;
  readonly isAdminRightsRequired?: boolean | undefined;
}

/** A version that a feed offers. */
export interface Offer {
  readonly version: string;
  /** The newest schema of the ledger that this version reads. */
  readonly ledgerSchema: number;
  /** When the offer ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Null: there is no file for this system. */
  readonly file: OfferedFile | null;
  readonly stagingPercentage?: number | undefined;
  readonly minimumSystemVersion?: string | undefined;
}

/** Why a feed offers nothing. */
export type FeedFailure = ManifestFailure | 'unreachable';

export interface FeedSource {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** {@link UpdateInstaller.system} */
  readonly system: string;
  readonly fileEnding: string;
  readonly trust: UpdateTrust;
  readonly newestSeen: NewestSeen;
  /** The most likely time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Returns the name of the feed's file for a system. */
export const feedFileOf = (system: string): string => `update-${system}.json`;

/**
 * Fetches a feed. electron-updater could do so itself, but without a signature, without limits of time and size, and it
 * follows any redirect. Here redirects are refused, and the files are next to the manifest.
 *
 * @param feed its base URL
 */
export async function readFeed(
  feed: string,
  { fetch, clock, system, fileEnding, trust, newestSeen, now }: FeedSource,
  signal: AbortSignal,
): Promise<Result<Offer, FeedFailure>> {
  const url = new URL(feedFileOf(system), `${feed}/`);
  const deadline = startDeadline(clock, FEED_LIMIT, signal);
  let text: string | null;
  try {
    const response = await fetch(url.href, {
      method: 'GET',
      headers: { accept: '*/*', 'cache-control': 'no-cache' },
      signal: deadline.signal,
      redirect: 'manual',
    });
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      return err(status >= 500 ? 'unreachable' : 'not-a-feed');
    }
    text = await textOf(response, LARGEST_FEED);
  } catch {
    return err('unreachable');
  } finally {
    deadline.end();
  }
  if (text === null) return err('not-a-feed');
  const rules = { ...trust, system, now: now(), newest: newestSeen.read() };
  const manifest = readManifest(text, rules);
  if (!manifest.ok) return manifest;
  newestSeen.record(Date.parse(manifest.value.signed));
  return ok(offerOf(manifest.value, url, fileEnding));
}

function offerOf(manifest: Manifest, feed: URL, fileEnding: string): Offer {
  const { version, ledgerSchema, stagingPercentage, minimumSystemVersion } = manifest;
  const found = manifest.files.find(({ name }) => name.endsWith(fileEnding));
  return {
    version,
    ledgerSchema,
    expiresAt: Date.parse(manifest.expires),
    file: found === undefined ? null : fileOf(found, feed),
    stagingPercentage,
    minimumSystemVersion,
  };
}

function fileOf({ name, ...file }: Manifest['files'][number], feed: URL): OfferedFile {
  return { ...file, url: new URL(encodeURIComponent(name), feed).href };
}
