import type { SnapshotTicket } from './model.ts';

/**
 * A ticket as it is sealed: its values without member names, which would take half of the space.
 */
type PackedTicket = readonly [
  SnapshotTicket['ticketId'],
  SnapshotTicket['performanceId'],
  SnapshotTicket['productionName'],
  SnapshotTicket['performanceStartDate'],
  SnapshotTicket['barcode'],
  SnapshotTicket['alreadyScanned'],
  SnapshotTicket['refundedOrVoided'],
  SnapshotTicket['orderConsumerName'],
  SnapshotTicket['performance'],
  SnapshotTicket['section'],
  SnapshotTicket['seat'],
  SnapshotTicket['ticketsScanned'],
  SnapshotTicket['ticketsSold'],
  SnapshotTicket['patron'],
];

const VALUES: PackedTicket['length'] = 14;

/** Packs a ticket that has been validated, on one line. Its patron comes last. */
export function packTicket(ticket: SnapshotTicket): string {
  const packed: PackedTicket = [
    ticket.ticketId,
    ticket.performanceId,
    ticket.productionName,
    ticket.performanceStartDate,
    ticket.barcode,
    ticket.alreadyScanned,
    ticket.refundedOrVoided,
    ticket.orderConsumerName,
    ticket.performance,
    ticket.section,
    ticket.seat,
    ticket.ticketsScanned,
    ticket.ticketsSold,
    ticket.patron,
  ];
  return JSON.stringify(packed);
}

/**
 * Unpacks a ticket; null if the text is none. It is not validated again: it was before it was
 * sealed, and its seal, which depends on the version of the format, is intact.
 */
export function unpackTicket(text: string): SnapshotTicket | null {
  let packed: unknown;
  try {
    packed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isPacked(packed)) return null;
  return {
    ticketId: packed[0],
    performanceId: packed[1],
    productionName: packed[2],
    performanceStartDate: packed[3],
    barcode: packed[4],
    alreadyScanned: packed[5],
    refundedOrVoided: packed[6],
    orderConsumerName: packed[7],
    performance: packed[8],
    section: packed[9],
    seat: packed[10],
    ticketsScanned: packed[11],
    ticketsSold: packed[12],
    patron: packed[13],
  };
}

function isPacked(packed: unknown): packed is PackedTicket {
  return Array.isArray(packed) && packed.length === VALUES;
}
