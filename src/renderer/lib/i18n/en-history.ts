import type { HistoryEntry, HistoryUpload } from '#shared/model/history.ts';
import type { VerdictKind } from '#shared/model/verdict.ts';

/** What is said of the scans of the past: English. A `count` comes with how it is `shown`. */
export const enHistory = {
  history: {
    title: 'History',
    look: 'History of scans',
    intro: 'Every scan of this kiosk, newest first. Barcodes are shown by their last characters.',
    loading: 'Looking.',
    none: 'No scan has been recorded yet.',
    nothingFound: 'No scan fits.',
    nothingFoundAdvice: 'Choose fewer filters, or check the barcode.',
    nothingYet: (seen: string, total: string) =>
      `Nothing among the newest ${seen} of ${total} scans. Older ones can be searched, too.`,
    table: 'Scans, newest first',
    columns: {
      time: 'Time',
      verdict: 'Verdict',
      reason: 'Reason',
      code: 'Code',
      scanner: 'Scanner',
      basis: 'Decided by',
      upload: 'Upload',
    },
    kinds: {
      admit: 'Admitted',
      reject: 'Refused',
      duplicate: 'Already scanned',
      undecided: 'Undecided',
      checked: 'Looked up',
    } satisfies Record<VerdictKind, string>,
    filters: 'Filters',
    lastDay: 'Last 24 hours',
    code: 'Barcode, or how it ends',
    search: 'Search',
    shown: (count: number, shown: string, seen: string, total: string) =>
      `${count === 1 ? '1 scan' : `${shown} scans`} shown; ${seen} of ${total} looked through.`,
    older: 'Show older',
    searchOlder: 'Search older ones',
    searching: 'Searching',
    saved: (count: number, shown: string, path: string) =>
      `${count === 1 ? '1 scan' : `${shown} scans`} saved to ${path}`,

    damaged: 'The record is damaged: reason, barcode and guest are lost.',
    masked: (tail: string) => `…${tail}`,
    unknown: '–',
    sources: {
      hid: 'USB scanner',
      serial: 'Serial scanner',
      wedge: 'Keyboard scanner',
      manual: 'By hand',
    } satisfies Record<HistoryEntry['source'], string>,
    bases: {
      platform: 'Platform',
      cache: 'This kiosk',
      late: 'Late word',
    } satisfies Record<HistoryEntry['basis'], string>,
    uploads: {
      none: 'Not needed',
      pending: 'Waiting',
      sent: 'Under way',
      recorded: 'Uploaded',
      refused: 'Not accepted',
      conflict: 'Contradicted',
      expired: 'Too old',
    } satisfies Record<HistoryUpload['state'], string>,
    words: {
      awaited: 'Its answer is still awaited.',
      admitted: 'It had admitted the guest.',
      refused: 'It had refused the ticket.',
      missing: 'It never came.',
    } satisfies Record<NonNullable<HistoryEntry['word']>, string>,

    details: {
      title: 'One scan',
      close: 'Close',
      scannedAt: 'Scanned',
      errorCode: 'Code of the platform',
      device: 'Device',
      lateWord: 'The platform’s late word',
      uploadSince: 'Since',
      uploadReason: 'Why the platform does not have it',
      acknowledged: 'Acknowledged',
      ticketId: 'Ticket number',
      performanceId: 'Performance number',
    },
  },
};
