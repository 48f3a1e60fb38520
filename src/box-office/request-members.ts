import type { SyncKey } from './dialects/dialect.ts';

/** The members that a request may have (spec 4.2); those of a list are its elements'. */
export interface KnownMembers {
  readonly [name: string]: KnownMembers | null;
}

const FILTER = { clientId: null, productionId: null, performanceId: null };

/** Of the download's query, and of the bodies. */
export const KNOWN_IN = {
  validTickets: FILTER,
  authenticate: { username: null, password: null },
  validateTicket: { ...FILTER, barcodeString: null },
  syncScans: (key: SyncKey): KnownMembers => ({
    ...FILTER,
    tickets: {
      ticketId: null,
      performanceId: null,
      scanTime: null,
      ...(key !== 'barcodeString' && { barcode: null }),
      ...(key !== 'barcode' && { barcodeString: null }),
    },
  }),
} as const;

/** Whether there is a member among them that the spec does not know. */
export function hasUnknownMembers(sent: unknown, known: KnownMembers): boolean {
  if (Array.isArray(sent)) return sent.some((element) => hasUnknownMembers(element, known));
  if (typeof sent !== 'object' || sent === null) return false;
  return Object.entries(sent).some(([name, value]) => {
    if (!Object.hasOwn(known, name)) return true;
    const within = known[name] ?? null;
    return within !== null && hasUnknownMembers(value, within);
  });
}
