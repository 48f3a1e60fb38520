/** How a request leaves this machine: directly, or by the proxy at `uri`. */
export type Route = { readonly type: 'direct' } | { readonly type: 'proxy'; readonly uri: string };

/** The kinds of proxy that a route can take, by the words of a PAC file. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/**
 * Returns the first supported entry of a PAC file's result, for example `PROXY proxy.example:3128; DIRECT`.
 * The others are not tried when it fails, because a request is sent once. SOCKS 4 is not supported.
 * `skipped` are the kinds that were skipped; if no entry is left, the connection is direct.
 */
export function routeOf(answer: string): { readonly route: Route; readonly skipped: string[] } {
  const skipped: string[] = [];
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (kind === '') continue;
    if (kind.toUpperCase() === 'DIRECT') return { route: { type: 'direct' }, skipped };
    const scheme = SCHEMES[kind.toUpperCase()];
    const uri = `${scheme}://${host}`;
    if (scheme !== undefined && host !== '' && URL.canParse(uri)) {
      return { route: { type: 'proxy', uri }, skipped };
    }
    skipped.push(kind);
  }
  return { route: { type: 'direct' }, skipped };
}
