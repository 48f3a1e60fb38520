import { createHash, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ScanFilter } from '#shared/api/index.ts';
import type { AppEnv } from './app-env.ts';
import type { PerformanceRow } from './performances.ts';
import { windowOf } from './scan-window.ts';
import type { Tickets } from './tickets.ts';

/** What a download holds, told without making it. */
export interface DownloadVersion {
  /** Another one after each change of a ticket in it, and of the performances that belong to it. */
  readonly tag: string;
  /** When it last changed, to the second; null while another change within that second may come. */
  readonly lastModified: number | null;
}

/** What a version is told from. */
interface Downloaded {
  readonly filter: ScanFilter;
  /** The performances whose tickets are in it. */
  readonly scope: readonly PerformanceRow[];
  /** Of the client, as far as the filter asks for them. */
  readonly asked: readonly PerformanceRow[];
  readonly seesPatrons: boolean;
}

const SECOND = 1000;

/** Tells the versions of downloads. Those of an earlier start are not known any more. */
export function createDownloadVersions(tickets: Tickets, now: () => number) {
  const startedAt = now();
  const run = randomUUID();

  return ({ filter, scope, asked, seesPatrons }: Downloaded): DownloadVersion => {
    const at = now();
    const changes = scope.map(({ id }) => ({ id, ...tickets.lastChangeOf(id) }));
    const contents = JSON.stringify([run, filter, seesPatrons, changes]);
    const tag = createHash('sha256').update(contents).digest('base64url').slice(0, 22);
    // A performance comes into the download, and leaves it, with its scan window.
    const edges = asked.flatMap((performance) => {
      const { opensAt, closesAt } = windowOf(performance);
      return [opensAt, closesAt + 1].filter((edge) => edge <= at);
    });
    const changedAt = Math.max(startedAt, ...edges, ...changes.map((change) => change.at ?? 0));
    const second = Math.floor(changedAt / SECOND) * SECOND;
    return { tag: `W/"${tag}"`, lastModified: second + SECOND <= at ? second : null };
  };
}

/** Whether the caller has this version already (`If-None-Match`, else `If-Modified-Since`). */
export function isKnownTo(c: Context<AppEnv>, { tag, lastModified }: DownloadVersion): boolean {
  const tags = c.req.header('If-None-Match');
  if (tags !== undefined) {
    const known = tags.split(',').map((each) => each.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
  }
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '');
  return lastModified !== null && lastModified <= since;
}

/** Says which version the answer is, to be asked about before each use (RFC 9111). */
export function tellVersion(c: Context<AppEnv>, { tag, lastModified }: DownloadVersion): void {
  c.header('ETag', tag);
  if (lastModified !== null) c.header('Last-Modified', new Date(lastModified).toUTCString());
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization, Accept-Encoding');
}
