import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  eventsIn,
  HOUSE,
  ledgerAt,
  letInAnyway,
  MINUTE,
  offlineAdmission,
  optionsFor,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
  undecided,
  valueOf,
} from './support.ts';

const newLedger = () => ledgerAt(join(temporaryFolder(), 'ledger.db'));
const inDoubt = (changes = {}) => undecided({ inDoubt: true, ...changes });
const refusedBy = (code: number) =>
  undecided({
    kind: 'reject',
    basis: 'platform',
    reason: { type: 'platform-error', error: { ...ALREADY_SCANNED, code } },
  });

function sent(ledger: Ledger): string {
  const id = recorded(ledger, offlineAdmission());
  valueOf(ledger.uploads.markSent([id], EVENING));
  return id;
}

describe('which events are found', () => {
  test('none of a code that never came, nor of another client or platform', () => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission());
    expect(eventsIn(ledger, 'A2', [])).toEqual([]);
    expect(eventsIn(ledger, 'A1', [501], OTHER_CLIENT)).toEqual([]);
    expect(eventsIn(ledger, 'A1', [501], OTHER_PLATFORM)).toEqual([]);
  });

  test('those of the ticket’s other barcodes, told apart by their hashes', () => {
    const ledger = newLedger();
    const id = recorded(ledger, offlineAdmission({ code: 'B2' }));
    expect(eventsIn(ledger, 'A1', [])).toEqual([]);
    const found = eventsIn(ledger, 'A1', [501]);
    expect(found).toMatchObject([{ id, ticketId: 501 }]);
    expect(found[0]?.ticketHash).not.toBe('hash of A1');
  });

  test('each once, although code and number find it', () => {
    const ledger = newLedger();
    const id = recorded(ledger, offlineAdmission());
    expect(eventsIn(ledger)).toMatchObject([{ id, ticketHash: 'hash of A1' }]);
  });
});

describe('what an entry becomes', () => {
  test.each([
    ['platform', 'platform'],
    ['cache', 'snapshot'],
    ['venue', 'snapshot'],
    ['late', 'question'],
  ] as const)('an admission on the basis %s is one by the %s', (basis, by) => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission({ basis }));
    expect(eventsIn(ledger)).toMatchObject([{ kind: 'admitted', by, code: null }]);
  });

  test('an override tells which refusal of the ticket it overrode', () => {
    const ledger = newLedger();
    recorded(ledger, letInAnyway());
    expect(eventsIn(ledger)).toMatchObject([{ kind: 'admitted', by: 'staff', code: 12 }]);
  });

  test('it carries what its door knew, and what the screen showed', () => {
    const ledger = newLedger();
    const lineage = { knew: ['a', 'b'], of: null, shown: ['a'] };
    recorded(ledger, letInAnyway({ lineage }));
    expect(eventsIn(ledger)).toMatchObject([{ knew: ['a', 'b'], shown: ['a'] }]);
    expect(ledger.page({ limit: 1 })).toMatchObject([{ lineage }]);
  });

  test('a check-out ends an admission', () => {
    const ledger = newLedger();
    const lineage = { knew: ['a'], of: 'a', shown: [] };
    recorded(ledger, offlineAdmission({ kind: 'exit', basis: 'venue', lineage }));
    expect(eventsIn(ledger)).toMatchObject([{ kind: 'checked-out', of: 'a' }]);
  });

  test('an admission of a ticket that no snapshot knew was for what its door was open for', () => {
    const ledger = newLedger();
    const filter = { clientId: 7, productionId: 3, performanceId: 30 };
    recorded(ledger, offlineAdmission({ basis: 'platform', ticketIds: null, filter }));
    expect(eventsIn(ledger)).toMatchObject([{ ticketId: null, performanceId: 30 }]);
  });

  test.each([
    [12, ['refused']],
    [13, ['refused']],
    [14, ['refused']],
    [10, []],
  ])('a refusal of the platform with code %i: %o', (code, kinds) => {
    const ledger = newLedger();
    recorded(ledger, refusedBy(code));
    expect(eventsIn(ledger).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a question is told with what the door was open for, and its answer once there is one', () => {
    const ledger = newLedger();
    const filter = { clientId: 7, productionId: 3, performanceId: 30 };
    const id = recorded(ledger, inDoubt({ filter }));
    const asked = { kind: 'asked', id, productionId: 3, filterPerformanceId: 30 };
    expect(eventsIn(ledger)).toMatchObject([asked]);
    valueOf(ledger.settle(id, { word: 'admitted' }, EVENING + MINUTE));
    expect(eventsIn(ledger)).toMatchObject([asked, { kind: 'answered', of: id, word: 'admitted' }]);
  });

  test('a question that the kiosk ended with stays without an answer', () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const before = valueOf(openLedger(optionsFor(path))).ledger;
    recorded(before, inDoubt());
    recorded(
      before,
      offlineAdmission({
        code: 'B2',
        ticketIds: { ticketId: 502, performanceId: 31 },
        inDoubt: true,
      }),
    );
    before.close();
    const ledger = ledgerAt(path);
    expect(eventsIn(ledger)).toMatchObject([{ kind: 'asked' }, { word: 'missing' }]);
    const batch = valueOf(ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 9 }, EVENING));
    expect(batch?.uploads.map(({ code }) => code)).toEqual(['B2']);
  });

  test('an upload that is recorded', () => {
    const ledger = newLedger();
    const id = sent(ledger);
    valueOf(ledger.uploads.markRecorded([id], EVENING));
    expect(eventsIn(ledger)).toMatchObject([{ id }, { kind: 'uploaded', of: id }]);
  });

  test.each([
    ['its ticket', 12, ['admitted', 'upload-refused']],
    ['its form', 15, ['admitted']],
  ])('an upload that is refused for %s', (_, code, kinds) => {
    const ledger = newLedger();
    const id = sent(ledger);
    const reason = {
      type: 'platform-error',
      error: { ...ALREADY_SCANNED, code, key: '', name: '' },
    } as const;
    valueOf(ledger.uploads.markRefused(id, reason, EVENING));
    expect(eventsIn(ledger).map(({ kind }) => kind)).toEqual(kinds);
  });
});
