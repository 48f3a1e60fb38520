import { expect, test } from 'vitest';
import { UnlistedAdmissions } from '#main/entrance/admission/unlisted-admissions.ts';
import { ok } from '#shared/result.ts';
import {
  EVENING,
  HOUSE,
  ledgerOnDatabase,
  offlineAdmission,
  valueOf,
} from '#tests/main/ledger/support.ts';
import { snapshotTicket } from './support.ts';

test('nothing is proven until all admissions were compared with a download', () => {
  const { ledger } = ledgerOnDatabase();
  for (let at = 0; at < 250; at++) {
    const code = `T${at}`;
    const entry = offlineAdmission({ code, basis: 'platform', ticketIds: null, isUnlisted: true });
    valueOf(ledger.record(entry));
  }
  const filter = { clientId: HOUSE.clientId };
  const unlisted = new UnlistedAdmissions({
    keeper: { use: (work) => work(ledger) },
    snapshots: {
      usable: () => ({
        ...{ status: 'usable', builtAt: EVENING + 1_000, tickets: 250, skipped: 0, scope: filter },
        ...{ covers: new Set<number>(), beside: new Map() },
      }),
      find: () => ok([snapshotTicket()]),
    },
    platformClock: { now: () => EVENING + 2_000 },
    scopeNow: () => ({ baseUrl: HOUSE.baseUrl, filter }),
  });
  expect(unlisted.lacksAdmitted()).toBe(true);
  expect(unlisted.lacksAdmitted()).toBe(false);
});
