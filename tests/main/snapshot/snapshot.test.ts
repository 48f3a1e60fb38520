import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { ok } from '#shared/result.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { FORMAT_VERSION, MOST_OF_A_BARCODE } from '#main/snapshot/snapshot-format.ts';
import { SnapshotWriter } from '#main/snapshot/snapshot-writer.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { barcode, ticket } from './support/tickets.ts';

const FILTER = { clientId: 284, performanceId: 4711 };
const ABOUT = {
  baseUrl: 'https://tickets.example',
  username: 'ada',
  filter: FILTER,
  platformTime: 1,
  kioskTime: 2,
  offered: [31, 99],
  skipped: 3,
  platformValidators: null,
  isOfAnother: false,
};
const newKeys = () => ({ lookup: randomBytes(32), seal: randomBytes(32) });
const many = (count: number) => Array.from({ length: count }, (_, number) => ticket(number));

/** Builds a snapshot of these tickets and opens it. */
function build(tickets: readonly SnapshotTicket[], keys = newKeys()) {
  const folder = temporaryFolder();
  const path = join(folder, 'snapshot-1.db');
  const writer = new SnapshotWriter(join(folder, 'snapshot-1.building'), keys, FILTER.clientId);
  for (const each of tickets) writer.add(each);
  const counts = writer.finish(path, ABOUT);
  const open = (otherKeys = keys) => Snapshot.open(path, otherKeys);
  return { folder, path, counts, keys, open };
}

/** Opens the snapshot, and closes it when `work` is done with it. */
function reading<T>(built: ReturnType<typeof build>, work: (snapshot: Snapshot) => T): T {
  const snapshot = built.open();
  if (snapshot === null) throw new Error('the snapshot cannot be read');
  try {
    return work(snapshot);
  } finally {
    snapshot.close();
  }
}

describe('a snapshot', () => {
  test('gives back every ticket with all its facts, and knows no other', () => {
    const built = build(many(1000));
    reading(built, (snapshot) => {
      for (let number = 0; number < 1000; number += 1) {
        expect(snapshot.find(barcode(number))).toStrictEqual({ ok: true, value: [ticket(number)] });
      }
      for (const code of [barcode(1000), '', ' ', barcode(1).slice(1), `${barcode(1)}\n`]) {
        expect(snapshot.find(code)).toStrictEqual({ ok: true, value: [] });
      }
    });
  });

  test('keeps strange tickets as they are', () => {
    const strange = [
      ticket(1, { barcode: '' }),
      ticket(2, { barcode: 'ÄÖ🎭\n\u0000"\\', orderConsumerName: 'line\nbreak' }),
      ticket(3, { barcode: 'x'.repeat(100_000), section: '𝄞 ﷽', patron: null }),
      ticket(4, { ticketId: Number.MAX_SAFE_INTEGER, seat: null, ticketsSold: -1 }),
    ];
    reading(build(strange), (snapshot) => {
      for (const each of strange) {
        expect(snapshot.find(each.barcode)).toStrictEqual({ ok: true, value: [each] });
      }
    });
  });

  test('is read as a whole by its places, each ticket once', () => {
    const { performanceId } = ticket(7);
    const shared = ticket(1000, { barcode: barcode(7), performanceId, refundedOrVoided: true });
    reading(build([...many(1000), shared, ticket(7)]), (snapshot) => {
      const all = [...snapshot.tickets()];
      const expected = [...many(1000), shared];
      expect(all.map((each) => each.ticket)).toStrictEqual(expected);
      for (const { place, ticket: one } of all) expect(snapshot.at(place)).toStrictEqual(one);
    });
  });

  test('knows how many of its tickets came with a patron', () => {
    const mixed = [ticket(1), ticket(2, { patron: null }), ticket(3)];
    reading(build(mixed), (snapshot) => expect(snapshot.about.patrons).toBe(2));
  });

  test('says what it is about', () => {
    const inOthers = { orderConsumerName: '山田 Олена' };
    const built = build([...many(4), ticket(5, inOthers)]);
    expect(built.counts).toStrictEqual({ tickets: 5, duplicates: 0 });
    expect(reading(built, ({ about }) => about)).toStrictEqual({
      ...ABOUT,
      download: expect.any(String) as string,
      patronsDigest: expect.any(String) as string,
      tickets: 5,
      duplicates: 0,
      patrons: 5,
      performances: expect.any(Array) as unknown[],
      scripts: ['Cyrl', 'Hani'],
    });
  });

  test('counts what was sold and scanned of each performance, without what is no longer good', () => {
    const tickets = [
      ticket(1, { performanceId: 31, alreadyScanned: true, refundedOrVoided: false }),
      ticket(2, { performanceId: 31, alreadyScanned: false, refundedOrVoided: false }),
      ticket(3, { performanceId: 31, alreadyScanned: true, refundedOrVoided: true }),
      ticket(4, { performanceId: 32, alreadyScanned: false, refundedOrVoided: false }),
      ticket(5, { performanceId: 33, alreadyScanned: false, refundedOrVoided: true }),
    ];
    const { performances } = reading(build(tickets), ({ about }) => about);
    expect(performances).toMatchObject([
      { performanceId: 31, sold: 2, scanned: 1 },
      { performanceId: 32, sold: 1, scanned: 0 },
    ]);
  });

  test('of no tickets is one', () => {
    reading(build([]), (snapshot) => {
      expect(snapshot.about.tickets).toBe(0);
      expect(snapshot.find(barcode(1))).toStrictEqual({ ok: true, value: [] });
    });
  });

  test('leaves one file, with nothing in it that can be read', () => {
    const built = build(many(3000));
    expect(readdirSync(built.folder)).toStrictEqual(['snapshot-1.db']);
    const bytes = readFileSync(built.path);
    const { patron, orderConsumerName, section, productionName } = ticket(7);
    const known = [patron?.email, patron?.lastName, patron?.billingAddress?.line1].map(String);
    for (const secret of [barcode(7), String(orderConsumerName), String(section), ...known]) {
      expect(secret.length).toBeGreaterThan(5);
      expect(bytes.includes(secret), secret).toBe(false);
      expect(bytes.includes(Buffer.from(secret, 'utf16le')), secret).toBe(false);
    }
    for (const part of ['Quittenbaum', 'quittenbaum.example', productionName, 'tickets.example']) {
      expect(bytes.includes(part), part).toBe(false);
    }
    const db = new Database(built.path, { readonly: true });
    expect(db.pragma('quick_check', { simple: true })).toBe('ok');
    db.close();
  });

  test('never seals two snapshots with the same key stream', () => {
    const keys = newKeys();
    const blocks = [1, 2].map(() => {
      const db = new Database(build(many(1), keys).path, { readonly: true });
      const block = db.prepare<[], Buffer>('SELECT sealed FROM block').pluck().get();
      db.close();
      return block?.toString('hex');
    });
    expect(blocks[0]).not.toBe(blocks[1]);
  });
});

describe('one barcode on several tickets of one performance', () => {
  const SAME = { barcode: 'same', performanceId: 31 };

  test('keeps each ticket, whatever their standings', () => {
    const shared = [
      ticket(100, { ...SAME, refundedOrVoided: true }),
      ticket(101, SAME),
      ticket(102, { ...SAME, alreadyScanned: true }),
      ticket(103, SAME),
    ];
    const built = build([
      ...many(3),
      ...shared.slice(0, 2),
      ...many(20).slice(3),
      ...shared.slice(2),
    ]);
    expect(built.counts).toStrictEqual({ tickets: 24, duplicates: 0 });
    reading(built, (snapshot) =>
      expect(snapshot.find('same')).toStrictEqual({ ok: true, value: shared }),
    );
  });

  test('keeps a ticket once that the download lists twice', () => {
    const built = build([ticket(1, SAME), ticket(2, SAME), ticket(1, SAME)]);
    expect(built.counts).toStrictEqual({ tickets: 2, duplicates: 1 });
    reading(built, (snapshot) =>
      expect(snapshot.find('same')).toStrictEqual({
        ok: true,
        value: [ticket(1, SAME), ticket(2, SAME)],
      }),
    );
  });

  test('keeps both standings of a ticket that the download contradicts', () => {
    const built = build([ticket(1, SAME), ticket(1, { ...SAME, refundedOrVoided: true })]);
    expect(built.counts).toStrictEqual({ tickets: 2, duplicates: 0 });
  });
});

describe('barcodes near to a code', () => {
  const PRINTED = ['abc-1', '0071 0400', 'XYZ9', 'Xyz9', ' xyz 9', '- -', 'ß1'];
  const tickets = PRINTED.map((code, number) => ticket(number, { barcode: code }));

  test.each<[string, readonly string[]]>([
    ['ABC1', ['abc-1']],
    ['a b c 1', ['abc-1']],
    ['abc-1', []],
    ['00710400', ['0071 0400']],
    ['xyz9', [' xyz 9', 'XYZ9', 'Xyz9']],
    ['XYZ9', [' xyz 9', 'Xyz9']],
    ['SS1', ['ß1']],
    ['710400', []],
    ['ABC2', []],
    ['-', []],
    ['', []],
  ])('finds those of %j', (code, near) => {
    reading(build(tickets), (snapshot) => {
      const found = snapshot.near(code);
      expect(found.ok && found.value.toSorted()).toEqual(near);
    });
  });

  test('counts a barcode once, however many tickets bear it', () => {
    const card = Array.from({ length: 20 }, (_, number) =>
      ticket(number, { barcode: number % 2 === 0 ? 'card-1' : 'CARD1', performanceId: number }),
    );
    reading(build(card), (snapshot) => {
      const found = snapshot.near('card 1');
      expect(found.ok && found.value.toSorted()).toEqual(['CARD1', 'card-1']);
    });
  });

  test('are found for the first and the last of many', () => {
    const cards = Array.from({ length: 250 }, (_, number) =>
      ticket(number, { barcode: `card-${number}` }),
    );
    reading(build(cards), (snapshot) => {
      expect(snapshot.near('CARD0')).toEqual(ok(['card-0']));
      expect(snapshot.near('CARD249')).toEqual(ok(['card-249']));
    });
  });

  test('take no room where all barcodes are digits and capitals', () => {
    const db = new Database(build(many(50)).path, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM near').pluck().get()).toBe(0);
    db.close();
  });
});

describe('a card with one barcode for several performances', () => {
  const onCard = (number: number, changes: Parameters<typeof ticket>[1] = {}) =>
    ticket(number, { barcode: 'card', performanceId: 30 + number, ...changes });

  test('keeps its ticket for each, and none of them came twice', () => {
    const card = [onCard(1, { refundedOrVoided: true }), onCard(2), onCard(3)];
    const built = build([
      ...many(500),
      ...card.slice(2),
      ...many(600).slice(500),
      ...card.slice(0, 2),
    ]);
    expect(built.counts).toStrictEqual({ tickets: 603, duplicates: 0 });
    reading(built, (snapshot) => {
      const found = snapshot.find('card');
      if (!found.ok) throw new Error(found.error);
      const sorted = found.value.toSorted((a, b) => a.ticketId - b.ticketId);
      expect(sorted).toStrictEqual(card);
      expect([...snapshot.tickets()]).toHaveLength(603);
    });
  });

  test('is damaged as a whole where one of them is', () => {
    const built = build([onCard(1), ...many(200), onCard(2)]);
    const db = new Database(built.path);
    db.exec('DELETE FROM block WHERE id = (SELECT max(id) FROM block)');
    db.close();
    reading(built, (snapshot) =>
      expect(snapshot.find('card')).toStrictEqual({ ok: false, error: 'damaged' }),
    );
  });

  test('says nothing any more where a platform gives all tickets the same barcode', () => {
    const cards = (count: number) => Array.from({ length: count }, (_, number) => onCard(number));
    reading(build(cards(MOST_OF_A_BARCODE)), (snapshot) => {
      const found = snapshot.find('card');
      expect(found.ok && found.value).toHaveLength(MOST_OF_A_BARCODE);
    });
    reading(build(cards(MOST_OF_A_BARCODE + 1)), (snapshot) =>
      expect(snapshot.find('card')).toStrictEqual({ ok: false, error: 'too-many' }),
    );
  });
});

describe('a file that is no snapshot of ours', () => {
  test('sealed with other keys is not opened', () => {
    const { open, keys } = build(many(5));
    expect(open({ ...keys, seal: randomBytes(32) })).toBeNull();
  });

  test.each([
    ['of a newer version', `PRAGMA user_version = ${FORMAT_VERSION + 1}`],
    ['of another program', 'PRAGMA application_id = 1'],
    ['without its facts', 'DELETE FROM snapshot'],
    ['without its tables', 'DROP TABLE ticket'],
  ])('%s is not opened', (_what, sql) => {
    const { path, open } = build(many(5));
    const db = new Database(path);
    db.exec(sql);
    db.close();
    expect(open()).toBeNull();
  });

  test.each([
    ['empty', ''],
    ['text', 'this is no database '.repeat(500)],
  ])('but %s is not opened', (_what, content) => {
    const { path, open } = build(many(5));
    writeFileSync(path, content);
    expect(open()).toBeNull();
  });

  test('that is not there is not opened, and not made', () => {
    const folder = temporaryFolder();
    expect(Snapshot.open(join(folder, 'snapshot-1.db'), newKeys())).toBeNull();
    expect(readdirSync(folder)).toStrictEqual([]);
  });
});

describe('a snapshot that is damaged', () => {
  test('in one bit of a block says so for its tickets, and never "not found"', () => {
    const built = build(many(500));
    const db = new Database(built.path);
    const sealed = db.prepare<[], Buffer>('SELECT sealed FROM block WHERE id = 2').pluck().get();
    sealed?.writeUInt8(sealed.readUInt8(9) ^ 1, 9);
    db.prepare('UPDATE block SET sealed = ? WHERE id = 2').run(sealed);
    db.close();
    const found = reading(built, (snapshot) =>
      many(500).map((each) => snapshot.find(each.barcode)),
    );
    const damaged = found.filter((each) => !each.ok);
    expect(damaged.length).toBeGreaterThan(1);
    expect(damaged.length).toBeLessThan(50);
    expect(damaged).toContainEqual({ ok: false, error: 'damaged' });
    expect(found.filter((each) => each.ok && each.value.length === 0)).toHaveLength(0);
  });

  test('in where its tickets are says so, and never names another ticket', () => {
    const built = build(many(50));
    const db = new Database(built.path);
    const places = db.prepare<[], number>('SELECT place FROM ticket ORDER BY place').pluck().all();
    db.exec(
      `UPDATE ticket SET place = CASE place WHEN ${places[0]} THEN ${places[1]} ELSE 1e12 END`,
    );
    db.close();
    reading(built, (snapshot) => {
      for (const each of many(50)) {
        expect(snapshot.find(each.barcode)).toStrictEqual({ ok: false, error: 'damaged' });
      }
    });
  });

  test('and cut off says so for what is missing', () => {
    const built = build(many(2000));
    truncateSync(built.path, Math.floor(statSync(built.path).size / 2));
    const snapshot = built.open();
    // SQLite may notice at once, or when it needs what is missing.
    if (snapshot === null) return;
    const found = many(2000).map((each) => snapshot.find(each.barcode));
    expect(found).toContainEqual({ ok: false, error: 'damaged' });
    expect(found.filter((each) => each.ok && each.value.length === 0)).toHaveLength(0);
    snapshot.close();
  });
});
