import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  letInAnyway,
  offlineAdmission,
  testVault,
  undecided,
  valueOf,
} from './support.ts';

type Step = (ledger: Ledger, ids: string[]) => void;

const REFUSAL = { type: 'platform-words', text: 'no' } as const;

/** What may happen; `some` are the entries that it happens to, whether that is possible or a bug. */
const STEPS: Readonly<Record<string, (some: (ids: string[]) => string[]) => Step>> = {
  admit: () => (ledger, ids) => {
    const entry = offlineAdmission({ code: `A${ids.length}`, platformTime: EVENING + ids.length });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'admit who was scanned earlier': () => (ledger, ids) => {
    const entry = offlineAdmission({ platformTime: EVENING - ids.length });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'admit in doubt': () => (ledger, ids) => {
    const entry = offlineAdmission({ inDoubt: true, platformTime: EVENING + ids.length });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'let out': () => (ledger, ids) => {
    const entry = offlineAdmission({
      kind: 'exit',
      ...(ids[0] && { lineage: { knew: [ids[0]], of: ids[0], shown: [] } }),
    });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'let in anyway': () => (ledger, ids) => {
    const entry = letInAnyway({ isListed: ids.length % 2 === 0, mayBeAnothers: true });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'turn away': () => (ledger, ids) => {
    const entry = undecided({ inDoubt: true });
    if (ledger.record(entry).ok) ids.push(entry.id);
  },
  'record once more': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.record(offlineAdmission({ id }));
  },
  'the platform has admitted': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.settle(id, { word: 'admitted' }, EVENING);
  },
  'the platform has refused': (some) => (ledger, ids) => {
    for (const id of some(ids)) {
      ledger.settle(id, { word: 'refused', error: ALREADY_SCANNED }, EVENING);
    }
  },
  'the word is missing': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.settle(id, { word: 'missing' }, EVENING);
  },
  'take back': (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.takeBack({ id, at: EVENING, why: 'too soon' });
  },
  'another door has told': (some) => (ledger, ids) => {
    for (const id of some(ids))
      ledger.noteOtherDoor(id, { door: 'Left', at: EVENING, isPossible: false });
  },
  ask: () => (ledger) => void ledger.noteQuestion({ ...undecided(), isTimeGuessed: false }),
  'the last run has ended': () => (ledger) => void ledger.endLastRun(),
  send: (some) => (ledger, ids) => void ledger.uploads.markSent(some(ids), EVENING),
  'send what is next': () => (ledger) => {
    const batch = ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 3 }, EVENING);
    if (!batch.ok || batch.value === null) return;
    const next = batch.value.uploads.map(({ id }) => id);
    ledger.uploads.markSent(next, EVENING);
  },
  recorded: (some) => (ledger, ids) => void ledger.uploads.markRecorded(some(ids), EVENING),
  refused: (some) => (ledger, ids) => {
    for (const id of some(ids)) ledger.uploads.markRefused(id, REFUSAL, EVENING);
  },
  'answer lost': (some) => (ledger, ids) => void ledger.uploads.backToPending(some(ids), EVENING),
  acknowledge: (some) => (ledger, ids) => void ledger.acknowledge(some(ids), EVENING),
  'a clock was wrong': () => (ledger, ids) => {
    const sequence = (ids.length % 3) + 1;
    ledger.correctTimes([{ sequence, platformTime: EVENING - ids.length * sequence }]);
  },
  expire: () => (ledger) => void ledger.uploads.expireOlderThan(EVENING + 3, EVENING),
};

const someEntries = fc
  .array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 3 })
  .map((picks) => (ids: string[]) => picks.flatMap((pick) => ids[pick % ids.length] ?? []));

const steps = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(STEPS)),
    some: someEntries,
    /** The disk takes no writes while it happens. */
    fails: fc.constantFrom(true, false, false, false),
    isLookedAt: fc.constantFrom(true, true, false),
  }),
  { minLength: 5, maxLength: 30 },
);

/**
 * Looks at a ledger after many steps at random, of which some fail; not after each: what is not known has to
 * stay so over several of them. Returns how many could not happen.
 */
export function whateverHappens(
  look: (ledger: Ledger, db: Database, step: string) => void,
): number {
  let failures = 0;
  const folder = temporaryFolder();
  let run = 0;
  fc.assert(
    fc.property(steps, (path) => {
      const db = valueOf(openDatabase(join(folder, `ledger-${(run += 1)}.db`)));
      try {
        const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
        const ids: string[] = [];
        for (const { name, some, fails, isLookedAt } of path) {
          db.pragma(`query_only = ${fails ? 1 : 0}`);
          try {
            STEPS[name]?.(some)(ledger, ids);
          } catch {
            // It cannot happen to these entries, and so has happened to none of them.
            failures += 1;
          }
          if (isLookedAt) look(ledger, db, name);
        }
      } finally {
        db.close();
      }
    }),
    { numRuns: 90, seed: 20261120 },
  );
  return failures;
}
