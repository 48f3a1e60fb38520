/** Why there is no talking to the platform. None of these is ever a verdict about a ticket. */
export type OfflineReason =
  /** Nothing listens at that address. */
  | 'refused'
  /** The connection broke in the middle. */
  | 'reset'
  /** The host's name could not be resolved. */
  | 'dns'
  /** The server's certificate is not trusted, or TLS failed otherwise. */
  | 'tls'
  /** No complete answer within the time limit. */
  | 'timeout'
  /** The server answered with a status of 5xx, and with nothing that the spec knows. */
  | 'server-error'
  /** Something answered that is not the platform: a captive portal, a proxy, another service. */
  | 'not-the-platform'
  /** The network is down or has no way there. */
  | 'unreachable';

/** Whether the platform answers, by the evidence of the last requests. */
export type ConnectionState =
  | { readonly status: 'online' }
  | {
      readonly status: 'offline';
      readonly reason: OfflineReason;
      /** Since when, in milliseconds since the epoch, on the kiosk's clock. */
      readonly since: number;
      /** When it is tried again, on the kiosk's clock; null while that is under way. */
      readonly nextTry: number | null;
      /** The platform does answer, but too slowly for a guest who waits. */
      readonly slow: boolean;
    };
