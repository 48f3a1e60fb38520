import type { ClientRef } from '#shared/model/client-ref.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  ledgerAt,
  ledgerOnDatabase,
  MINUTE,
  offlineAdmission,
  optionsFor,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
  undecided,
  valueOf,
  eventsIn,
} from './support.ts';

const file = () => join(temporaryFolder(), 'ledger.db');

test('a verdict comes back as it was, also after the kiosk has been switched off', () => {
  const path = file();
  const first = valueOf(openLedger(optionsFor(path))).ledger;
  const entry = offlineAdmission({
    code: 'TICKET-0001',
    filter: { clientId: 7, productionId: 21, performanceId: 31 },
    device: 'Scanner 1',
    ticket: { name: 'Ada Lovelace', performance: 'Hamlet', section: 'Stalls', seat: 'C 12' },
    platformTime: EVENING,
  });
  expect(valueOf(first.record({ ...entry, scan: { ...entry.scan, at: EVENING + 5 } }))).toBe(1);
  first.close();

  expect(ledgerAt(path).page({ limit: 10 })).toEqual([
    {
      id: entry.id,
      sequence: 1,
      twoDoors: null,
      lineage: { knew: [], of: null, shown: [] },
      takenBack: null,
      words: null,
      kioskId: 'north-door',
      baseUrl: HOUSE.baseUrl,
      filter: { clientId: 7, productionId: 21, performanceId: 31 },
      code: 'TICKET-0001',
      source: 'wedge',
      device: 'Scanner 1',
      kind: 'admit',
      basis: 'cache',
      reason: { type: 'admitted' },
      ticket: { name: 'Ada Lovelace', performance: 'Hamlet', section: 'Stalls', seat: 'C 12' },
      ticketIds: { ticketId: 501, performanceId: 31 },
      platformTime: EVENING,
      kioskTime: EVENING + 5,
      word: null,
      upload: {
        state: 'pending',
        reason: null,
        changedAt: EVENING,
        acknowledgedAt: null,
        sentAgainAt: null,
      },
    },
  ]);
});

type ReasonOf<T extends VerdictReason['type']> = Extract<VerdictReason, { type: T }>;

test('every reason for a verdict comes back as it was', () => {
  const ledger = ledgerAt(file());
  // By its type, so that a new one that is left out is a compile error here.
  const ofEachType: { readonly [T in VerdictReason['type']]: readonly ReasonOf<T>[] } = {
    admitted: [{ type: 'admitted' }],
    'platform-error': [
      { type: 'platform-error', error: { ...ALREADY_SCANNED, messageHtml: '<b>twice</b>' } },
    ],
    'no-answer': [{ type: 'no-answer', cause: 'not-the-platform' }],
    'not-signed-in': [{ type: 'not-signed-in' }],
    valid: [{ type: 'valid', copyFrom: EVENING }],
    'not-known': [{ type: 'not-known' }],
    'not-listed': [
      { type: 'not-listed', copyFrom: EVENING, because: { type: 'old' } },
      { type: 'not-listed', copyFrom: EVENING, because: { type: 'skipped' } },
      { type: 'not-listed', copyFrom: EVENING, because: { type: 'not-covered', start: EVENING } },
    ],
    'not-on': [{ type: 'not-on', start: null }],
    unclear: (['possibly-spent', 'refused-since', 'unheard', 'too-many'] as const).map(
      (because) => ({
        type: 'unclear',
        because,
      }),
    ),
    'word-awaited': [{ type: 'word-awaited' }],
    'doubted-claim': [
      { type: 'doubted-claim', door: null, at: EVENING },
      { type: 'doubted-claim', door: 'Foyer', at: EVENING },
    ],
    held: [{ type: 'held', door: 'Foyer', since: EVENING }],
    'came-back': [{ type: 'came-back', leftAt: EVENING }],
    'went-out': [
      { type: 'went-out', isStray: true, mayReturn: false, until: null },
      { type: 'went-out', isStray: false, mayReturn: true, until: EVENING },
    ],
    elsewhere: [
      {
        type: 'elsewhere',
        entrance: {
          ...{ id: 'balcony-left', name: 'Balcony, left', nameIn: { de: 'Balkon links' } },
          colour: '#1a6b8f',
          way: { arrow: 'up-left', words: 'Up the stairs', wordsIn: { de: 'Die Treppe hinauf' } },
        },
      },
    ],
    'house-full': [{ type: 'house-full', capacity: 1_200 }],
    overruled: [
      {
        ...{ type: 'overruled', of: 'x', kind: 'duplicate', code: 12 },
        ...{ cause: 'box-office', isListed: false },
      },
      {
        ...{ type: 'overruled', of: 'y', kind: 'held', code: null },
        ...{ cause: 'other', isListed: true },
      },
    ],
    copy: [
      { type: 'copy', code: 12, firstScanAt: EVENING, copyFrom: null },
      { type: 'copy', code: 11, firstScanAt: null, copyFrom: EVENING },
      {
        ...{ type: 'copy', code: 12, firstScanAt: null, copyFrom: null },
        usedAtDoor: { door: 'Foyer', at: EVENING },
      },
    ],
  };
  const reasons = Object.values(ofEachType).flat();
  for (const reason of reasons) recorded(ledger, undecided({ reason }));
  const read = ledger.page({ limit: reasons.length + 1 }).map(({ reason }) => reason);
  expect(read.reverse()).toEqual(reasons);
});

test('sequence numbers grow by one', () => {
  const ledger = ledgerAt(file());
  const numbers = [1, 2, 3].map(() => valueOf(ledger.record(undecided())));
  expect(numbers).toEqual([1, 2, 3]);
});

test('the same verdict recorded twice is one entry, one upload and one admission', () => {
  const ledger = ledgerAt(file());
  const entry = offlineAdmission();
  expect(valueOf(ledger.record(entry))).toBe(1);
  expect(valueOf(ledger.record(entry))).toBe(1);
  expect(ledger.page({ limit: 10 })).toHaveLength(1);
  expect(ledger.uploads.pendingCount()).toBe(1);
  expect(valueOf(ledger.record(undecided())), 'and leaves no gap').toBe(2);
});

test('only an admission that the platform has not heard of is to be uploaded', () => {
  const ledger = ledgerAt(file());
  recorded(ledger, offlineAdmission({ basis: 'platform' }));
  recorded(ledger, offlineAdmission({ basis: 'late' }));
  recorded(ledger, offlineAdmission({ kind: 'reject' }));
  recorded(ledger, offlineAdmission({ kind: 'duplicate' }));
  recorded(ledger, undecided());
  expect(ledger.uploads.pendingCount()).toBe(0);
  recorded(ledger, offlineAdmission());
  expect(ledger.uploads.pendingCount()).toBe(1);
});

test('an admission that could never be uploaded is a bug, and leaves nothing behind', () => {
  const ledger = ledgerAt(file());
  expect(() => ledger.record(offlineAdmission({ ticketIds: null }))).toThrow('cannot be uploaded');
  expect(() => ledger.record(offlineAdmission({ basis: 'platform', inDoubt: true }))).toThrow();
  expect(ledger.page({ limit: 10 })).toEqual([]);
});

test.each([
  ['INSERT ON late_answer', undecided({ inDoubt: true })],
  ['INSERT ON lineage', offlineAdmission({ lineage: { knew: ['x'], of: null, shown: [] } })],
  ['INSERT ON door_conflict', offlineAdmission({ mayBeAnothers: true })],
  ['DELETE ON question', offlineAdmission({ basis: 'platform' })],
])(
  'a verdict and what belongs to it are on the disk together, or not at all: %s',
  (what, entry) => {
    const { db, ledger } = ledgerOnDatabase();
    valueOf(ledger.noteQuestion({ ...entry, id: 'asked', isTimeGuessed: false }));
    const recording = what.endsWith('question') ? { ...entry, id: 'asked' } : entry;
    db.exec(`CREATE TRIGGER spoil BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    expect(() => ledger.record(recording)).toThrow('no room');
    expect(ledger.page({ limit: 1 })).toEqual([]);
    expect(ledger.uploads.pendingCount()).toBe(0);
    db.exec('DROP TRIGGER spoil');
    valueOf(ledger.record(recording));
    expect(ledger.page({ limit: 9 })).toHaveLength(1);
  },
);

test('who came in, online or not, is known by ticket, house by house', () => {
  const ledger = ledgerAt(file());
  const ticketIds = { ticketId: 77, performanceId: 31 };
  const first = (clientRef: ClientRef, ticketId: number) =>
    eventsIn(ledger, 'never seen', [ticketId], clientRef)[0] ?? null;
  expect(first(HOUSE, 77)).toBeNull();
  recorded(ledger, offlineAdmission({ kind: 'duplicate', ticketIds }));
  expect(first(HOUSE, 77), 'a duplicate is nobody inside').toBeNull();

  recorded(
    ledger,
    offlineAdmission({ basis: 'platform', ticketIds, platformTime: EVENING + MINUTE }),
  );
  recorded(ledger, offlineAdmission({ ticketIds, platformTime: EVENING + 2 * MINUTE }));
  expect(first(HOUSE, 77)).toMatchObject({ kioskId: 'north-door', at: EVENING + MINUTE });
  expect(first(OTHER_CLIENT, 77)).toBeNull();
  expect(first(OTHER_PLATFORM, 77)).toBeNull();
  expect(first(HOUSE, 78)).toBeNull();
});

test('whoever copies the disk learns neither barcodes nor people', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'ledger.db');
  const ledger = valueOf(openLedger(optionsFor(path))).ledger;
  const secrets = [
    ...['BARCODE-5521-XK', 'Grace Hopper', 'grace@example.org', 'Row Q 99', 'Hamlet at Night'],
    ...['The holder, Grace, called', 'words about Grace'],
  ];
  const [code = '', name = '', email = '', seat = '', performance = '', html = '', text = ''] =
    secrets;
  const ticket = { name, performance, section: email, seat };
  // More than lists need is handed over by a verdict; it is not kept.
  const verdictTicket = { ...ticket, successHtml: html, patron: { email } };
  const entry = offlineAdmission({ code, ticket: verdictTicket, inDoubt: true });
  const id = recorded(ledger, entry);
  const error = { ...ALREADY_SCANNED, messageHtml: html };
  recorded(ledger, undecided({ code, reason: { type: 'platform-error', error } }));
  valueOf(ledger.settle(id, { word: 'refused', error }, EVENING));
  const refused = recorded(ledger, offlineAdmission({ code }));
  valueOf(ledger.uploads.markSent([refused], EVENING));
  valueOf(ledger.uploads.markRefused(refused, { type: 'platform-words', text }, EVENING));

  const find = () => {
    const files = readdirSync(folder).filter((name) => name.startsWith('ledger.db'));
    const bytes = files.map((name) => readFileSync(join(folder, name)));
    const has = (what: string) => bytes.some((content) => content.includes(what));
    const both = (what: string) =>
      has(what) || bytes.some((content) => content.includes(Buffer.from(what, 'utf16le')));
    return { files, found: secrets.filter(both), sanity: has(id) };
  };
  const open = find();
  expect(open.files, 'the journal is searched too').toContain('ledger.db-wal');
  expect(open, 'ids are in the clear, so the search works').toMatchObject({
    found: [],
    sanity: true,
  });
  expect(ledger.page({ limit: 9 }).map((record) => record.code)).toEqual([code, code, code]);
  expect(JSON.stringify(ledger.page({ limit: 9 })), 'nor is it kept at all').not.toContain(
    'patron',
  );
  ledger.close();
  expect(find()).toMatchObject({ files: ['ledger.db'], found: [], sanity: true });
  expect(existsSync(`${path}-wal`)).toBe(false);
});
