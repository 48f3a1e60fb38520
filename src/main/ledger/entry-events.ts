import { ERROR, isAboutTicket, subjectOf } from '#shared/api/error-codes.ts';
import type { LateWord, UploadState } from '#shared/model/uploads.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { RecordedBasis, UploadReason } from './entry.ts';
import type { Lineage } from './lineage.ts';
import type { LedgerRecord } from './record.ts';
import { codeOf } from './recorder.ts';
import type { Admitted, TicketEvent } from './ticket-event.ts';

/** The part of an entry that events are made of. */
export interface EntryFacts {
  readonly id: string;
  readonly kioskId: string;
  readonly baseUrl: string;
  readonly clientId: number;
  readonly productionId: number | null;
  readonly filterPerformanceId: number | null;
  readonly ticketId: number | null;
  readonly ticketPerformanceId: number | null;
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly code: number | null;
  readonly platformTime: number;
  readonly word: LateWord | null;
  readonly upload: UploadState | null;
  /** Why the platform does not have it; looked at only where it was refused. */
  readonly uploadReason: UploadReason | null;
  readonly isTakenBack: boolean;
  readonly lineage: Lineage;
}

/** By whose word somebody was let in. */
const BY: Readonly<Record<RecordedBasis, Admitted['by']>> = {
  platform: 'platform',
  late: 'question',
  staff: 'staff',
  cache: 'snapshot',
  venue: 'snapshot',
};

/** Refusals that tell of a ticket whatever a snapshot says of it. */
const REFUSALS: readonly (number | null)[] = [
  ERROR.ticketAlreadyScanned,
  ERROR.ticketVoided,
  ERROR.ticketRefunded,
];

/**
 * Returns the ticket events of an entry: none, unless somebody went in or out, the platform refused the ticket, or was
 * asked without an answer in time.
 *
 * @param about how doors recognise its barcode, and what people call this door
 */
export function eventsOfEntry(
  facts: EntryFacts,
  { ticketHash, door }: { readonly ticketHash: string; readonly door: string },
): readonly TicketEvent[] {
  const {
    id,
    kioskId,
    kind,
    basis,
    baseUrl,
    clientId,
    code,
    platformTime: at,
    word,
    lineage,
  } = facts;
  const { productionId, filterPerformanceId, ticketId } = facts;
  const performanceId = facts.ticketPerformanceId ?? filterPerformanceId;
  const ticket = { kioskId, door, baseUrl, clientId, ticketHash, ticketId, performanceId, at };
  const { knew, of, shown } = lineage;
  const itself = { ...ticket, id, knew };
  const afterwards = { ...ticket, knew: [], of: id };
  const events: TicketEvent[] = [];
  if (kind === 'admit') {
    const refusedFor = basis === 'staff' && isAboutTicket(code) ? code : null;
    events.push({ ...itself, kind: 'admitted', by: BY[basis], shown, code: refusedFor });
  } else if (kind === 'exit') {
    return [{ ...itself, kind: 'checked-out', of }];
  } else if (word !== null) {
    events.push({ ...itself, kind: 'asked', productionId, filterPerformanceId });
  } else if (basis === 'platform' && code !== null && REFUSALS.includes(code)) {
    return [{ ...itself, kind: 'refused', code }];
  }
  if (events.length === 0) return [];
  if (word !== null && word !== 'awaited') {
    events.push({ ...afterwards, id: `${id}/answered`, kind: 'answered', word });
  }
  if (facts.isTakenBack) events.push({ ...afterwards, id: `${id}/withdrawn`, kind: 'withdrawn' });
  if (facts.upload === 'recorded') {
    events.push({ ...afterwards, id: `${id}/uploaded`, kind: 'uploaded' });
  } else if (isRefusedForTicket(facts)) {
    events.push({ ...afterwards, id: `${id}/upload-refused`, kind: 'upload-refused' });
  }
  return events;
}

/** An upload that was refused for another reason than the ticket, such as its form, says nothing about the ticket. */
function isRefusedForTicket({ upload, uploadReason: reason }: EntryFacts): boolean {
  if (upload !== 'refused' && upload !== 'conflict') return false;
  return reason?.type === 'platform-error' && subjectOf(reason.error) === 'ticket';
}

/** Returns what the events of an entry are made of. */
export function factsOf(record: LedgerRecord): EntryFacts {
  const { id, kioskId, baseUrl, kind, basis, platformTime, word, lineage } = record;
  const { filter, ticketIds, reason, upload } = record;
  return {
    id,
    kioskId,
    baseUrl,
    clientId: filter.clientId,
    productionId: filter.productionId ?? null,
    filterPerformanceId: filter.performanceId ?? null,
    ticketId: ticketIds?.ticketId ?? null,
    ticketPerformanceId: ticketIds?.performanceId ?? null,
    kind,
    basis,
    code: reason === null ? null : codeOf(reason),
    platformTime,
    word,
    upload: upload?.state ?? null,
    uploadReason: upload?.reason ?? null,
    isTakenBack: record.takenBack !== null,
    lineage,
  };
}
