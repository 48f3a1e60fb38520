/** What a host knows of the machine that it runs on, for a support bundle. */
export interface OfMachine {
  /** Where everything of this installation is kept, whatever it does at the moment. */
  readonly installation: string;
  readonly logFolder: string;
  /** Null: this host leaves no dumps. */
  readonly crashFolder: string | null;
  /** How what draws the screen is; null where that is a browser's own affair. */
  readonly graphics: () => Readonly<Record<string, string>> | null;
}
