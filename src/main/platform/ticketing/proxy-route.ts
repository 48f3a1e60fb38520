/** How a request leaves this machine: directly, or by the proxy at `uri`. */
export type Route = { readonly type: 'direct' } | { readonly type: 'proxy'; readonly uri: string };

/** The kinds of proxy that a route can take, by the words of a PAC file. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/** The most routes that are tried for one connection. */
const MOST_ROUTES = 8;

/** The supported entries of a PAC file's result, in its order, and the kinds of those that were skipped. */
export interface Routes {
  readonly routes: readonly Route[];
  readonly skipped: readonly string[];
}

/**
 * Reads a PAC file's result, for example `PROXY proxy.example:3128; DIRECT`. SOCKS 4 is not supported. If
 * no entry is left, the connection is direct.
 */
export function routesOf(answer: string): Routes {
  const routes: Route[] = [];
  const skipped: string[] = [];
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (kind === '') continue;
    const scheme = SCHEMES[kind.toUpperCase()];
    const uri = `${scheme}://${host}`;
    if (kind.toUpperCase() === 'DIRECT') routes.push({ type: 'direct' });
    else if (scheme !== undefined && host !== '' && URL.canParse(uri)) {
      routes.push({ type: 'proxy', uri });
    } else skipped.push(kind);
  }
  if (routes.length === 0) routes.push({ type: 'direct' });
  return { routes: routes.slice(0, MOST_ROUTES), skipped };
}
