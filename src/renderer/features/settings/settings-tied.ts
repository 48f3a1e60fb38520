/** What ties a control to its words. */
export interface Tied {
  readonly id: string;
  /** The elements that say more about it, by their ids. */
  readonly described: string;
  /** A file sets it. */
  readonly disabled: boolean;
  readonly invalid: 'true' | undefined;
}
