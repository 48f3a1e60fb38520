import type { NewEntry } from '#main/ledger/entry.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  ledgerAt,
  MINUTE,
  offlineAdmission,
  optionsFor,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
  undecided,
  valueOf,
  type EntryChanges,
} from './support.ts';

const NOTHING = {
  admissions: [],
  passages: [],
  inDoubtSince: null,
  lateAdmissionAt: null,
  lateAdmissionOf: null,
  possiblySpentAt: null,
};

/** The ticket of these admissions. */
const OF_THIS_TICKET = { ticketId: 501, performanceId: 31, isLongAgo: false };

const FILTER = { clientId: 7 };

const newLedger = () => ledgerAt(join(temporaryFolder(), 'ledger.db'));
/** What is known of a code, while the door is open for everything of the client. */
const known = (
  ledger: Ledger,
  code: string,
  now: number,
  clientRef = HOUSE,
  filter: ScanFilter = FILTER,
) => valueOf(ledger.history(clientRef, filter, code, now));
const inDoubt = (changes: EntryChanges = {}) => undecided({ inDoubt: true, ...changes });

/** Somebody is turned away, and what the platform says half a minute later. */
function turnedAway(ledger: Ledger, entry: NewEntry, word: 'admitted' | 'missing'): void {
  valueOf(ledger.settle(recorded(ledger, entry), { word }, EVENING + MINUTE / 2));
}

test('a code that never came has no history, nor has that of another client or platform', () => {
  const ledger = newLedger();
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  expect(known(ledger, 'A2', EVENING)).toEqual(NOTHING);
  expect(known(ledger, 'A1', EVENING, OTHER_CLIENT, { clientId: 8 })).toEqual(NOTHING);
  expect(known(ledger, 'A1', EVENING, OTHER_PLATFORM)).toEqual(NOTHING);
});

test('admissions of a code are known with their time, basis and upload, newest first', () => {
  const ledger = newLedger();
  recorded(ledger, offlineAdmission());
  recorded(ledger, undecided({ code: 'A1' }));
  recorded(ledger, offlineAdmission({ basis: 'platform', platformTime: EVENING + MINUTE }));
  expect(known(ledger, 'A1', EVENING + MINUTE)).toMatchObject({
    ...NOTHING,
    passages: [{ platformTime: EVENING + MINUTE }, { platformTime: EVENING }],
    admissions: [
      {
        platformTime: EVENING + MINUTE,
        basis: 'platform',
        upload: 'none',
        isUnsettled: false,
        ...OF_THIS_TICKET,
      },
      {
        platformTime: EVENING,
        basis: 'cache',
        upload: 'pending',
        isUnsettled: true,
        ...OF_THIS_TICKET,
      },
    ],
  });
});

test('an admission that no copy knew the ticket of was for what its door was open for', () => {
  const ledger = newLedger();
  const unknown = { basis: 'platform', ticketIds: null } as const;
  const filter = { clientId: 7, productionId: 3, performanceId: 30 };
  recorded(ledger, offlineAdmission({ ...unknown, filter }));
  recorded(ledger, offlineAdmission({ ...unknown, filter: FILTER }));
  recorded(ledger, offlineAdmission({ filter }));
  expect(known(ledger, 'A1', EVENING).admissions).toMatchObject([
    { ticketId: 501, performanceId: 31 },
    { ticketId: null, performanceId: null },
    { ticketId: null, performanceId: 30 },
  ]);
});

describe('somebody was turned away, and the platform has admitted them after all', () => {
  const marked = EVENING + MINUTE / 2;

  test('the next scan within ten minutes may know it', () => {
    const ledger = newLedger();
    turnedAway(ledger, inDoubt(), 'admitted');
    const during = known(ledger, 'A1', marked + 10 * MINUTE - 1);
    const lateAdmissionOf = ledger.page({ limit: 1 })[0]?.id;
    expect(during).toEqual({ ...NOTHING, lateAdmissionAt: marked, lateAdmissionOf });
    expect(known(ledger, 'A1', marked + 10 * MINUTE)).toEqual(NOTHING);
  });

  test('once they were let in, the next one with this code is not', () => {
    const ledger = newLedger();
    turnedAway(ledger, inDoubt(), 'admitted');
    recorded(ledger, offlineAdmission({ basis: 'late', platformTime: EVENING + MINUTE }));
    expect(known(ledger, 'A1', EVENING + MINUTE)).toEqual({
      ...NOTHING,
      passages: [expect.objectContaining({ way: 'in', ticketId: 501 })],
      admissions: [
        {
          platformTime: EVENING + MINUTE,
          basis: 'late',
          upload: 'none',
          isUnsettled: false,
          ...OF_THIS_TICKET,
        },
      ],
    });
  });

  test('an admission of another evening does not stand in the way', () => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission({ platformTime: EVENING - 1440 * MINUTE }));
    turnedAway(ledger, inDoubt(), 'admitted');
    expect(known(ledger, 'A1', marked).lateAdmissionAt).toBe(marked);
  });

  test('another door that has let in this ticket since stands in the way', () => {
    const ledger = newLedger();
    const ticketIds = { ticketId: 501, performanceId: 31 };
    turnedAway(ledger, inDoubt({ ticketIds }), 'admitted');
    expect(known(ledger, 'A1', marked).lateAdmissionAt).toBe(marked);
    // As told by the other door; here it is another code of the same ticket.
    recorded(ledger, offlineAdmission({ code: 'B2', ticketIds, platformTime: EVENING + MINUTE }));
    expect(known(ledger, 'A1', EVENING + MINUTE)).toEqual(NOTHING);
  });
});

describe('somebody was turned away, and the platform’s word never came', () => {
  test.for(['undecided', 'reject'] as const)(
    '%s: the ticket is possibly spent for ten minutes',
    (kind) => {
      const ledger = newLedger();
      turnedAway(ledger, inDoubt({ kind }), 'missing');
      const marked = EVENING + MINUTE / 2;
      expect(known(ledger, 'A1', marked)).toEqual({ ...NOTHING, possiblySpentAt: marked });
      expect(known(ledger, 'A1', marked + 10 * MINUTE)).toEqual(NOTHING);
    },
  );

  test('while it is awaited, this is known, and a refusal ends it', () => {
    const ledger = newLedger();
    const id = recorded(ledger, inDoubt());
    expect(known(ledger, 'A1', EVENING)).toEqual({ ...NOTHING, inDoubtSince: EVENING });
    valueOf(ledger.settle(id, { word: 'refused', error: ALREADY_SCANNED }, EVENING + 1));
    expect(known(ledger, 'A1', EVENING + 1)).toEqual(NOTHING);
  });

  test('because the kiosk was switched off: possibly spent since the scan', () => {
    const path = join(temporaryFolder(), 'ledger.db');
    const before = valueOf(openLedger(optionsFor(path))).ledger;
    recorded(before, inDoubt());
    recorded(before, offlineAdmission({ code: 'B2', inDoubt: true }));
    before.close();
    const ledger = ledgerAt(path);
    const history = known(ledger, 'A1', EVENING + 9 * MINUTE);
    expect(history).toEqual({ ...NOTHING, possiblySpentAt: EVENING });
    expect(known(ledger, 'B2', EVENING).admissions[0]?.upload).toBe('pending');
    const batch = valueOf(ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 9 }, EVENING));
    expect(batch?.uploads.map(({ code }) => code)).toEqual(['B2']);
  });
});

describe('the door is open for something else now', () => {
  const marked = EVENING + MINUTE / 2;
  const tonight = { clientId: 7, productionId: 21, performanceId: 31 };
  const others: readonly (readonly [string, ScanFilter])[] = [
    ['another performance', { ...tonight, performanceId: 32 }],
    ['another production', { ...tonight, productionId: 22 }],
    ['all performances', { clientId: 7, productionId: 21 }],
    ['all productions', { clientId: 7 }],
  ];

  test.for(others)('%s: a mistake of before is not made good', ([, now]) => {
    const ledger = newLedger();
    const at = marked + MINUTE;
    turnedAway(ledger, inDoubt({ code: 'L1', filter: tonight }), 'admitted');
    turnedAway(ledger, inDoubt({ code: 'M1', filter: tonight }), 'missing');
    recorded(ledger, inDoubt({ code: 'D1', filter: tonight }));
    expect(known(ledger, 'L1', at, HOUSE, tonight).lateAdmissionAt).toBe(marked);
    expect(known(ledger, 'M1', at, HOUSE, tonight).possiblySpentAt).toBe(marked);
    expect(known(ledger, 'D1', at, HOUSE, tonight).inDoubtSince).toBe(EVENING);
    for (const code of ['L1', 'M1', 'D1']) {
      expect(known(ledger, code, at, HOUSE, now)).toEqual(NOTHING);
    }
  });

  test('who came in is known whatever the door is open for, and ends an earlier mark', () => {
    const ledger = newLedger();
    turnedAway(ledger, inDoubt({ filter: tonight }), 'admitted');
    recorded(ledger, offlineAdmission({ platformTime: EVENING + MINUTE }));
    const admissions = [
      {
        platformTime: EVENING + MINUTE,
        basis: 'cache',
        upload: 'pending',
        isUnsettled: true,
        ...OF_THIS_TICKET,
      },
    ];
    for (const [, filter] of others) {
      expect(known(ledger, 'A1', EVENING + MINUTE, HOUSE, filter).admissions).toEqual(admissions);
    }
    expect(known(ledger, 'A1', EVENING + MINUTE, HOUSE, tonight)).toEqual({
      ...NOTHING,
      passages: [expect.objectContaining({ way: 'in', ticketId: 501 })],
      admissions,
    });
  });
});

describe('a ticket of the same number on another platform', () => {
  test('that was let in does not stand in the way', () => {
    const ledger = newLedger();
    const ticketIds = { ticketId: 501, performanceId: 31 };
    turnedAway(ledger, inDoubt({ ticketIds }), 'admitted');
    const platformTime = EVENING + MINUTE;
    const { baseUrl } = OTHER_PLATFORM;
    recorded(ledger, offlineAdmission({ code: 'B2', baseUrl, ticketIds, platformTime }));
    expect(known(ledger, 'A1', platformTime).lateAdmissionAt).toBe(EVENING + MINUTE / 2);
  });
});

describe('a duplicate', () => {
  const ticketIds = { ticketId: 501, performanceId: 31 };
  const duplicate = () => inDoubt({ kind: 'duplicate', ticketIds });

  test('of a guest who is inside is never made good', () => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission({ ticketIds }));
    turnedAway(ledger, duplicate(), 'admitted');
    expect(known(ledger, 'A1', EVENING + MINUTE).lateAdmissionAt).toBeNull();
  });

  test('of a guest who is inside by the platform’s word, their ticket unknown here, is never made good', () => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission({ basis: 'platform', ticketIds: null }));
    turnedAway(ledger, { ...duplicate(), ticketIds: null }, 'admitted');
    expect(known(ledger, 'A1', EVENING + MINUTE).lateAdmissionAt).toBeNull();
  });

  test('of a guest who came in with another code of the ticket is never made good', () => {
    const ledger = newLedger();
    recorded(ledger, offlineAdmission({ code: 'B2', ticketIds, platformTime: EVENING - MINUTE }));
    turnedAway(ledger, duplicate(), 'admitted');
    expect(known(ledger, 'A1', EVENING + MINUTE)).toEqual(NOTHING);
  });

  test('by the snapshot alone is made good when the platform itself has admitted it', () => {
    const ledger = newLedger();
    turnedAway(ledger, duplicate(), 'admitted');
    expect(known(ledger, 'A1', EVENING + MINUTE).lateAdmissionAt).toBe(EVENING + MINUTE / 2);
  });

  test('is not possibly spent because the connection died: it was spent before', () => {
    const ledger = newLedger();
    turnedAway(ledger, duplicate(), 'missing');
    expect(known(ledger, 'A1', EVENING + MINUTE)).toEqual(NOTHING);
  });
});
