import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createRandom } from '#box-office/demo/random.ts';
import { startBoxOffice } from '#box-office/server.ts';
import { assertNever } from '#shared/assert-never.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { BAD_GATEWAY, openBadNetwork, PORTAL, type Fault } from '#tests/support/bad-network.ts';
import type { TownRequest, Way } from './messages.ts';

/** A scan as the platform has it. */
export interface PlatformScan {
  readonly barcode: string;
  readonly scanTime: number;
  readonly offline: boolean;
}

/** Of all demo tickets, so many are good ones for the main performance, which the door is open for. */
const PART_THAT_IS_GOOD = 0.2;
const FEWEST = 400;
/** A slow answer takes at most so long, in milliseconds. */
const SLOWEST = 3_000;

const scanSchema = z.object({
  barcode: z.string(),
  scanTime: z.number(),
  offline: z.number().transform(Boolean),
});

/** The platform with `good` tickets to be scanned, and the bad network before it. */
export async function openTown(seed: number, good: number, startsAt: number) {
  let now = startsAt;
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'usher-soak-town-'));
  const data = join(folder, 'box-office.db');
  const boxOffice = await startBoxOffice({
    ...{ data, seed },
    tickets: Math.max(FEWEST, Math.ceil(good / PART_THAT_IS_GOOD)),
    timeZone: 'Europe/Berlin',
    now: () => now,
  });
  const db = new Database(data);
  // Both shows of the evening are scanned as one.
  db.exec('UPDATE client SET minutes_before = 2000, minutes_after = 2000');
  const before = new Set(readScans().map(({ barcode, scanTime }) => `${barcode} ${scanTime}`));
  const forgetTokens = db.prepare('DELETE FROM token');
  const clock = Object.assign(new FakeClock(startsAt), { now: () => now });
  const network = await openBadNetwork(boxOffice.baseUrl, clock);

  let way: Way = 'up';
  const slow = new Set<{ readonly until: number; readonly letGo: () => void }>();
  network.fault = (): Fault | null => {
    switch (way) {
      case 'up':
      case 'cut':
        return null;
      case 'hang':
        return { type: 'hang' };
      case 'reset-after-sending':
        return { type: 'drop-answer' };
      case 'slow':
        return { type: 'hold', until: later(random.between(100, SLOWEST)) };
      case 'captive-portal':
        return PORTAL;
      case 'bad-gateway':
        return BAD_GATEWAY;
      default:
        return assertNever(way);
    }
  };

  function later(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const entry = { until: now + ms, letGo: resolve };
      slow.add(entry);
    });
  }

  function becomes(time: number): void {
    now = time;
    for (const entry of slow) {
      if (entry.until > now) continue;
      slow.delete(entry);
      entry.letGo();
    }
  }

  async function become(next: Way): Promise<void> {
    way = next;
    if (next === 'cut') await network.cut();
    else await network.mend();
  }

  function readScans(): PlatformScan[] {
    const rows = db
      .prepare(
        `SELECT barcode, scan_time AS scanTime, offline FROM scan JOIN ticket ON ticket.id = ticket_id
         ORDER BY scan_time`,
      )
      .all();
    return z.array(scanSchema).parse(rows);
  }

  return {
    boxOffice,
    baseUrl: network.baseUrl,
    async answer(request: TownRequest): Promise<void> {
      switch (request.do) {
        case 'tell-time':
          becomes(request.now);
          break;
        case 'network':
          await become(request.way);
          break;
        case 'platform-restart':
          boxOffice.dropConnections();
          await become('cut');
          break;
        case 'revoke-tokens':
          forgetTokens.run();
          break;
        default:
          assertNever(request);
      }
    },
    /** What the evening brought, by scan time. */
    scans: () =>
      readScans().filter(({ barcode, scanTime }) => !before.has(`${barcode} ${scanTime}`)),
    async close(): Promise<void> {
      await network.close();
      db.close();
      await boxOffice.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
