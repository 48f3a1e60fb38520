import type { Standing } from '#main/ledger/standing.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { AbsenceDoubt, Unclear, UsedAtDoor } from '#shared/model/verdict.ts';
import type { DoorScope } from './door-scope.ts';

/** What this kiosk's snapshot of the tickets says of a code, or of one of the tickets that bear it. */
export type SnapshotWord =
  /** There is no snapshot, it is too old or damaged, or it does not cover what the door is open for. */
  | { readonly type: 'none' }
  | {
      readonly type: 'usable';
      /** Platform time, ms since the epoch. */
      readonly builtAt: number;
      /** Null when the snapshot does not know the code. */
      readonly ticket: SnapshotTicket | null;
      /** Which production the ticket's performance belongs to; null if unknown. */
      readonly productionId: number | null;
      /** Whether the ticket is for something that may be scanned now. */
      readonly isOn: boolean;
      /**
       * Why a code's absence from the snapshot proves nothing; null: it proves that there is no
       * such ticket.
       */
      readonly absenceDoubt: AbsenceDoubt | null;
      /**
       * Barcodes that equal a code that the snapshot does not know, but for blanks, hyphens and case; missing
       * where there are none.
       */
      readonly near?: readonly string[];
    };

/**
 * Looks a code up, without the network. Returns one word for each ticket that bears the code, or a
 * single word if there is none.
 */
export type LookUp = (scope: DoorScope, code: string) => readonly SnapshotWord[];

/** A ticket of the snapshot, with what this kiosk knows of its performance. */
export type ListedTicket = SnapshotTicket &
  Pick<Extract<SnapshotWord, { type: 'usable' }>, 'productionId' | 'isOn'>;

/** All that is known about a code without the platform. */
export interface Evidence {
  /** What the snapshot says of the ticket that is meant. */
  readonly snapshot: SnapshotWord;
  /** What the snapshot says of each ticket that bears the code. */
  readonly words: readonly SnapshotWord[];
  /** What the events of the ticket come to. */
  readonly standing: Standing;
  /** When this kiosk let the ticket in for the first time, on the platform's clock; null: never. */
  readonly firstScanAt: number | null;
  /** Where another door of the venue let it in for the first time; null: none is known to have. */
  readonly usedAtDoor: UsedAtDoor | null;
  /** When the holder left who may come in again, on the platform's clock; null: inside, never came, or may not. */
  readonly leftAt: number | null;
  /** Each admission was an override by staff. */
  readonly isOnlyOverruled?: boolean;
  /** Only suspicious doors claim an admission. */
  readonly isOnlyDoubted?: boolean;
  /** Why what is known proves nothing; missing: nothing is against it. */
  readonly unclear?: Exclude<Unclear, 'possibly-spent'>;
}

/** The ticket that the snapshot has under a code; null: it has none. */
export function ticketIn(word: SnapshotWord): ListedTicket | null {
  if (word.type === 'none' || word.ticket === null) return null;
  const { ticket, productionId, isOn } = word;
  return { ...ticket, productionId, isOn };
}

/** Whether a snapshot knows a ticket with the code, by what it says of it. */
export function isListed(words: readonly SnapshotWord[]): boolean {
  return words.some((word) => word.type === 'usable' && word.ticket !== null);
}
