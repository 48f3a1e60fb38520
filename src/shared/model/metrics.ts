/** Whether the kiosk's metrics can be read over the network. */
export type MetricsState =
  | { readonly type: 'off' }
  | {
      readonly type: 'on';
      /** Their address, such as `http://127.0.0.1:9464/metrics`. */
      readonly url: string;
      /** Other machines can read them, too. */
      readonly isOpen: boolean;
    }
  /** `code` is the operating system's own, such as `EADDRINUSE`; it is retried automatically. */
  | { readonly type: 'failed'; readonly url: string; readonly code: string };

/** The state while metrics are switched off. */
export const NO_METRICS: MetricsState = { type: 'off' };
