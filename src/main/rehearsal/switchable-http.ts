import type { Fetch } from '#main/base/ports.ts';
import type { Http } from '#main/platform/ticketing/http.ts';

/** HTTP that can be disconnected and connected again. */
export interface SwitchableHttp {
  readonly fetch: Fetch;
  /** Aborts the requests in flight, and refuses new ones until it is connected again. */
  disconnect(): Promise<void>;
  reconnect(): void;
}

/** @param open returns a new HTTP client; one that was closed stays closed */
export function createSwitchableHttp(open: () => Http): SwitchableHttp {
  let http: Http | null = open();
  return {
    fetch: (url, init) =>
      http?.fetch(url, init) ?? Promise.reject(new TypeError('the platform is disconnected')),
    async disconnect() {
      const closing = http;
      http = null;
      await closing?.close();
    },
    reconnect() {
      http ??= open();
    },
  };
}
