/** A row of a table of facts. */
export interface Fact {
  readonly label: string;
  /** Null: not known. */
  readonly value: string | null;
  /** It may take a line more than the others. */
  readonly long?: boolean;
}
