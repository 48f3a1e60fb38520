import type { Fetch } from '#main/base/ports.ts';

/**
 * Restricts requests to the service at `baseUrl`: whatever address a trainee types or a platform returns, a
 * rehearsal reaches its own box office only.
 */
export function onlyTo(baseUrl: string, fetch: Fetch): Fetch {
  const { origin } = new URL(baseUrl);
  return (url, init) =>
    new URL(url).origin === origin
      ? fetch(url, init)
      : Promise.reject(new TypeError('a rehearsal asks nobody else'));
}
