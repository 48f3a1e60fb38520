import { assertNever } from '#shared/assert-never.ts';
import type { MissReason } from './scanner.ts';

/** What the screen says of a reading that no verdict follows. */
export type NoticeKind =
  /** The scanner sent no whole code: the guest scans again. */
  | 'not-read'
  /** The code has the form of something else, such as contact details. */
  | 'not-a-ticket';

/** A reading that no verdict follows. It says nothing about any ticket. */
export interface ReadNotice {
  readonly kind: NoticeKind;
  readonly reason: MissReason;
  /** In milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** A notice on the screen, with a `sequence` that grows with each that is shown. */
export interface ShownNotice extends ReadNotice {
  readonly sequence: number;
}

/** Returns the notice for a reading that was missed at an open door; null if the screen shows none. */
export function noticeOf(reason: MissReason): NoticeKind | null {
  switch (reason) {
    case 'door-closed':
      return null;
    case 'join-code':
    case 'not-a-ticket':
      return 'not-a-ticket';
    case 'too-long':
    case 'empty':
    case 'garbled':
      return 'not-read';
    default:
      return assertNever(reason);
  }
}
