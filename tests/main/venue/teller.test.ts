import { SqliteError } from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Ledger } from '#main/ledger/ledger.ts';
import type { HouseEvent } from '#main/venue/house-event.ts';
import { Teller, type TellerPorts } from '#main/venue/teller.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { EVENING, ledgerOnDatabase, offlineAdmission, recorded } from '../ledger/support.ts';

function tellerOf(ledger: () => Ledger | null, ports: Partial<TellerPorts> = {}) {
  const told: HouseEvent[] = [];
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const teller = new Teller({
    ...{ clock, logger, ledger },
    eventPorts: () => ({ door: 'Left', startOf: () => null, markOf: (_, code) => code }),
    tell: (events) => told.push(...events),
    platformClock: { now: () => EVENING, isKnown: () => true },
    ...ports,
  });
  return { teller, told, clock, logger };
}

test('a disk that fails while the ledger is told harms nobody, and it goes on when the disk works again', () => {
  const { ledger } = ledgerOnDatabase();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  let fails = true;
  const failing: Pick<Ledger, 'page'> = {
    page(query) {
      if (fails) throw new SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
      return ledger.page(query);
    },
  };
  const onFailingDisk = Object.assign(Object.create(ledger) as Ledger, failing);
  const { teller, told, logger } = tellerOf(() => onFailingDisk);
  teller.follow();
  teller.follow();
  expect(told).toEqual([]);
  expect(logger.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
  fails = false;
  teller.follow();
  expect(told).toMatchObject([{ type: 'admission', mark: 'A1' }]);
});

test('an admission is told at once, though thousands from before the restart are still to be told', async () => {
  const { ledger } = ledgerOnDatabase();
  for (let guest = 0; guest < 2_000; guest += 1) {
    recorded(ledger, offlineAdmission({ code: `before ${guest}` }));
  }
  const { teller, told, clock } = tellerOf(() => ledger);
  teller.follow();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  teller.follow();
  await clock.advance(100);
  const marks = () => told.flatMap((event) => ('mark' in event ? [event.mark] : []));
  expect(marks()).toContain('A1');
  expect(marks().length).toBeLessThan(500);
  await clock.advance(10_000);
  expect(new Set(marks()).size, 'and all the others after it').toBe(2_001);
  expect(
    marks().filter((mark) => mark === 'A1'),
    'once',
  ).toHaveLength(1);
});

test('a clock that was years ahead hides no admission, once the platform has told its time', () => {
  const { ledger } = ledgerOnDatabase();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  let now = Date.UTC(2036, 0, 1);
  let isKnown = false;
  const platformClock = { now: () => now, isKnown: () => isKnown };
  const { teller, told } = tellerOf(() => ledger, { platformClock });
  teller.follow();
  expect(told).toEqual([]);
  [now, isKnown] = [EVENING, true];
  teller.follow();
  expect(told).toMatchObject([{ type: 'admission', mark: 'A1' }]);
});
