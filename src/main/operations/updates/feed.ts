import type { Clock, Fetch } from '#main/base/ports.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import { startDeadline } from '#main/platform/ticketing/deadline.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { z } from 'zod';

/** The largest file of a feed itself, in bytes. */
export const LARGEST_FEED = 64 * 1024;
/** The largest version that is downloaded, in bytes. */
export const LARGEST_UPDATE = 1024 ** 3;
/** How long the feed may take to answer, to its last byte, in milliseconds. */
export const FEED_LIMIT = 20_000;

const fileSchema = z.object({
  url: z.string().min(1).max(1000),
  /** Base64, of 64 bytes. */
  sha512: z.base64().length(88),
  size: z.int().positive().max(LARGEST_UPDATE),
  isAdminRightsRequired: z.boolean().optional(),
});

/** The fields of a generic feed, as electron-builder writes it, that the kiosk reads. */
const feedSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  files: z.array(fileSchema).min(1).max(20),
  /** The share of kiosks that get the update, in percent. */
  stagingPercentage: z.number().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(50).optional(),
  vendor: z.object({ ledgerSchema: z.int().positive().optional() }).optional(),
});

/** The file of a version that this system can install. */
export type OfferedFile = z.infer<typeof fileSchema>;

/** A version that a feed offers. */
export interface Offer {
  readonly version: string;
  /** The newest schema of the ledger that this version reads; null if the feed does not say. */
  readonly ledgerSchema: number | null;
  /** Absolute address. Null: there is no file for this system. */
  readonly file: OfferedFile | null;
  readonly stagingPercentage?: number | undefined;
  readonly minimumSystemVersion?: string | undefined;
}

export interface FeedSource {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** {@link UpdateInstaller.feedFile} */
  readonly feedFile: string;
  readonly fileEnding: string;
}

/**
 * Fetches a feed. electron-updater could do so itself, but without limits of time and size, and it follows
 * any redirect: here both are limited, redirects are refused, and files elsewhere are not accepted.
 *
 * @param feed its base URL
 */
export async function readFeed(
  feed: string,
  { fetch, clock, feedFile, fileEnding }: FeedSource,
  signal: AbortSignal,
): Promise<Result<Offer, 'unreachable' | 'not-a-feed'>> {
  const url = new URL(feedFile, `${feed}/`);
  const deadline = startDeadline(clock, FEED_LIMIT, signal);
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
    const text = await textOf(response, LARGEST_FEED);
    const offer = text === null ? null : await readOffer(text, url, fileEnding);
    return offer === null ? err('not-a-feed') : ok(offer);
  } catch {
    return err('unreachable');
  } finally {
    deadline.end();
  }
}

async function readOffer(text: string, feed: URL, fileEnding: string): Promise<Offer | null> {
  const parsed = feedSchema.safeParse(await readYaml(text, feed));
  if (!parsed.success) return null;
  const { version, files, vendor, stagingPercentage, minimumSystemVersion } = parsed.data;
  const found = files.find(({ url }) => url.endsWith(fileEnding));
  const file = found && { ...found, url: new URL(found.url, feed).href };
  if (file !== undefined && new URL(file.url).origin !== feed.origin) return null;
  return {
    ...{ version, stagingPercentage, minimumSystemVersion },
    ledgerSchema: vendor?.ledgerSchema ?? null,
    file: file ?? null,
  };
}

/** The YAML parser is loaded with the first answer: a kiosk without a feed does not need it. */
async function readYaml(text: string, feed: URL): Promise<unknown> {
  const { parseUpdateInfo } = await import('electron-updater/out/providers/Provider.js');
  try {
    return parseUpdateInfo(text, feed.pathname, feed);
  } catch {
    return null;
  }
}
