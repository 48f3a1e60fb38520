/** Whether a URL's host (in its normal form) is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}

/** Whether anybody on the network between can read what is sent to the platform at `baseUrl`. */
export function isReadableOnTheWay(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/**
 * Whether `baseUrl` may be used, where plain http is permitted to `plainHttpHost` only; null: to no other
 * host.
 */
export function mayBeAsked(baseUrl: string, plainHttpHost: string | null): boolean {
  return !isReadableOnTheWay(baseUrl) || new URL(baseUrl).hostname === plainHttpHost;
}
