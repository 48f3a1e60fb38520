import type { Answer, Fetch } from '#main/base/ports.ts';
import { dateOf } from './answer-time.ts';

/** A fetch for one origin that keeps its cookies in memory. */
export interface CookieFetch {
  readonly fetch: Fetch;
  /** Forgets all cookies; answers that are still under way bring none back. */
  clear(): void;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** On the clock of `performance.now()`. */
  readonly until: number;
}

/** The cookies by name and path, oldest first. */
type Jar = Map<string, Cookie>;

/** The most cookies that are kept, and the most characters of one: as much as a header has room for. */
const MOST_COOKIES = 10;
const LONGEST_COOKIE = 1024;
/** A name, and a value without what separates cookies (RFC 6265, 4.1.1). */
const COOKIE = /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x3a\x3c-\x7e]*)$/;

/**
 * Keeps the cookies that the answers of an origin set, and sends them back to it alone. Load balancers use
 * them to lead all requests of a session to the same server, which may be the only one that knows the
 * token. Cookies never leave memory.
 *
 * @param baseUrl where all requests go
 */
export function withCookies(fetch: Fetch, baseUrl: string): CookieFetch {
  const { origin } = new URL(baseUrl);
  let current: Jar = new Map();
  return {
    clear() {
      current = new Map();
    },
    async fetch(url, init) {
      if (!url.startsWith(`${origin}/`)) return fetch(url, init);
      const asked = new URL(url);
      const jar = current;
      const cookie = cookieHeader(jar, asked);
      const sent = cookie === '' ? init : { ...init, headers: { ...init.headers, cookie } };
      const response = await fetch(url, sent);
      for (const line of response.headers.getSetCookie()) keep(jar, line, asked, response);
      return response;
    },
  };
}

function cookieHeader(jar: Jar, { pathname }: URL): string {
  const now = performance.now();
  return [...jar.values()]
    .filter(({ path, until }) => until > now && isUnder(path, pathname))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/** Whether a path is that of the cookie, or below it (RFC 6265, 5.1.4). */
function isUnder(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

/** Keeps the cookie of one `Set-Cookie` header, or deletes it if the header says that it has expired. */
function keep(jar: Jar, line: string, url: URL, response: Answer): void {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const [, name, value] = COOKIE.exec(pair) ?? [];
  if (name === undefined || value === undefined || pair.length > LONGEST_COOKIE) return;
  const attributes = attributesOf(rest);
  if (attributes.has('secure') && url.protocol !== 'https:') return;
  if (!isOfHost(attributes.get('domain'), url.hostname)) return;
  const given = attributes.get('path') ?? '';
  const path = given.startsWith('/') ? given : '/';
  const key = `${name} ${path}`;
  jar.delete(key);
  const life = lifeOf(attributes, dateOf(response) ?? Date.now());
  if (life <= 0) return;
  jar.set(key, { name, value, path, until: performance.now() + life });
  const [oldest] = jar.keys();
  if (jar.size > MOST_COOKIES && oldest !== undefined) jar.delete(oldest);
}

function attributesOf(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}

/** A cookie may be for the host's parent domain; it is sent to this host alone in any case. */
function isOfHost(domain: string | undefined, hostname: string): boolean {
  if (domain === undefined || domain === '') return true;
  const wanted = domain.toLowerCase().replace(/^\./, '');
  return hostname === wanted || hostname.endsWith(`.${wanted}`);
}

/** How long a cookie lives, in milliseconds; `Max-Age` comes before `Expires` (RFC 6265, 5.3). */
function lifeOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) * 1000;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires - now;
}
