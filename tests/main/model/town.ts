import Database from 'better-sqlite3';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import type { Fetch } from '#main/base/ports.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import type { Selection } from '#shared/model/selection.ts';
import { EVENING } from '#tests/box-office/support.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { GUESTS, type Guest } from './actions.ts';

/** What has happened to a guest's ticket so far; instants are the platform's. */
export interface Fate {
  readonly code: string;
  readonly isGood: boolean;
  soldAt: number;
  voidedAt: number;
  usedElsewhereAt: number;
}

/** The platform, with tickets whose fates the test decides, and a clock that it moves. */
export interface Town {
  readonly boxOffice: BoxOffice;
  readonly fetch: Fetch;
  readonly selection: Selection;
  /** The platform's clock. */
  now(): number;
  /** From now on this is its clock. */
  follow(clock: () => number): void;
  readonly fates: Readonly<Record<Guest, Fate>>;
  /** A new evening, on which nothing has happened yet. */
  begin(): void;
  voidTicket(guest: Guest): void;
  /** Another door lets the guest in, if the ticket is good. */
  scanElsewhere(guest: Guest): void;
  sell(): void;
  endSessions(): void;
}

const NEVER = Number.POSITIVE_INFINITY;
const ALWAYS = Number.NEGATIVE_INFINITY;

export async function openTown(): Promise<Town> {
  const data = join(temporaryFolder(), 'box-office.db');
  let now = () => EVENING;
  const boxOffice = await startBoxOffice({ data, tickets: 200, now: () => now() });
  onTestFinished(() => boxOffice.close());
  const http = createHttp({ logger: new RecordingLogger() });
  onTestFinished(() => http.close());
  const db = new Database(data);
  onTestFinished(() => void db.close());
  db.pragma('synchronous = OFF');
  const fates = castOf(boxOffice);
  const codes = JSON.stringify(Object.values(fates).map(({ code }) => code));
  const later = fates['late buyer'].code;
  const clean = db.prepare(
    `DELETE FROM scan WHERE ticket_id IN (SELECT id FROM ticket WHERE barcode = ?)`,
  );
  const setState = db.prepare(`UPDATE ticket SET state = ? WHERE barcode = ?`);
  const setBarcode = db.prepare('UPDATE ticket SET barcode = ? WHERE barcode = ?');
  const use = db.prepare(
    `INSERT INTO scan SELECT id, ?, 0 FROM ticket WHERE barcode = ? AND state = 'sold'
       AND NOT EXISTS (SELECT 1 FROM scan WHERE ticket_id = ticket.id)`,
  );
  const forgetTokens = db.prepare('DELETE FROM token');
  const tails = new Set(Object.values(fates).map(({ code }) => code.slice(-4)));
  if (tails.size < GUESTS.length) throw new Error(`barcodes look alike: ${codes}`);

  const town: Town = {
    boxOffice,
    fetch: http.fetch,
    selection: {
      scope: 'performance',
      clientId: boxOffice.ids.clientId,
      clientName: 'the house',
      productionId: boxOffice.ids.productionId,
      productionName: 'the production',
      performanceId: boxOffice.ids.performanceId,
      performanceStart: EVENING,
    },
    now: () => now(),
    follow(clock) {
      now = clock;
    },
    fates,
    begin() {
      now = () => EVENING;
      forgetTokens.run();
      for (const fate of Object.values(fates).filter(({ isGood }) => isGood)) {
        clean.run(fate.code);
        setState.run('sold', fate.code);
        fate.voidedAt = NEVER;
        fate.usedElsewhereAt = NEVER;
      }
      setBarcode.run(`unsold ${later}`, later);
      fates['late buyer'].soldAt = NEVER;
    },
    voidTicket(guest) {
      setState.run('voided', fates[guest].code);
      fates[guest].voidedAt = Math.min(fates[guest].voidedAt, town.now());
    },
    scanElsewhere(guest) {
      if (use.run(town.now(), fates[guest].code).changes > 0) {
        fates[guest].usedElsewhereAt = town.now();
      }
    },
    sell() {
      if (setBarcode.run(later, `unsold ${later}`).changes > 0) {
        fates['late buyer'].soldAt = town.now();
      }
    },
    endSessions() {
      forgetTokens.run();
    },
  };
  return town;
}

function castOf(boxOffice: BoxOffice): Record<Guest, Fate> {
  const [ada, ben, cleo, late] = boxOffice.barcodes('valid', 4);
  const first = (kind: Parameters<BoxOffice['barcodes']>[0]) => boxOffice.barcodes(kind, 1)[0];
  const fate = (code: string | undefined, isGood: boolean): Fate => {
    if (code === undefined) throw new Error('the demo has no such ticket');
    return { code, isGood, soldAt: ALWAYS, voidedAt: NEVER, usedElsewhereAt: NEVER };
  };
  return {
    ada: fate(ada, true),
    ben: fate(ben, true),
    cleo: fate(cleo, true),
    'late buyer': fate(late, true),
    voided: fate(first('voided'), false),
    scanned: fate(first('scanned'), false),
    'other performance': fate(first('other-performance'), false),
    'other series': fate(first('other-series'), false),
    unknown: fate(first('unknown'), false),
  };
}
