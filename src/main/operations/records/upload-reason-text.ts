import type { UploadReason } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';

/** Returns why the platform does not have an admission, as text for a line; empty if it is unknown. */
export function uploadReasonText(reason: UploadReason | null): string {
  if (reason === null) return '';
  switch (reason.type) {
    case 'platform-error':
      return `error ${reason.error.code}: ${reason.error.name || 'not known here'}`;
    case 'platform-words':
      return reason.text;
    case 'unreadable':
      return 'unreadable';
    default:
      return assertNever(reason);
  }
}
