/** What a host contributes to a support bundle about its machine. */
export interface OfMachine {
  /** The folder of this installation's data, also during a rehearsal. */
  readonly installation: string;
  readonly logFolder: string;
  /** The folder of crash dumps; null if this host writes none. */
  readonly crashFolder: string | null;
  /** The state of the graphics; null where a browser does the drawing. */
  readonly graphics: () => Readonly<Record<string, string>> | null;
}
