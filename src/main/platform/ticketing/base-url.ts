import { isLoopback, mayBeAsked } from '#shared/plain-http.ts';
import { err, ok, type Result } from '#shared/result.ts';

/**
 * The base URL that a person means by what was typed: without a scheme it is https, or http for this
 * machine itself; slashes at its end go, a path in front of the API stays.
 *
 * @param plainHttpHost the one other host that plain http is taken for, where it is written out
 */
export function readBaseUrl(
  typed: string,
  plainHttpHost: string | null = null,
): Result<string, { readonly type: 'not-an-address' } | { readonly type: 'not-secure' }> {
  const address = readAddress(typed);
  if (address === null) return err({ type: 'not-an-address' });
  return mayBeAsked(address, plainHttpHost) ? ok(address) : err({ type: 'not-secure' });
}

/** The same, whether it may be asked or not; null: it is no address. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  // A URL parser drops line breaks, and an empty query or fragment, without a word.
  if (/[\s?#]/.test(text)) return null;
  const url = parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The name or address of a host alone, as a URL has it; null: it is none, or more than that. */
export function readHost(typed: string): string | null {
  const address = readAddress(`http://${typed.trim()}`);
  if (address === null) return null;
  const { hostname, origin } = new URL(address);
  // A URL's host may be called by signs that no host has, such as an asterisk for “any”.
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
