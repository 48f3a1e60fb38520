/** The permissions of a demonstration user, or why they cannot sign in. */
export type DemoRole =
  'scanner' | 'scanner-with-patrons' | 'no-permission' | 'password-expired' | 'other-client';

/** A user who can sign in, or is shown why not. The password is no secret: the data is made up. */
export interface DemoUser {
  readonly username: string;
  readonly password: string;
  readonly role: DemoRole;
}

/** The box office's answer about a demonstration ticket while its performance is selected. */
export type DemoTicketKind =
  | 'valid'
  | 'scanned'
  | 'voided'
  | 'refunded'
  | 'other-performance'
  | 'other-series'
  | 'other-client'
  | 'unknown';

/** A ticket to try. */
export interface DemoTicket {
  readonly barcode: string;
  readonly kind: DemoTicketKind;
}

/** What a newcomer needs to try the kiosk against the embedded box office. */
export interface DemoGuide {
  readonly users: readonly DemoUser[];
  readonly tickets: readonly DemoTicket[];
}
