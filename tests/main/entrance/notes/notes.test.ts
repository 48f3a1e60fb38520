import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from '#main/base/export/csv.ts';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import type { ScannedTicket } from '#main/entrance/notes/match.ts';
import { NO_NOTES_ELSEWHERE } from '#main/entrance/notes/notes-elsewhere.ts';
import { Notes } from '#main/entrance/notes/notes.ts';
import type { SharedNote } from '#main/venue/shared-notes.ts';
import { MOST_NOTES, type NewNote } from '#shared/model/notes.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 7);
const TICKET: ScannedTicket = {
  ...{ ticketId: 501, buyer: 'Ada Lovelace', section: 'Stalls', seat: 'C 12' },
};
const NOTE: NewNote = {
  ...{ ticketId: null, barcode: null, buyer: null, section: null, seat: null },
  ...{ kind: 'vip', text: null, mustBeSeen: false, day: '' },
};

/** A kiosk's notes, on the evening of the clock. */
function openNotes({
  isKnown = true,
  path = join(temporaryFolder(), 'notes.sealed'),
  elsewhere = NO_NOTES_ELSEWHERE,
} = {}) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const open = () =>
    new Notes({
      ...{ clock, logger, elsewhere, file: sealedFile(path, KEY), hash: new KeyedHash(KEY) },
      platformClock: { now: () => clock.now(), isKnown: () => isKnown },
      newId: () => keyOf('here').newId(),
      timeZone: () => 'Europe/Berlin',
    });
  const notes = open();
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const add = (changes: Partial<NewNote>) => notes.add({ ...NOTE, day: today, ...changes });
  const about = (code = 'A1', ticket: ScannedTicket | null = TICKET, of = notes) =>
    of.about(code, () => (ticket === null ? [] : [ticket])).map(({ kind, text }) => text ?? kind);
  const importFile = (text: string) => notes.import(new TextEncoder().encode(text));
  return { notes, open, add, about, importFile, clock, logger, path, today };
}

describe('a note is found', () => {
  test.each<[string, Partial<NewNote>]>([
    ['by the ticket’s number', { ticketId: 501 }],
    ['by the barcode', { barcode: 'A1' }],
    ['by the buyer, however the name is written', { buyer: 'LOVELACE, Ada' }],
    ['by the section', { section: 'stalls' }],
    ['by the seat, in its section', { section: 'Stalls', seat: 'c-12' }],
  ])('%s', (_, by) => {
    const { add, about } = openNotes();
    expect(add(by)).toMatchObject({ ok: true });
    expect(about()).toEqual(['vip']);
    expect(about('B2', { ticketId: 9, buyer: 'Bob', section: 'Balcony', seat: 'A 1' })).toEqual([]);
  });

  test('only where everything fits that was given', () => {
    const { add, about } = openNotes();
    add({ section: 'Balcony', seat: 'C 12' });
    add({ buyer: 'Ada Lovelace', ticketId: 502 });
    expect(about()).toEqual([]);
  });

  test('by the barcode alone where nothing else is known', () => {
    const { add, about } = openNotes();
    add({ barcode: 'A1' });
    add({ section: 'Stalls' });
    expect(about('A1', null)).toEqual(['vip']);
  });

  test('in the order in which all of them were added', () => {
    const { add, about } = openNotes();
    add({ section: 'Stalls', kind: 'other', text: 'first' });
    add({ ticketId: 501, kind: 'other', text: 'second' });
    add({ buyer: 'Ada Lovelace', kind: 'other', text: 'third' });
    expect(about()).toEqual(['first', 'second', 'third']);
  });

  test('with accents and without', () => {
    const { add, about } = openNotes();
    add({ buyer: 'René Müller' });
    expect(about('A1', { ...TICKET, buyer: 'Muller, Rene' })).toEqual(['vip']);
  });
});

test('they outlive a restart, sealed: neither barcode, name nor words are on the disk', () => {
  const { add, about, open, path, logger } = openNotes();
  add({ barcode: '4006381333931', buyer: 'Ada Lovelace', kind: 'other', text: 'has cancelled' });
  const again = open();
  expect(about('4006381333931', TICKET, again)).toEqual(['has cancelled']);
  expect(again.list()).toMatchObject([{ codeTail: '3931', buyer: 'Ada Lovelace' }]);
  expect(JSON.stringify(again.list()), 'of a barcode its end alone').not.toContain('40063813');
  const bytes = readFileSync(path);
  for (const secret of ['4006381333931', 'Lovelace', 'cancelled']) {
    expect(bytes.includes(secret), secret).toBe(false);
    expect(logger.lines.join()).not.toContain(secret);
  }
  const unsealed = JSON.stringify(sealedFile(path, KEY).load());
  expect(unsealed, 'not even to who has the key').not.toContain('4006381333931');
});

test('at six in the morning after, they are forgotten, also on the disk', async () => {
  const { add, about, notes, clock, path, today } = openNotes();
  add({ ticketId: 501 });
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
  add({ ticketId: 501, kind: 'wheelchair', day: tomorrow });
  const six = Date.parse(tomorrow) + 5 * HOUR;
  await clock.advance(six - clock.now() - MINUTE);
  expect(about()).toEqual(['vip', 'wheelchair']);
  await clock.advance(11 * MINUTE);
  expect(about()).toEqual(['wheelchair']);
  expect(sealedFile(path, KEY).load()).toMatchObject([{ kind: 'wheelchair' }]);
  notes.stop();
});

test('a clock that is years ahead forgets nothing, as long as the platform has not told its time', async () => {
  const { add, path } = openNotes();
  add({ ticketId: 501 });
  const ahead = openNotes({ isKnown: false, path });
  await ahead.clock.advance(3 * DAY);
  expect(ahead.about('A1', TICKET, ahead.open())).toEqual(['vip']);
  expect(sealedFile(path, KEY).load()).toHaveLength(1);
});

describe('a file', () => {
  test('is taken whole, in the place of the last one, beside what was typed', () => {
    const { add, about, importFile, notes } = openNotes();
    add({ ticketId: 501, kind: 'other', text: 'typed' });
    expect(importFile('seat;note;text\nC 12;vip;first\n')).toMatchObject({ ok: true, value: 1 });
    const second = 'Seat;NOTE;acknowledge\nC 12;check-id;yes\nC 13;wheelchair;\n';
    expect(importFile(second)).toMatchObject({ ok: true, value: 2 });
    expect(about()).toEqual(['typed', 'check-id']);
    expect(notes.list().map(({ mustBeSeen }) => mustBeSeen)).toEqual([false, true, false]);
  });

  test('with a first line for the spreadsheet is read by the delimiter it names', () => {
    const { importFile, about } = openNotes();
    expect(importFile('sep=;\r\nbuyer;note\r\nLovelace, Ada;vip\r\n')).toMatchObject({ value: 1 });
    expect(about()).toEqual(['vip']);
  });

  test('whose numbers a spreadsheet has rounded is not taken, and each such line is named', () => {
    const { importFile, notes } = openNotes();
    const file = [
      'ticket;barcode;seat;note',
      ';714000400791;;vip',
      ';7,14E+11;;vip',
      '7.14E+11;;;vip',
      ';;1E+05;vip',
    ];
    expect(importFile(file.join('\n'))).toEqual({
      ok: false,
      error: {
        type: 'wrong-lines',
        lines: [3, 4, 5].map((line) => ({ line, problem: 'rounded-number' })),
        count: 3,
      },
    });
    expect(notes.list()).toEqual([]);
  });

  test.each(['00712345', '7140004007919123456', '=1+2', '+49', '7.14E+11', 'MAR12', "'1", 'A;=1'])(
    'finds the ticket by a barcode as this kiosk exports it: %s',
    (code) => {
      const { importFile, about } = openNotes();
      const lines = [csvLine(['barcode', 'note']), csvLine([{ barcode: code }, 'vip'])];
      expect(importFile(BYTE_ORDER_MARK + lines.join(''))).toMatchObject({ ok: true });
      expect(about(code, null)).toEqual(['vip']);
    },
  );

  test('with a line that is wrong is not taken at all, and each such line is named', () => {
    const { about, importFile } = openNotes();
    importFile('seat;note\nC 12;vip\n');
    const wrong = [
      'ticket;seat;note;text;acknowledge;day',
      ';C 12;vip;;;',
      ';;vip;;;',
      ';C 12;queen;;;',
      'x9;;vip;;;',
      ';C 12;;;;',
      ';C 12;vip;;perhaps;',
      ';C 12;vip;;;20.11.2026',
      ';C 12;vip;;;2026-02-30',
      ';C 12;vip;;;2020-01-01',
      `;C 12;;${'x'.repeat(201)};;`,
    ].join('\n');
    expect(importFile(wrong)).toEqual({
      ok: false,
      error: {
        ...{ type: 'wrong-lines', count: 9 },
        lines: [
          { line: 3, problem: 'no-subject' },
          { line: 4, problem: 'unknown-kind' },
          { line: 5, problem: 'wrong-number' },
          { line: 6, problem: 'no-content' },
          { line: 7, problem: 'wrong-yes-or-no' },
          { line: 8, problem: 'wrong-day' },
          { line: 9, problem: 'wrong-day' },
          { line: 10, problem: 'day-out-of-range' },
          { line: 11, problem: 'too-long' },
        ],
      },
    });
    expect(about(), 'the last file still counts').toEqual(['vip']);
  });

  test('that is hopeless names a few lines, and how many there are', () => {
    const { importFile } = openNotes();
    const lines = Array.from({ length: 20 }, (_, at) => ({ line: at + 2 }));
    expect(importFile(`seat;note\n${'A 1;queen\n'.repeat(300)}`)).toMatchObject({
      error: { type: 'wrong-lines', count: 300, lines },
    });
  });

  test.each([
    ['a quote that never closes', 'seat;text\nA 1;"x\n', { type: 'open-quote', line: 2 }],
    ['no column that is known', 'platz;notiz\nA 1;vip\n', { type: 'no-columns' }],
    ['nothing at all', '', { type: 'no-columns' }],
    ['a heading alone', 'seat;note\n', { type: 'empty' }],
    ['100,000 lines', `seat\n${'A\n'.repeat(100_000)}`, { type: 'too-long', line: MOST_NOTES + 2 }],
    ['too many bytes', `seat\n${'A'.repeat(500_000)}`, { type: 'too-large' }],
  ])('%s', (_, text, error) => {
    const { importFile, about } = openNotes();
    importFile('seat;note\nC 12;vip\n');
    expect(importFile(text)).toEqual({ ok: false, error });
    expect(about()).toEqual(['vip']);
  });
});

test('a disk that is full keeps what there was', () => {
  const { add, about, notes } = openNotes({
    path: join(temporaryFolder(), 'gone', 'notes.sealed'),
  });
  expect(add({ ticketId: 501 })).toMatchObject({ error: { type: 'not-written', code: 'ENOENT' } });
  expect(about()).toEqual([]);
  expect(notes.list()).toEqual([]);
});

describe('in a house', () => {
  /** Two doors, each of which knows at once what the other has told. */
  function openHouse() {
    const told = new Map<string, SharedNote>();
    const doors: { notes: Notes; name: string }[] = [];
    const hash = new KeyedHash(Buffer.alloc(32, 9));
    let all: readonly SharedNote[] = [];
    const open = (name: string) => {
      const door = openNotes({
        elsewhere: {
          all: () => all,
          markOf: (code) => hash.of(code),
          follow() {
            for (const note of door.notes.shared()) {
              // As it comes: through JSON.
              told.set(note.id, JSON.parse(JSON.stringify({ ...note, door: name })) as SharedNote);
            }
            all = [...told.values()];
          },
          end(notes) {
            for (const { id } of notes) told.delete(id);
            all = [...told.values()];
            for (const other of doors) other.notes.noteEnded(notes.map(({ id }) => id));
          },
        },
      });
      doors.push({ notes: door.notes, name });
      return door;
    };
    return { left: open('Balcony left'), right: open('Foyer'), told };
  }

  test('a note is found at the other door, by whatever it is about, and says where it was made', () => {
    const { left, right, told } = openHouse();
    left.add({ barcode: '4006381333931', kind: 'fetch-manager' });
    left.add({ buyer: 'Ada Lovelace' });
    expect(right.about('4006381333931', null)).toEqual(['fetch-manager']);
    expect(right.about()).toEqual(['vip']);
    expect(right.about('B2', { ...TICKET, buyer: 'Bob' })).toEqual([]);
    expect(right.notes.list()).toMatchObject([{ door: 'Balcony left' }, { door: 'Balcony left' }]);
    expect(left.notes.list()).toMatchObject([{ door: null }, { door: null }]);
    expect(JSON.stringify([...told.values()]), 'the barcode').not.toContain('4006381333931');
    expect(left.about(), 'not twice at its own door').toEqual(['vip']);
  });

  test('whoever removes it removes it at all doors', () => {
    const { left, right } = openHouse();
    left.add({ section: 'Stalls' });
    const [note] = right.notes.list();
    expect(right.notes.remove([note?.id ?? ''])).toMatchObject({ ok: true });
    for (const door of [left, right]) {
      expect(door.about()).toEqual([]);
      expect(door.notes.list()).toEqual([]);
    }
  });

  test('the next file of a door takes the place of its last one, at all doors', () => {
    const { left, right, today } = { ...openHouse(), today: openNotes().today };
    const file = (kind: string) => left.importFile(`section,note,day\nStalls,${kind},${today}\n`);
    right.add({ seat: 'C 12', kind: 'wheelchair' });
    expect(file('vip')).toMatchObject({ ok: true });
    expect(right.about()).toEqual(['wheelchair', 'vip']);
    expect(file('check-id')).toMatchObject({ ok: true });
    expect(right.about()).toEqual(['wheelchair', 'check-id']);
  });

  test('a note about a barcode from before this kiosk joined stays here: no other door could know whom it is about', () => {
    const { add, notes } = openNotes();
    add({ barcode: '4006381333931' });
    expect(notes.shared()).toEqual([]);
    add({ barcode: '4006381333931', seat: 'C 12' });
    expect(notes.shared(), 'by the seat alone it would be somebody else’s, too').toEqual([]);
  });

  test.each<[string, unknown]>([
    ['is about everybody', { kind: 'vip', text: null, mustBeSeen: false }],
    ['is of another version', { kind: 'dragon', seat: 'C 12' }],
    ['is no note', 'C 12'],
  ])('what another door tells that %s counts for nothing', (_, content) => {
    const none = { ...{ ticketId: null, mark: null, codeTail: null, buyer: null }, section: null };
    const isFromFile = false;
    const whole =
      typeof content === 'object' ? { ...none, seat: null, isFromFile, ...content } : content;
    const all = [{ id: 'x', door: 'Foyer', until: Number.MAX_SAFE_INTEGER, content: whole }];
    const { about, notes } = openNotes({
      elsewhere: { ...NO_NOTES_ELSEWHERE, all: () => all, markOf: (code) => code },
    });
    expect(about()).toEqual([]);
    expect(notes.list()).toEqual([]);
  });

  test('another door’s note is forgotten when its evening is over', async () => {
    const { left, right } = openHouse();
    left.add({ section: 'Stalls' });
    expect(right.about()).toEqual(['vip']);
    await right.clock.advance(2 * DAY);
    expect(right.about()).toEqual([]);
  });
});
