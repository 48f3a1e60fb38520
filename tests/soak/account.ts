import type { LedgerRecord } from '#main/ledger/record.ts';
import type { PlatformScan } from './town.ts';

/** A code that was read at the real door; `again`: a moment after the same one. */
export interface Read {
  readonly code: string;
  readonly again: boolean;
}

export interface Account {
  /** In their order. */
  readonly reads: readonly Read[];
  /** Oldest first. */
  readonly ledger: readonly LedgerRecord[];
  /** By scan time. */
  readonly platform: readonly PlatformScan[];
}

/** How exactly the kiosk knows the platform's time, in milliseconds: its answers name seconds. */
const EXACT = 3_000;
/** Of many that are alike, the first few tell enough. */
const TOLD = 10;

/** What was lost, doubled or put out of order, in words and without barcodes; empty: nothing. */
export function losses(account: Account): string[] {
  const found = [
    ...eachReadHasItsRow(account),
    ...eachAdmissionIsThereOnce(account),
    ...nothingElseIsThere(account),
    ...allIsInOrder(account),
  ];
  const more = found.length - TOLD;
  return more > 0 ? [...found.slice(0, TOLD), `and ${more} more`] : found;
}

/** Rows follow each other as their codes were read. Only what was read twice may have none. */
function eachReadHasItsRow({ reads, ledger }: Account): string[] {
  let next = 0;
  for (const [index, { code, again }] of reads.entries()) {
    if (ledger[next]?.code === code) next += 1;
    else if (!again) return [`read ${index + 1} of ${reads.length} has no row in its place`];
  }
  const left = ledger.length - next;
  return left === 0 ? [] : [`${left} rows are of nothing that was read`];
}

function eachAdmissionIsThereOnce({ ledger, platform }: Account): string[] {
  const scans = byBarcode(platform);
  const admitted = new Set<string>();
  return ledger.flatMap(({ sequence, code, kind, basis, word, upload, platformTime }) => {
    if (word === 'awaited') return [`row ${sequence} is in doubt for ever`];
    if (kind !== 'admit' || code === null) return [];
    if (admitted.has(code)) return [`row ${sequence} admits a ticket for the second time`];
    admitted.add(code);
    const there = scans.get(code) ?? [];
    const online = there.filter(({ offline }) => !offline).length;
    const offline = there.filter((scan) => scan.offline);
    if (basis !== 'cache' || word === 'admitted') {
      return online === 1 && offline.length === 0
        ? []
        : [`row ${sequence} (${basis}) is there ${online} + ${offline.length} times`];
    }
    if (upload?.state !== 'recorded') return [`row ${sequence} stays "${upload?.state ?? 'none'}"`];
    // The platform may have been asked, and its word have died with the connection.
    const [uploaded] = offline;
    return offline.length === 1 && online <= 1 && uploaded?.scanTime === platformTime
      ? []
      : [`row ${sequence} (${basis}) is there ${online} + ${offline.length} times`];
  });
}

function byBarcode(platform: readonly PlatformScan[]): Map<string, PlatformScan[]> {
  const all = new Map<string, PlatformScan[]>();
  for (const scan of platform) {
    const known = all.get(scan.barcode);
    if (known === undefined) all.set(scan.barcode, [scan]);
    else known.push(scan);
  }
  return all;
}

function nothingElseIsThere({ ledger, platform }: Account): string[] {
  const admitted = new Set(ledger.filter(({ kind }) => kind === 'admit').map(({ code }) => code));
  const others = platform.filter(({ barcode }) => !admitted.has(barcode)).length;
  return others === 0 ? [] : [`${others} scans are at the platform of nobody who was let in`];
}

/** Each is there with the time at which it was scanned, and so in the order of the door. */
function allIsInOrder({ ledger, platform }: Account): string[] {
  const rows = new Map(
    ledger.filter(({ kind }) => kind === 'admit').map((record) => [record.code, record]),
  );
  const misplaced = platform.filter(({ barcode, scanTime }) => {
    const row = rows.get(barcode);
    return row !== undefined && Math.abs(scanTime - row.platformTime) > EXACT;
  });
  const outOfOrder = [true, false].flatMap((offline) => {
    const sequences = platform
      .filter((scan) => scan.offline === offline)
      .map(({ barcode }) => rows.get(barcode)?.sequence ?? 0);
    return sequences.filter((sequence, index) => sequence < (sequences[index - 1] ?? 0));
  });
  return [
    ...misplaced.map(() => 'a scan is at the platform with another time'),
    ...outOfOrder.map((sequence) => `row ${sequence} is at the platform after a later one`),
  ];
}
