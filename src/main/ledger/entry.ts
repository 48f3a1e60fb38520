import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Scan } from '#shared/model/scan.ts';
import type {
  TicketFacts,
  VerdictBasis,
  VerdictKind,
  VerdictReason,
} from '#shared/model/verdict.ts';

/** A repeated verdict has no row of its own. */
export type RecordedBasis = Exclude<VerdictBasis, 'repeat'>;

/** What lists show of a ticket. Nothing else of its person is kept. */
export type RecordedTicket = Pick<TicketFacts, 'name' | 'performance' | 'section' | 'seat'>;

/** The numbers by which the platform knows a ticket (spec 2.10). */
export interface TicketIds {
  readonly ticketId: number;
  readonly performanceId: number;
}

/** One verdict, as it is handed to the ledger before anybody sees it. */
export interface NewEntry {
  /** A UUID, made by whoever decided: recording it twice leaves one row. */
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
  /** Known from the snapshot alone; an admission from the snapshot cannot be uploaded without them. */
  readonly ticketIds: TicketIds | null;
  /** When the code was read, in milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  /** The platform had not told its time yet: `platformTime` is by the kiosk's own clock. */
  readonly isTimeGuessed?: boolean;
  /**
   * The platform calls the ticket used, and nobody can say whether by a question of this kiosk or by
   * another door, which then has let somebody in as well.
   */
  readonly mayBeAnothers?: boolean;
  /** The platform was asked and has not answered in time: its late word is to be settled. */
  readonly inDoubt: boolean;
}

/** A scan that the platform is asked of: what there is of its entry before the answer. */
export type Question = Pick<
  Required<NewEntry>,
  'id' | 'baseUrl' | 'filter' | 'scan' | 'ticketIds' | 'platformTime' | 'isTimeGuessed'
>;

/** Why the platform does not have an admission of this kiosk. */
export type UploadReason =
  /** The platform answered with an error, to the upload or to the attempt in doubt. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform refused this one scan in words of its own (spec 2.11). */
  | { readonly type: 'platform-words'; readonly text: string }
  /** The row's sealed part is damaged: its barcode is gone, its numbers are there. */
  | { readonly type: 'unreadable' };

/** What became of an attempt in doubt. */
export type Settlement =
  /** The platform has spent the ticket for this scan. */
  | { readonly word: 'admitted' }
  /** It has not spent it. `error` is null when it never heard of the scan; then nobody was let in. */
  | { readonly word: 'refused'; readonly error: ApiError | null }
  /** The connection died, or 30 s went by; whether the platform has heard of the scan is unknown. */
  | { readonly word: 'missing' };
