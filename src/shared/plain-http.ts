/** Whether a URL's host (in its normal form) is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}

/** Whether what is sent to the platform at `baseUrl` can be read by whoever is on the network between. */
export function isReadableOnTheWay(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Whether `baseUrl` may be asked where plain http is allowed to `plainHttpHost` alone; null: to nobody. */
export function mayBeAsked(baseUrl: string, plainHttpHost: string | null): boolean {
  return !isReadableOnTheWay(baseUrl) || new URL(baseUrl).hostname === plainHttpHost;
}
