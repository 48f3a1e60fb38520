import { isLoopback, mayBeAsked } from '#shared/plain-http.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * Returns the base URL for what a person typed: without a scheme it is https, or http for this machine
 * itself; trailing slashes are removed, a path in front of the API stays.
 *
 * @param plainHttpHost the one other host for which an explicit http:// is accepted
 */
export function readBaseUrl(
  typed: string,
  plainHttpHost: string | null = null,
): Result<string, { readonly type: 'not-an-address' } | { readonly type: 'not-secure' }> {
  const address = readAddress(typed);
  if (address === null) return err({ type: 'not-an-address' });
  return mayBeAsked(address, plainHttpHost) ? ok(address) : err({ type: 'not-secure' });
}

/** The same, whether http is permitted or not; null if it is no address. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  // A URL parser silently drops line breaks, and an empty query or fragment.
  if (/[\s?#]/.test(text)) return null;
  const url = parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/**
 * Returns a host name or address on its own in a URL's normal form; null if it is none, or more than that.
 */
export function readHost(typed: string): string | null {
  const address = readAddress(`http://${typed.trim()}`);
  if (address === null) return null;
  const { hostname, origin } = new URL(address);
  // URLs permit characters in a host that no real host has, such as an asterisk meaning "any".
  const isName = /^([a-z\d._-]+|\[[\da-f:.]+\])$/.test(hostname);
  return isName && address === origin && origin === `http://${hostname}` ? hostname : null;
}

function parse(text: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return urlOf(text);
  const secure = urlOf(`https://${text}`);
  return secure !== null && isLoopback(secure.hostname) ? urlOf(`http://${text}`) : secure;
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
