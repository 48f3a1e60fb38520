/** How a request leaves this machine: straight, or by the proxy at `uri`. */
export type Route = { readonly type: 'direct' } | { readonly type: 'proxy'; readonly uri: string };

/** The kinds of proxy that a route can take, by the words of a PAC file. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
};

/**
 * The first way out that can be taken of those that a PAC file names, in its order, for example
 * `PROXY proxy.example:3128; DIRECT`. The others are not tried when it fails: a request is sent once.
 * SOCKS 4 is not spoken. `skipped` are the kinds that were passed over; where nothing is left, the way is direct.
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
