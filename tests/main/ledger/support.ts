import type { ClientRef } from '#shared/model/client-ref.ts';
import type { NewEntry } from '#main/ledger/entry.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { openLedger, type LedgerOptions, type OpenedLedger } from '#main/ledger/open-ledger.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { standingOf } from '#main/ledger/standing.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { Result } from '#shared/result.ts';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** 20 November 2026, 18:00 UTC: the doors open. */
export const EVENING = Date.UTC(2026, 10, 20, 18, 0, 0);
export const MINUTE = 60_000;

/** Where the guests of these tests come to. */
export const HOUSE: ClientRef = { baseUrl: 'https://tickets.example', clientId: 7 };
export const OTHER_CLIENT: ClientRef = { ...HOUSE, clientId: 8 };
/** Where all numbers are in use as well, for something else. */
export const OTHER_PLATFORM: ClientRef = { ...HOUSE, baseUrl: 'https://other.example' };

/** A vault whose keys are the same in every process. */
export const testVault: LedgerOptions['vault'] = vaultOf('one');

export function vaultOf(installation: string): LedgerOptions['vault'] {
  return {
    keeper: 'none',
    key: (purpose) => createHash('sha256').update(`${installation} ${purpose}`).digest(),
  };
}

export function optionsFor(path: string, changes: Partial<LedgerOptions> = {}): LedgerOptions {
  const clock = { now: () => EVENING };
  return { path, vault: testVault, kioskId: 'north-door', clock, ...changes };
}

/** The ledger at `path`, closed when the test has finished. */
export function ledgerAt(path: string): Ledger {
  return opened(path).ledger;
}

export function opened(path: string, changes: Partial<LedgerOptions> = {}): OpenedLedger {
  const value = valueOf(openLedger(optionsFor(path, changes)));
  onTestFinished(() => value.ledger.close());
  return value;
}

/** A ledger with the database behind it, closed when the test has finished. */
export function ledgerOnDatabase(path = join(temporaryFolder(), 'ledger.db')) {
  const db = valueOf(openDatabase(path));
  onTestFinished(() => {
    db.close();
  });
  return { db, ledger: new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' }) };
}

/** What must have gone well. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`expected to go well: ${JSON.stringify(result.error)}`);
  return result.value;
}

export type EntryChanges = Partial<Omit<NewEntry, 'scan'>> & {
  readonly code?: string;
  readonly device?: string;
};

/** A guest whom the snapshot lets in while the network is away. */
export function offlineAdmission({ code = 'A1', device, ...changes }: EntryChanges = {}): NewEntry {
  const platformTime = changes.platformTime ?? EVENING;
  return {
    id: randomUUID(),
    baseUrl: HOUSE.baseUrl,
    filter: { clientId: HOUSE.clientId },
    scan: { code, source: 'wedge', device: device ?? null, at: platformTime },
    kind: 'admit',
    basis: 'cache',
    reason: { type: 'admitted' },
    ticket: null,
    ticketIds: { ticketId: 501, performanceId: 31 },
    platformTime,
    inDoubt: false,
    ...changes,
  };
}

/** A guest whom nobody could decide about. */
export function undecided(changes: EntryChanges = {}): NewEntry {
  return offlineAdmission({
    kind: 'undecided',
    reason: { type: 'no-answer', cause: 'timeout' },
    ticketIds: null,
    ...changes,
  });
}

/** A guest whom a duty manager lets in with a used ticket, of which the platform is not told. */
export function letInAnyway({
  isListed = false,
  ...changes
}: EntryChanges & { isListed?: boolean } = {}): NewEntry {
  const why = { of: 'x', kind: 'duplicate', code: 12, cause: 'goodwill' } as const;
  return offlineAdmission({
    basis: 'staff',
    reason: { type: 'overruled', ...why, isListed },
    words: 'a friend of the house',
    ...changes,
  });
}

/** This kiosk's own events about a code, and about the tickets that bear it. */
export function eventsIn(
  ledger: Ledger,
  code = 'A1',
  ticketIds: readonly number[] = [501],
  clientRef = HOUSE,
): readonly TicketEvent[] {
  return valueOf(
    ledger.ticketEvents({ clientRef, code, ticketIds, ticketHash: `hash of ${code}` }),
  );
}

/** When the holder of a ticket who is inside was let in first, on the platform's clock; null: nobody is. */
export function firstAdmittedAt(ledger: Ledger, ticketId: number): number | null {
  const { admissions } = standingOf(eventsIn(ledger, 'never seen', [ticketId]));
  return admissions.length === 0 ? null : Math.min(...admissions.map(({ at }) => at));
}

/** Records, and returns the entry's id. */
export function recorded(ledger: Ledger, entry: NewEntry): string {
  valueOf(ledger.record(entry));
  return entry.id;
}

export const ALREADY_SCANNED: ApiError = {
  code: 12,
  key: 'error.ticket.alreadyScanned',
  name: 'Ticket Already Scanned',
  forceLogout: false,
  messageHtml: null,
};
