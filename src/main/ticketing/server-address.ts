import { err, ok, type Result } from '#shared/result.ts';

/**
 * The base URL that a person means by what was typed: without a scheme it is https, or http for this
 * machine itself; slashes at its end go, a path in front of the API stays.
 */
export function readServerAddress(
  typed: string,
): Result<string, { readonly type: 'not-an-address' } | { readonly type: 'not-secure' }> {
  const text = typed.trim();
  // A URL parser drops line breaks, and an empty query or fragment, without a word.
  if (/[\s?#]/.test(text)) return err({ type: 'not-an-address' });
  const url = parse(text);
  if (url === null || url.username !== '' || url.password !== '') {
    return err({ type: 'not-an-address' });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return err({ type: 'not-an-address' });
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return err({ type: 'not-secure' });
  return ok(url.origin + url.pathname.replace(/\/+$/, ''));
}

function parse(text: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return urlOf(text);
  const secure = urlOf(`https://${text}`);
  return secure !== null && isLoopback(secure.hostname) ? urlOf(`http://${text}`) : secure;
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Whether a URL's host (in its normal form) is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}
