import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { History } from '#main/operations/records/history.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import { err } from '#shared/result.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { keeperIn } from '#tests/main/ledger/kept.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  MINUTE,
  offlineAdmission,
  OTHER_PLATFORM,
  recorded,
  undecided,
  valueOf,
  type EntryChanges,
} from '#tests/main/ledger/support.ts';

const OF_KIOSK = { kioskName: 'North/South', timeZone: 'Europe/Berlin', showsNames: true };

const ALL: HistoryFilter = {
  ...{ kinds: [], basis: null, source: null, uploads: [] },
  ...{ from: null, until: null, code: null },
};

function historyOf(keeper: LedgerKeeper, isOpen: () => boolean, showsNames = true) {
  const folder = temporaryFolder();
  const clock = { now: () => EVENING + MINUTE };
  const exports = { folder, ofKiosk: () => ({ ...OF_KIOSK, showsNames }) };
  return { history: new History(keeper, clock, exports, isOpen), folder };
}

/** What an operator looks at, over a ledger on the disk. */
function desk({ isOpen = false, showsNames = true } = {}) {
  const { keeper } = keeperIn();
  keeper.start();
  const { ledger } = keeper;
  if (ledger === null) throw new Error('the ledger did not open');
  const { history, folder } = historyOf(keeper, () => isOpen, showsNames);
  const admit = (changes: EntryChanges) => recorded(ledger, offlineAdmission(changes));
  const page = async (filter: Partial<HistoryFilter> = {}, before: number | null = null) =>
    valueOf(await history.page({ ...ALL, ...filter }, before));
  const times = async (filter: Partial<HistoryFilter>) =>
    (await page(filter)).entries.map(({ scannedAt }) => (scannedAt - EVENING) / MINUTE);
  /** All pages, to the end. */
  const whole = async (filter: Partial<HistoryFilter>) => {
    const pages = [await page(filter)];
    for (let last = pages[0]; last?.before; pages.push(last)) {
      last = await page(filter, last.before);
    }
    return pages;
  };
  return { keeper, ledger, history, folder, admit, page, times, whole };
}

/** So many minutes after the doors open. */
const at = (minutes: number) => ({ platformTime: EVENING + minutes * MINUTE });

describe('a page of the history', () => {
  test('is empty before the first scan', async () => {
    const { page } = desk();
    expect(await page()).toEqual({ entries: [], before: null, total: 0, seen: 0 });
  });

  test('has whole barcodes for whoever has entered the PIN, and nobody else', async () => {
    const open = desk({ isOpen: true });
    open.admit({ code: 'HT-4711-0815' });
    expect((await open.page()).entries).toMatchObject([{ code: 'HT-4711-0815', codeTail: '0815' }]);
    const shut = desk();
    shut.admit({ code: 'HT-4711-0815' });
    expect((await shut.page()).entries).toMatchObject([{ code: null, codeTail: '0815' }]);
  });

  test('names nobody to whoever walks past, however names are set', async () => {
    const ticket = { name: 'Ada Lovelace', performance: 'Tosca', section: 'Stalls', seat: 'C 12' };
    const shut = desk();
    shut.admit({ ticket });
    expect((await shut.page()).entries).toMatchObject([{ ticket: { ...ticket, name: null } }]);
    const open = desk({ isOpen: true });
    open.admit({ ticket });
    expect((await open.page()).entries).toMatchObject([{ ticket }]);
  });

  test('names nobody once names are not shown any more, neither here nor in a file', async () => {
    const { admit, page, history } = desk({ isOpen: true, showsNames: false });
    const ticket = { name: 'Ada Lovelace', performance: 'Tosca', section: 'Stalls', seat: 'C 12' };
    admit({ ticket });
    expect((await page()).entries).toMatchObject([{ ticket: { ...ticket, name: null } }]);
    const { path } = valueOf(await history.export(ALL));
    const file = readFileSync(path, 'utf8');
    expect(file).toContain('C 12');
    expect(file).not.toContain('Ada');
  });

  test('shows a duty manager’s words to whoever has entered the PIN, and nobody else', async () => {
    const words = 'Ada Lovelace has bought it twice';
    const overruled: EntryChanges = {
      ...{ kind: 'admit', basis: 'staff', words },
      reason: {
        type: 'overruled',
        of: 'refusal',
        kind: 'reject',
        code: 11,
        cause: 'goodwill',
        isListed: false,
      },
    };
    const open = desk({ isOpen: true });
    open.admit(overruled);
    expect((await open.page()).entries).toMatchObject([{ words }]);
    const shut = desk();
    shut.admit(overruled);
    expect((await shut.page()).entries).toMatchObject([{ words: null }]);
    expect(JSON.stringify(await shut.page())).not.toContain('Ada');
    const { path } = valueOf(await open.history.export(ALL));
    expect(readFileSync(path, 'utf8'), 'a file has them for nobody').not.toContain('Ada');
  });

  test('has none of the platform’s words, which may name somebody', async () => {
    const { ledger, admit, page } = desk();
    const name = 'HT-4711 of Ada Lovelace is in already';
    const error = { ...ALREADY_SCANNED, name, messageHtml: `<p>${name}</p>` };
    admit({ kind: 'duplicate', basis: 'platform', reason: { type: 'platform-error', error } });
    const late = recorded(ledger, offlineAdmission({ code: 'HT-4711', inDoubt: true }));
    valueOf(ledger.settle(late, { word: 'refused', error }, EVENING + MINUTE));
    expect((await page()).entries).toMatchObject([
      { upload: { state: 'conflict', reason: { error: { code: 12, messageHtml: null } } } },
      { reason: { error: { code: 12, messageHtml: null } } },
    ]);
    expect(JSON.stringify(await page())).not.toMatch(/HT-4711|Lovelace/);
  });

  test('tells of each scan all that is kept, newest first, but no more of a code than its end', async () => {
    const { ledger, page } = desk();
    const ticket = { name: 'Ada Lovelace', performance: 'Tosca', section: 'Stalls', seat: 'C 12' };
    const late = recorded(ledger, offlineAdmission({ code: 'HT-4711', ticket, inDoubt: true }));
    valueOf(ledger.settle(late, { word: 'refused', error: ALREADY_SCANNED }, EVENING + MINUTE));
    const unknown = recorded(ledger, undecided({ code: 'HT-4712', device: 'Gate 2', ...at(1) }));
    const { entries, before } = await page();
    expect(before).toBeNull();
    expect(entries).toEqual([
      {
        id: unknown,
        scannedAt: EVENING + MINUTE,
        kind: 'undecided',
        basis: 'cache',
        reason: { type: 'no-answer', cause: 'timeout' },
        codeTail: '4712',
        code: null,
        source: 'wedge',
        device: 'Gate 2',
        ticket: null,
        ticketIds: null,
        word: null,
        upload: null,
        twoDoors: null,
        words: null,
        takenBack: null,
      },
      {
        id: late,
        scannedAt: EVENING,
        kind: 'admit',
        basis: 'cache',
        reason: { type: 'admitted' },
        codeTail: '4711',
        code: null,
        source: 'wedge',
        device: null,
        ticket: { ...ticket, name: null },
        ticketIds: { ticketId: 501, performanceId: 31 },
        word: 'refused',
        upload: {
          state: 'conflict',
          reason: { type: 'platform-error', error: ALREADY_SCANNED },
          changedAt: EVENING + MINUTE,
          acknowledgedAt: null,
          sentAgainAt: null,
        },
        twoDoors: null,
        words: null,
        takenBack: null,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('HT-');
  });

  test('tells of an admission that another door may have made as well', async () => {
    const { admit, page } = desk();
    admit({ basis: 'late', mayBeAnothers: true });
    admit({});
    expect((await page()).entries.map(({ twoDoors }) => twoDoors)).toEqual([
      null,
      { acknowledgedAt: null, other: null },
    ]);
  });

  test('is followed by the next: none is missing or twice, whatever comes in meanwhile', async () => {
    const { admit, page } = desk();
    for (let guest = 0; guest < 250; guest += 1) admit({ code: `A${guest}`, ...at(guest) });
    const first = await page();
    expect(first).toMatchObject({ total: 250, seen: 100 });
    admit({ code: 'meanwhile', ...at(999) });
    const second = await page({}, first.before);
    const third = await page({}, second.before);
    expect(third).toMatchObject({ before: null, total: 251, seen: 251 });
    const minutes = [first, second, third].flatMap(({ entries }) =>
      entries.map(({ scannedAt }) => (scannedAt - EVENING) / MINUTE),
    );
    expect(minutes).toEqual(Array.from({ length: 250 }, (_, guest) => 249 - guest));
  });
});

describe('the history can be of', () => {
  test('some kinds, one basis, one source, some states, one stretch of time, or several of these', async () => {
    const { ledger, admit, times } = desk();
    const byHand = { code: 'A0', source: 'manual', device: null, at: EVENING } as const;
    recorded(ledger, { ...offlineAdmission(at(0)), scan: byHand });
    admit({ ...at(1), basis: 'platform' });
    admit({ ...at(2), kind: 'reject' });
    recorded(ledger, undecided(at(3)));
    const id = admit(at(4));
    valueOf(ledger.uploads.markSent([id], EVENING));
    valueOf(ledger.uploads.markRecorded([id], EVENING));

    expect(await times({ kinds: ['reject', 'undecided'] })).toEqual([3, 2]);
    expect(await times({ basis: 'platform' })).toEqual([1]);
    expect(await times({ source: 'manual' })).toEqual([0]);
    expect(await times({ uploads: ['pending'] })).toEqual([0]);
    expect(await times({ uploads: ['pending', 'recorded'] })).toEqual([4, 0]);
    expect(await times({ from: at(1).platformTime, until: at(3).platformTime })).toEqual([2, 1]);
    expect(await times({ kinds: ['admit'], basis: 'cache', source: 'wedge' })).toEqual([4]);
    expect(await times({ source: 'hid' })).toEqual([]);
  });

  test('one barcode, in whatever house it was scanned, and not what only ends like it', async () => {
    const { admit, times } = desk({ isOpen: true });
    admit({ code: '4711', ...at(0) });
    admit({ code: '4711', ...at(1), baseUrl: OTHER_PLATFORM.baseUrl });
    admit({ code: '4711', ...at(2), filter: { clientId: 8 }, kind: 'reject' });
    admit({ code: '64711', ...at(3) });
    expect(await times({ code: '4711' })).toEqual([2, 1, 0]);
    expect(await times({ code: '4711', kinds: ['admit'] })).toEqual([1, 0]);
    expect(await times({ code: '4711', uploads: ['pending'] })).toEqual([1, 0]);
  });

  test('what ends like this, where no barcode is it as a whole', async () => {
    const { admit, times } = desk({ isOpen: true });
    admit({ code: 'HT-4711-ab', ...at(0) });
    admit({ code: 'HT-4712-AB', ...at(1) });
    admit({ code: 'ab-HT-4713', ...at(2) });
    expect(await times({ code: 'aB' })).toEqual([1, 0]);
    expect(await times({ code: '1-ab' })).toEqual([0]);
    expect(await times({ code: 'nobody' })).toEqual([]);
  });

  test('a barcode that was scanned more often than a page is long', async () => {
    const { admit, whole } = desk();
    for (let scan = 0; scan < 250; scan += 1) admit({ code: 'again', ...at(scan) });
    const pages = await whole({ code: 'again' });
    expect(pages.map(({ entries }) => entries.length)).toEqual([100, 100, 50]);
  });
});

describe('whoever has not entered the PIN', () => {
  const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-'.split('');
  const CODE = 'HT-4711-AB0815';

  /** What searches tell of the one barcode that was scanned, beginning with its end. */
  async function spelledOut(isFound: (code: string) => Promise<boolean>): Promise<string> {
    let end = '0815';
    for (let longer: string | undefined = end; longer !== undefined;) {
      end = longer;
      longer = undefined;
      for (const next of ALPHABET) {
        if (longer === undefined && (await isFound(next + end))) longer = next + end;
      }
    }
    return end;
  }

  test('learns of no barcode more than the list shows, however often they search', async () => {
    const { admit, page } = desk();
    admit({ code: CODE });
    const found = await spelledOut(async (code) => (await page({ code })).entries.length > 0);
    expect(found).toBe('0815');
  });

  test('learns no more of it from how many lines a file has, where there is no PIN', async () => {
    const { admit, history } = desk();
    admit({ code: CODE });
    const found = await spelledOut(
      async (code) => valueOf(await history.export({ ...ALL, code })).count > 0,
    );
    expect(found).toBe('0815');
  });

  test('finds a scan by its whole barcode, and by any part of the end that is shown', async () => {
    const { admit, times } = desk();
    admit({ code: CODE, ...at(0) });
    admit({ code: 'HT-4712-CD7815', ...at(1) });
    expect(await times({ code: CODE })).toEqual([0]);
    expect(await times({ code: '0815' })).toEqual([0]);
    expect(await times({ code: '815' })).toEqual([1, 0]);
    expect(await times({ code: CODE, kinds: ['reject'] })).toEqual([]);
    expect(await times({ code: 'B0815' }), 'looked for no further').toEqual([]);
  });

  test('does not learn that the end they see is the whole of a barcode', async () => {
    const { admit, times } = desk();
    admit({ code: '4711', ...at(0) });
    admit({ code: 'HT-4711', ...at(1) });
    expect(await times({ code: '4711' })).toEqual([1, 0]);
  });
});

describe('saved as a file', () => {
  const linesOf = (path: string) => readFileSync(path, 'utf8').split('\r\n').slice(0, -1);

  test('each is a line with all that is kept of it, newest first; nothing runs as a formula', async () => {
    const { ledger, admit, history, folder } = desk();
    const ticket = { name: '=Ada', performance: 'Tosca, 19:30', section: 'Stalls', seat: 'C 12' };
    admit({ code: '12=4711', ticket, device: '+Gate', basis: 'platform' });
    const reason = { type: 'platform-error', error: ALREADY_SCANNED } as const;
    admit({ kind: 'duplicate', code: 'HT-4712', reason, ...at(1) });
    recorded(ledger, undecided({ code: 'HT-4713', ...at(2) }));
    const held = { type: 'held', door: 'Foyer', since: EVENING } as const;
    admit({ kind: 'held', basis: 'venue', code: 'HT-4715', reason: held, ...at(2.5) });
    const usedAtDoor = { door: 'Foyer, left', at: EVENING + MINUTE };
    const other = { type: 'copy', code: 12, firstScanAt: null, copyFrom: null } as const;
    const byVenue = { ...other, usedAtDoor };
    admit({ kind: 'duplicate', basis: 'venue', code: 'HT-4714', reason: byVenue, ...at(3) });
    const { path, count } = valueOf(await history.export(ALL));
    expect(path).toBe(join(folder, 'usher-North-South-history-2026-11-20T190100.csv'));
    expect(count).toBe(5);
    expect(linesOf(path)).toEqual([
      '\u{FEFF}scanned at (UTC),scanned at (Europe/Berlin),barcode ends with,verdict,reason,code,basis,scanner,device,upload,upload reason,late word,name,performance,section,seat,ticket id,performance id,kiosk,other door,there at (UTC),taken back at (UTC)',
      '2026-11-20T18:03:00.000Z,2026-11-20T19:03:00+01:00,\'4714,duplicate,by another door,12,venue,wedge,,,,,,,,,501,31,North/South,"Foyer, left",2026-11-20T18:01:00.000Z,',
      "2026-11-20T18:02:30.000Z,2026-11-20T19:02:30+01:00,'4715,held,the doors were held,,venue,wedge,,,,,,,,,501,31,North/South,,,",
      "2026-11-20T18:02:00.000Z,2026-11-20T19:02:00+01:00,'4713,undecided,no answer: timeout,,cache,wedge,,,,,,,,,,,North/South,,,",
      "2026-11-20T18:01:00.000Z,2026-11-20T19:01:00+01:00,'4712,duplicate,Ticket Already Scanned,12,cache,wedge,,,,,,,,,501,31,North/South,,,",
      "2026-11-20T18:00:00.000Z,2026-11-20T19:00:00+01:00,'4711,admit,admitted,,platform,wedge,'+Gate,,,,'=Ada,\"Tosca, 19:30\",Stalls,C 12,501,31,North/South,,,",
    ]);
  });

  test('one that was taken back says when, and why only to who has entered the PIN', async () => {
    const { history, admit, ledger, page } = desk();
    const id = admit({ code: 'HT-4711' });
    valueOf(ledger.takeBack({ id, why: 'wrong day', at: EVENING + MINUTE }));
    expect((await page()).entries).toMatchObject([{ takenBack: { at: EVENING + MINUTE } }]);
    expect(JSON.stringify(await page())).not.toContain('wrong day');
    const { path } = valueOf(await history.export(ALL));
    expect(linesOf(path)[1]).toMatch(/,2026-11-20T18:01:00.000Z$/);
  });

  test('it has what the filter lets through, page by page, and scans are taken meanwhile', async () => {
    const { admit, history } = desk();
    for (let guest = 0; guest < 1_000; guest += 1) {
      admit({ code: `A${guest}`, kind: guest % 2 === 0 ? 'reject' : 'checked' });
    }
    const saving = history.export({ ...ALL, kinds: ['reject'] });
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (turns < 4) setImmediate(turn);
      else admit({ code: 'meanwhile', kind: 'reject' });
    };
    setImmediate(turn);
    const { path, count } = valueOf(await saving);
    expect(turns, 'others had their turns').toBe(4);
    expect(count).toBe(500);
    expect(linesOf(path)).toHaveLength(501);
  });
});

test('a ledger that cannot be used is told as what it is', async () => {
  const { keeper } = keeperIn();
  const { history } = historyOf(keeper, () => false);
  expect(await history.page(ALL, null)).toMatchObject({ ok: false, error: { type: 'ledger' } });
  keeper.start();
  keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
  const trouble = err({ type: 'ledger', code: 'disk-full' });
  expect(await history.page(ALL, null)).toEqual(trouble);
  expect(await history.export(ALL)).toEqual(trouble);
});
