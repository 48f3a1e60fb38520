/** A request as the box office saw it; without header, query and body, where the secrets are. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** When it arrived. */
  readonly at: number;
  /** The error code of its answer, if it has one. */
  errorCode: number | null;
  /** Its answer was handed to the network. */
  answered: boolean;
}
