/** What the page may connect to: nothing in Electron, its own server in a browser. */
export type ConnectSource = "'none'" | "'self'";

/**
 * The headers of everything that the renderer loads: no script, style, font or picture but its own,
 * no frames, no workers but its own, no forms that are sent, nothing kept. In its sandbox the page opens no
 * window, prints nothing, downloads nothing and asks no question of the browser's.
 */
export function documentHeaders(connect: ConnectSource): Record<string, string> {
  return headersWith([
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
  ]);
}

/**
 * The headers of the worker that reads a camera's pictures, which has a policy of its own: WebAssembly, and
 * the file with it, from the folder that the worker itself came from, and nothing else.
 *
 * @param url where the worker's script is
 */
export function cameraReaderHeaders(url: string): Record<string, string> {
  const folder = new URL('.', url).href;
  return headersWith([
    "default-src 'none'",
    `script-src ${folder} 'wasm-unsafe-eval'`,
    `connect-src ${folder}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-same-origin',
  ]);
}

function headersWith(policy: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}
