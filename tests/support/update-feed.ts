import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A version as a feed tells of it; what is missing is as it should be. */
export interface Published {
  readonly version: string;
  readonly content: string;
  readonly ledgerSchema?: number;
  readonly sha512?: string;
  readonly size?: number;
  /** Brings the file in its own way. */
  readonly serveFile?: (response: ServerResponse) => void;
  /** Brings the feed itself in its own way. */
  readonly serveFeed?: (response: ServerResponse) => void;
}

/** A feed of updates over HTTP on this machine. */
export interface UpdateFeed {
  readonly url: string;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
  publish(version: Published): void;
  close(): void;
}

export const NEW_FILE = 'Usher-new.AppImage';

export async function openUpdateFeed(): Promise<UpdateFeed> {
  const requests: string[] = [];
  let published: Published | null = null;
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://feed');
    requests.push(pathname);
    if (published === null) response.writeHead(404).end();
    else if (pathname.endsWith('.yml')) {
      if (published.serveFeed) published.serveFeed(response);
      else response.end(feedOf(published));
    } else if (published.serveFile) published.serveFile(response);
    else
      response
        .writeHead(200, { 'content-length': published.content.length })
        .end(published.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    publish(version) {
      published = version;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function feedOf({ version, content, ledgerSchema, sha512, size }: Published): string {
  const checksum = sha512 ?? createHash('sha512').update(content).digest('base64');
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${NEW_FILE}`,
    `    sha512: ${checksum}`,
    `    size: ${size ?? content.length}`,
    ...(ledgerSchema === undefined ? [] : ['vendor:', `  ledgerSchema: ${ledgerSchema}`]),
    '',
  ].join('\n');
}
