/** An error in the platform's own words: the members of spec 2.5 that a person may want to know. */
export interface ApiError {
  /** A code of spec 7.3, or one that it does not list. */
  readonly code: number;
  readonly key: string;
  readonly name: string;
  readonly forceLogout: boolean;
  /** A fragment of HTML from outside: sanitise before showing it. */
  readonly messageHtml: string | null;
}
