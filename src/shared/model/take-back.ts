/** Why an admission cannot be taken back. */
export type TakeBackRefusal =
  /** Nobody was let in with this scan, or it is another kiosk’s. */
  | 'no-admission'
  /** It has been taken back before. */
  | 'taken-back'
  /** The platform has spent the ticket, or may have: only the box office can give it free. */
  | 'spent'
  /** The holder has left with it since, or come in again. */
  | 'followed';

/** The longest reason, in characters. */
export const LONGEST_WHY = 200;

/** An admission stays as it is. */
export interface NotTakenBack {
  readonly type: 'not-taken-back';
  readonly because: TakeBackRefusal;
}

/** That an admission was taken back. */
export interface TakenBack {
  /** In milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
  /** In somebody's words; null: they cannot be read any more. */
  readonly why: string | null;
}
