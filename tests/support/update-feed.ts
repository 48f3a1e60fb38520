import type { Manifest } from '#main/operations/updates/manifest.ts';
import { LEDGER_VERSION } from '#main/ledger/schema.ts';
import { DAY } from '#shared/time.ts';
import { createHash, createPrivateKey } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newPrivateKey, publicKeyOf, signManifest } from '../../scripts/sign-feed/sign.ts';

/** A version as a feed offers it; what is missing is as it should be. */
export interface Published {
  readonly content: string;
  readonly manifest?: Partial<Manifest>;
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
  /** What a kiosk has to know to believe this feed. */
  readonly publicKey: string;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
  publish(version: Published): void;
  close(): void;
}

export const NEW_FILE = 'Usher-new.AppImage';

const SYSTEM = process.arch === 'x64' ? 'linux' : `linux-${process.arch}`;

/** A feed with a key of its own. */
export async function openUpdateFeed(): Promise<UpdateFeed> {
  const key = createPrivateKey(newPrivateKey());
  const requests: string[] = [];
  let published: Published | null = null;
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://feed');
    requests.push(pathname);
    if (published === null) response.writeHead(404).end();
    else if (pathname.endsWith('.json')) {
      if (published.serveFeed) published.serveFeed(response);
      else response.end(signManifest(manifestOf(published), [key]));
    } else if (published.serveFile) published.serveFile(response);
    else
      response
        .writeHead(200, { 'content-length': published.content.length })
        .end(published.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: publicKeyOf(key),
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

function manifestOf({ content, manifest, sha512, size }: Published): Manifest {
  return {
    channel: 'stable',
    system: SYSTEM,
    version: '9.9.9',
    ledgerSchema: LEDGER_VERSION,
    signed: new Date().toISOString(),
    expires: new Date(Date.now() + DAY).toISOString(),
    files: [
      {
        name: NEW_FILE,
        sha512: sha512 ?? createHash('sha512').update(content).digest('base64'),
        size: size ?? content.length,
      },
    ],
    ...manifest,
  };
}
