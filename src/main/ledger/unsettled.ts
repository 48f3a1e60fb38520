import { subjectOf } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { LateWord, UploadState } from '#shared/model/uploads.ts';
import type { RecordedBasis, UploadReason } from './entry.ts';

/**
 * Whether the platform has neither recorded an admission nor said anything about its ticket, so that it may
 * admit the next scan. An upload that was refused for another reason than the ticket, such as its form, says
 * nothing about the ticket.
 *
 * @param reason why the platform does not have it; looked at only where it was refused
 */
export function isUnsettled(upload: UploadState, reason: UploadReason | null): boolean {
  switch (upload) {
    case 'none':
    case 'recorded':
      return false;
    case 'pending':
    case 'sent':
    case 'expired':
      return true;
    case 'refused':
    case 'conflict':
      return reason?.type !== 'platform-error' || subjectOf(reason.error) !== 'ticket';
    default:
      return assertNever(upload);
  }
}

/** What decides whether an admission is settled. */
export interface SettlingAdmission {
  readonly basis: RecordedBasis;
  readonly upload: UploadState;
  readonly word: LateWord | null;
}

/**
 * The same of any admission. Of one that somebody has ordered, and that is not uploaded, the platform never hears: it
 * would admit the ticket again, unless it turns out to have spent it on the scan that was refused.
 */
export function isUnsettledAdmission(
  { basis, upload, word }: SettlingAdmission,
  reason: UploadReason | null,
): boolean {
  if (basis === 'staff' && upload === 'none') return word !== 'admitted';
  return isUnsettled(upload, reason);
}
