import type { ScanFilter } from '#shared/api/validate-ticket.ts';

/** What the door is open for, and on which platform: its numbers mean nothing on another one. */
export interface Opening {
  /** Base URL. */
  readonly platform: string;
  readonly filter: ScanFilter;
}
