/** Why the platform could not be reached. None of these is ever a verdict about a ticket. */
export type OfflineReason =
  /** Nothing listens at that address. */
  | 'refused'
  /** The connection broke off. */
  | 'reset'
  /** The host's name could not be resolved. */
  | 'dns'
  /** The server's certificate is not trusted, or TLS failed otherwise. */
  | 'tls'
  /** No complete answer within the time limit. */
  | 'timeout'
  /** The server answered with a status of 5xx, and without an error that the spec lists. */
  | 'server-error'
  /** A redirect or a page answered, as in a network that asks for a sign-in of its own. */
  | 'captive-portal'
  /** HTTP 403 without an answer of the platform: a firewall refuses the kiosk. */
  | 'firewall'
  /** Something else answered that is not the platform: a proxy, another service. */
  | 'not-the-platform'
  /** The network is down or has no route to the host. */
  | 'unreachable';

/** Whether the platform answers, as shown by the last requests. */
export type ConnectionState =
  | { readonly status: 'online' }
  | {
      readonly status: 'offline';
      readonly reason: OfflineReason;
      /** Since when, in milliseconds since the epoch, on the kiosk's clock. */
      readonly since: number;
      /** When the next attempt is made, on the kiosk's clock; null while one is under way. */
      readonly nextTry: number | null;
      /** The platform answers, but too slowly for a guest who waits. */
      readonly slow: boolean;
    };
