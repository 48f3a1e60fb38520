import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TicketFacts, VerdictBasis, VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { Lineage } from './lineage.ts';

/** A repeated verdict has no row of its own. */
export type RecordedBasis = Exclude<VerdictBasis, 'repeat'>;

/** What lists show of a ticket. No other personal data is kept. */
export type RecordedTicket = Pick<TicketFacts, 'name' | 'performance' | 'section' | 'seat'>;

/** The numbers by which the platform knows a ticket (spec 2.10). */
export interface TicketIds {
  readonly ticketId: number;
  readonly performanceId: number;
}

/** One verdict, as it is recorded before anybody sees it. */
export interface NewEntry {
  /** A UUID that the caller made: recording the entry twice leaves one row. */
  readonly id: string;
  /** The base URL of the platform that the door was open for. */
  readonly baseUrl: string;
  /** What the door was open for when the scan came. */
  readonly filter: ScanFilter;
  readonly scan: Scan;
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly reason: VerdictReason;
  /** Null where nothing is known of the ticket. */
  readonly ticket: RecordedTicket | null;
  /** Known from the snapshot alone; without them an admission from the snapshot cannot be uploaded. */
  readonly ticketIds: TicketIds | null;
  /** When the code was read, in milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  /** The platform had not told its time yet: `platformTime` is by the kiosk's own clock. */
  readonly isTimeGuessed?: boolean;
  /**
   * The platform calls the ticket used, and it is unknown whether this kiosk's own request or another door
   * used it. In the second case somebody was admitted twice.
   */
  readonly mayBeAnothers?: boolean;
  /** The platform has admitted a code that no snapshot of this kiosk listed in exactly this form. */
  readonly isUnlisted?: boolean;
  /** What was known of the ticket when it was decided; missing: nothing was. */
  readonly lineage?: Lineage;
  /** Why somebody was let in anyway, in the words of whoever did it; missing where there are none. */
  readonly words?: string;
  /** The platform did not answer in time: its late answer is still to be recorded. */
  readonly inDoubt: boolean;
}

/**
 * A scan about which the platform is being asked: the part of its entry that is known before the answer.
 */
export type Question = Pick<
  Required<NewEntry>,
  'id' | 'baseUrl' | 'filter' | 'scan' | 'ticketIds' | 'platformTime' | 'isTimeGuessed'
>;

/** A question as other doors hear of it while the platform is being asked. */
export interface QuestionUnderWay extends Omit<Question, 'isTimeGuessed'> {
  /** See `knew` of a ticket event. */
  readonly knew: readonly string[];
}

/** Why the platform does not have an admission of this kiosk. */
export type UploadReason =
  /** The platform answered with an error, to the upload or to the attempt in doubt. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform refused this one scan in words of its own (spec 2.11). */
  | { readonly type: 'platform-words'; readonly text: string }
  /** The row's sealed part is damaged: the barcode is lost, the ticket's numbers are not. */
  | { readonly type: 'unreadable' };

/** What became of an attempt in doubt. */
export type Settlement =
  /** The platform has spent the ticket for this scan. */
  | { readonly word: 'admitted' }
  /**
   * The platform has not spent the ticket. `error` is null when it never heard of the scan; then nobody was
   * let in.
   */
  | { readonly word: 'refused'; readonly error: ApiError | null }
  /** The connection was lost, or 30 s went by; it is unknown whether the platform received the scan. */
  | { readonly word: 'missing' };
