/** Whether operators of many kiosks can read this one's numbers over the network. */
export type MetricsState =
  | { readonly type: 'off' }
  | {
      readonly type: 'on';
      /** Where they are read, as `http://127.0.0.1:9464/metrics`. */
      readonly url: string;
      /** It is not this machine alone that can read them. */
      readonly isOpen: boolean;
    }
  /** `code` is the operating system's own, such as `EADDRINUSE`; it is tried again by itself. */
  | { readonly type: 'failed'; readonly url: string; readonly code: string };

/** Where there are none. */
export const NO_METRICS: MetricsState = { type: 'off' };
