/** What the page may connect to: nothing in Electron, its own server in a browser. */
export type ConnectSource = "'none'" | "'self'";

/**
 * The headers of everything that the renderer loads: no script, style, font or picture but its own,
 * no frames, no workers, no forms that are sent, nothing kept. In its sandbox the page opens no
 * window, prints nothing, downloads nothing and asks no question of the browser's.
 */
export function documentHeaders(connect: ConnectSource): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      `connect-src ${connect}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'sandbox allow-scripts allow-same-origin allow-forms',
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}
