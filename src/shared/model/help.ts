/** How it is with help for a guest at a screen without staff. */
export interface HelpView {
  /** Guests may call somebody now: the house wants that, and the call reaches somebody. */
  readonly isOffered: boolean;
  /** When a guest called, in ms since the epoch, on the kiosk's clock; null: nobody is waiting. */
  readonly askedAt: number | null;
}
