import type { Fetch } from '#main/base/ports.ts';
import type { Http } from '#main/platform/ticketing/http.ts';

/** HTTP that can be cut and mended. */
export interface SwitchableHttp {
  readonly fetch: Fetch;
  /** Breaks off what is in flight, and lets nothing through until it is mended. */
  cut(): Promise<void>;
  mend(): void;
}

/** @param open how to get an HTTP; one that was closed stays so */
export function createSwitchableHttp(open: () => Http): SwitchableHttp {
  let http: Http | null = open();
  return {
    fetch: (url, init) =>
      http?.fetch(url, init) ?? Promise.reject(new TypeError('the line to the platform is cut')),
    async cut() {
      const cut = http;
      http = null;
      await cut?.close();
    },
    mend() {
      http ??= open();
    },
  };
}
