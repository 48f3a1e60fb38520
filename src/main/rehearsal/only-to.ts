import type { Fetch } from '#main/base/ports.ts';

/**
 * Reaches the service at `baseUrl`, and nothing else in the world: whatever a trainee types or a
 * platform says, a rehearsal asks nobody but its own box office.
 */
export function onlyTo(baseUrl: string, fetch: Fetch): Fetch {
  const { origin } = new URL(baseUrl);
  return (url, init) =>
    new URL(url).origin === origin
      ? fetch(url, init)
      : Promise.reject(new TypeError('a rehearsal asks nobody else'));
}
