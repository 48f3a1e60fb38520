import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { Scan } from '#shared/model/scan.ts';

/** What the door is open for, and on which platform: ids are valid on that platform only. */
export interface DoorScope {
  /** Base URL. */
  readonly baseUrl: string;
  readonly filter: ScanFilter;
}

/** A scan at the door, on its way to its entry in the ledger. */
export interface Attempt extends DoorScope {
  /** Also the id of its ledger entry. */
  readonly id: string;
  readonly scan: Scan;
  /** When the code was read, in milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}
