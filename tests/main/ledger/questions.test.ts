import { Tickets } from '#main/ledger/same-ticket.ts';
import { standingOf } from '#main/ledger/standing.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewEntry, Question } from '#main/ledger/entry.ts';
import { openLedger, type OpenedLedger } from '#main/ledger/open-ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  EVENING,
  HOUSE,
  MINUTE,
  offlineAdmission,
  opened,
  optionsFor,
  valueOf,
  eventsIn,
} from './support.ts';

const FILTER = { clientId: HOUSE.clientId };

function question(code = 'A1'): Question {
  return {
    id: randomUUID(),
    baseUrl: HOUSE.baseUrl,
    filter: FILTER,
    scan: { code, source: 'wedge', device: null, at: EVENING },
    ticketIds: { ticketId: 501, performanceId: 31 },
    platformTime: EVENING,
    isTimeGuessed: false,
  };
}

const newPath = () => join(temporaryFolder(), 'ledger.db');

/** A ledger in whose run something happens; it ends without anybody having said so. */
function runAt(path: string, happens: (ledger: OpenedLedger['ledger']) => void): void {
  const { ledger } = valueOf(openLedger(optionsFor(path)));
  happens(ledger);
  ledger.close();
}

const entriesOf = ({ ledger }: OpenedLedger) =>
  ledger.page({ limit: 10 }).map(({ code, kind }) => `${code} ${kind}`);
const spentSince = ({ ledger }: OpenedLedger) => {
  const subject = { ticketHash: 'hash of A1', ticketId: 501, performanceId: 31, at: EVENING };
  const events = new Tickets(eventsIn(ledger), [subject]).of(subject);
  return standingOf(events).missing[0]?.at ?? null;
};

test('a kiosk that ended while it asked knows of the scan, and that its ticket may be spent', () => {
  const path = newPath();
  runAt(path, (ledger) => valueOf(ledger.noteQuestion(question())));
  const next = opened(path);
  expect(entriesOf(next)).toEqual(['A1 undecided']);
  expect(next.ledger.page({ limit: 1 })).toMatchObject([
    { basis: 'cache', ticketIds: { ticketId: 501, performanceId: 31 }, platformTime: EVENING },
  ]);
  expect(spentSince(next)).toBe(EVENING);
});

describe('who came in before, and shows the ticket again while the power goes', () => {
  const BEFORE = EVENING - MINUTE;
  const CAME_IN = {
    ...{ code: 'A1', basis: 'platform' as const, platformTime: BEFORE, filter: FILTER },
    ticketIds: { ticketId: 501, performanceId: 31 },
  };
  test.each<[string, Partial<Question>, Partial<Pick<NewEntry, 'ticketIds'>> & { code?: string }]>([
    ['by the ticket’s number', {}, {}],
    ['by another barcode of the same ticket', {}, { code: 'A2' }],
    ['by the barcode alone', { ticketIds: null }, { ticketIds: null }],
    ['by the barcode, as no snapshot knew it then', {}, { ticketIds: null }],
  ])('is owed nothing: known %s', (_, asked, admitted) => {
    const path = newPath();
    runAt(path, (ledger) => {
      valueOf(ledger.record(offlineAdmission({ ...CAME_IN, ...admitted })));
      valueOf(ledger.noteQuestion({ ...question(), ...asked }));
    });
    expect(spentSince(opened(path))).toBeNull();
  });

  test('is owed what the platform may have spent on another ticket of the same card', () => {
    const path = newPath();
    const ticketIds = { ticketId: 777, performanceId: 32 };
    runAt(path, (ledger) => {
      valueOf(ledger.record(offlineAdmission({ ...CAME_IN, ticketIds })));
      valueOf(ledger.noteQuestion(question()));
    });
    expect(spentSince(opened(path))).toBe(EVENING);
  });
});

test('it is said once, however often the kiosk starts', () => {
  const path = newPath();
  runAt(path, (ledger) => valueOf(ledger.noteQuestion(question())));
  runAt(path, () => undefined);
  expect(entriesOf(opened(path))).toEqual(['A1 undecided']);
});

test('once there is an entry, nothing is left of the question', () => {
  const path = newPath();
  runAt(path, (ledger) => {
    const asked = question();
    valueOf(ledger.noteQuestion(asked));
    valueOf(ledger.record(offlineAdmission({ id: asked.id, basis: 'platform' })));
  });
  const next = opened(path);
  expect(entriesOf(next)).toEqual(['A1 admit']);
  expect(spentSince(next)).toBeNull();
});

test('of a question that is damaged nothing is said, and the others are kept', () => {
  const path = newPath();
  const [damaged, whole] = [question('DAMAGED'), question('WHOLE')];
  runAt(path, (ledger) => {
    valueOf(ledger.noteQuestion(damaged));
    valueOf(ledger.noteQuestion(whole));
  });
  const db = valueOf(openDatabase(path));
  db.prepare('UPDATE question SET sealed = ? WHERE id = ?').run(Buffer.from('x'), damaged.id);
  db.close();
  expect(entriesOf(opened(path))).toEqual(['WHOLE undecided']);
});

test('whoever copies the file cannot read the code', () => {
  const path = newPath();
  const { ledger } = valueOf(openLedger(optionsFor(path)));
  onTestFinished(() => ledger.close());
  valueOf(ledger.noteQuestion(question('READABLE1234')));
  for (const file of [path, `${path}-wal`]) {
    expect(readFileSync(file).includes('READABLE1234')).toBe(false);
  }
});
