import { Discrepancies } from '#main/operations/records/discrepancies.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { err } from '#shared/result.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { keeperIn } from '#tests/main/ledger/kept.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  MINUTE,
  offlineAdmission,
  recorded,
  valueOf,
} from '#tests/main/ledger/support.ts';

const OF_KIOSK = { kioskName: 'North/South: "A"', timeZone: 'Europe/Berlin', showsNames: true };

/** Nobody is signed in: nothing goes up. */
const NO_UPLOADS = { uploadNow: () => Promise.resolve() };

function discrepanciesOf(
  keeper: LedgerKeeper,
  showsNames = true,
  uploader: { uploadNow: () => Promise<void> } = NO_UPLOADS,
) {
  const folder = temporaryFolder();
  const clock = { now: () => EVENING + MINUTE };
  const ofKiosk = () => ({ ...OF_KIOSK, showsNames });
  const discrepancies = new Discrepancies(keeper, clock, { folder, ofKiosk }, uploader);
  return { discrepancies, folder };
}

/** What is on the screen for an operator, over a ledger on the disk. */
function desk() {
  const { keeper } = keeperIn();
  keeper.start();
  const { ledger } = keeper;
  if (ledger === null) throw new Error('the ledger did not open');
  const admit = (code: string, changes = {}) =>
    recorded(ledger, offlineAdmission({ code, ...changes }));
  const refuse = (code: string) => {
    const id = admit(code);
    valueOf(ledger.uploads.markSent([id], EVENING));
    const reason = { type: 'platform-words', text: 'Too late' } as const;
    valueOf(ledger.uploads.markRefused(id, reason, EVENING));
    return id;
  };
  const { discrepancies, folder } = discrepanciesOf(keeper);
  const codes = (before: number | null = null) =>
    valueOf(discrepancies.page(before)).discrepancies.map(({ code }) => code);
  return { keeper, ledger, admit, refuse, discrepancies, folder, codes };
}

describe('the admissions that the platform will not have', () => {
  test('are none as long as they wait or went up well', () => {
    const { ledger, admit, discrepancies } = desk();
    admit('waits');
    const id = admit('recorded');
    valueOf(ledger.uploads.markSent([id], EVENING));
    valueOf(ledger.uploads.markRecorded([id], EVENING));
    expect(discrepancies.count()).toBe(0);
    expect(valueOf(discrepancies.page(null))).toEqual({ discrepancies: [], before: null });
  });

  test('name nobody once names are not shown any more, neither here nor in a file', async () => {
    const { keeper, ledger, admit } = desk();
    const ticket = { name: 'Ada Lovelace', performance: 'Tosca', section: 'Stalls', seat: 'C 12' };
    const conflict = admit('conflict', { ticket, inDoubt: true });
    valueOf(ledger.settle(conflict, { word: 'refused', error: ALREADY_SCANNED }, EVENING));
    const { discrepancies } = discrepanciesOf(keeper, false);
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([
      { code: 'conflict', name: null, seat: 'C 12' },
    ]);
    const { path } = valueOf(await discrepancies.export());
    expect(readFileSync(path, 'utf8')).not.toContain('Ada');
  });

  test('are shown with what is known of them, and why; newest first', () => {
    const { ledger, admit, refuse, discrepancies } = desk();
    const expired = admit('old', { platformTime: EVENING - 3 * 1440 * MINUTE });
    valueOf(ledger.uploads.expireOlderThan(EVENING - 2 * 1440 * MINUTE, EVENING));
    const ticket = { name: 'Ada Lovelace', performance: 'Tosca', section: 'Stalls', seat: 'C 12' };
    const conflict = admit('conflict', { ticket, inDoubt: true });
    valueOf(ledger.settle(conflict, { word: 'refused', error: ALREADY_SCANNED }, EVENING));
    const refused = refuse('refused');
    const unknown = {
      otherDoor: null,
      sentAgainAt: null,
      name: null,
      performance: null,
      seat: null,
    };
    expect(valueOf(discrepancies.page(null))).toEqual({
      before: null,
      discrepancies: [
        {
          ...unknown,
          id: refused,
          code: 'refused',
          scannedAt: EVENING,
          state: 'refused',
          reason: { type: 'platform-words', text: 'Too late' },
        },
        {
          id: conflict,
          code: 'conflict',
          scannedAt: EVENING,
          state: 'conflict',
          reason: { type: 'platform-error', error: ALREADY_SCANNED },
          otherDoor: null,
          sentAgainAt: null,
          name: 'Ada Lovelace',
          performance: 'Tosca',
          seat: 'C 12',
        },
        {
          ...unknown,
          id: expired,
          code: 'old',
          scannedAt: EVENING - 3 * 1440 * MINUTE,
          state: 'expired',
          reason: null,
        },
      ],
    });
    expect(discrepancies.count()).toBe(3);
  });

  test('come in pages of a hundred, and none is missing or shown twice', () => {
    const { refuse, discrepancies, codes } = desk();
    const all = Array.from({ length: 201 }, (_, index) => `A${index}`);
    for (const code of all) refuse(code);
    const first = valueOf(discrepancies.page(null));
    const second = valueOf(discrepancies.page(first.before));
    const third = valueOf(discrepancies.page(second.before));
    expect([first, second, third].map((page) => page.discrepancies.length)).toEqual([100, 100, 1]);
    expect(third.before).toBeNull();
    const shown = [...codes(), ...codes(first.before), ...codes(second.before)];
    expect(shown).toEqual(all.toReversed());
  });

  test('are a single page when they are exactly a hundred', () => {
    const { refuse, discrepancies } = desk();
    for (let guest = 0; guest < 100; guest += 1) refuse(`A${guest}`);
    expect(valueOf(discrepancies.page(null)).before).toBeNull();
  });
});

describe('an operator has seen them', () => {
  test('those leave the list, the others stay, and all stay in the ledger', () => {
    const { refuse, discrepancies, codes, ledger } = desk();
    const [a, , c] = ['A', 'B', 'C'].map(refuse);
    expect(discrepancies.acknowledge([a ?? '', c ?? ''])).toEqual({ ok: true, value: null });
    expect(codes()).toEqual(['B']);
    expect(discrepancies.count()).toBe(1);
    expect(ledger.page({ limit: 9 }).map(({ upload }) => upload)).toMatchObject([
      { state: 'refused', acknowledgedAt: EVENING + MINUTE },
      { state: 'refused', acknowledgedAt: null },
      { state: 'refused', acknowledgedAt: EVENING + MINUTE },
    ]);
  });

  test('twice, or one that is not there: nothing more happens', () => {
    const { refuse, discrepancies } = desk();
    const id = refuse('A');
    for (const ids of [[id], [id], ['nobody'], []]) {
      expect(discrepancies.acknowledge(ids).ok).toBe(true);
    }
    expect(discrepancies.count()).toBe(0);
  });
});

describe('another door may have let in the same ticket', () => {
  const used = (desk_: ReturnType<typeof desk>, id: string) =>
    valueOf(desk_.ledger.uploads.noteUsed([id]));

  test('it is listed until somebody has seen it, and goes up all the same', () => {
    const open = desk();
    const { ledger, admit, discrepancies, codes } = open;
    const [a, b] = [admit('A'), admit('B')];
    expect(used(open, a)).toBe(1);
    expect(used(open, a), 'once').toBe(0);
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([
      { id: a, code: 'A', state: 'two-doors', reason: null, sentAgainAt: null },
    ]);
    expect(discrepancies.count()).toBe(1);
    expect(ledger.uploads.pendingCount()).toBe(2);
    valueOf(ledger.uploads.markSent([a, b], EVENING));
    valueOf(ledger.uploads.markRecorded([a, b], EVENING));
    expect(codes()).toEqual(['A']);
    valueOf(discrepancies.acknowledge([a]));
    expect(codes()).toEqual([]);
    expect(discrepancies.count()).toBe(0);
  });

  test('and it is refused as well: one line, and one look is enough', () => {
    const open = desk();
    const { ledger, admit, discrepancies } = open;
    const id = admit('A');
    used(open, id);
    valueOf(ledger.uploads.markSent([id], EVENING));
    valueOf(ledger.uploads.markRefused(id, { type: 'platform-words', text: 'No' }, EVENING));
    expect(discrepancies.count()).toBe(1);
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([{ state: 'refused' }]);
    valueOf(discrepancies.acknowledge([id]));
    expect(discrepancies.count()).toBe(0);
  });

  test('but not where this kiosk may have told the platform itself', () => {
    const open = desk();
    const { ledger, admit } = open;
    const sent = admit('sent');
    valueOf(ledger.uploads.markSent([sent], EVENING));
    valueOf(ledger.uploads.backToPending([sent], EVENING));
    const doubtful = admit('doubtful', { inDoubt: true });
    valueOf(ledger.settle(doubtful, { word: 'missing' }, EVENING));
    admit('asked', { kind: 'undecided', inDoubt: true });
    const asked = admit('asked');
    expect([sent, doubtful, asked].map((id) => used(open, id))).toEqual([0, 0, 0]);
    const never = admit('never', { kind: 'undecided', inDoubt: true });
    valueOf(ledger.settle(never, { word: 'refused', error: null }, EVENING));
    expect(used(open, admit('never')), 'that question never arrived').toBe(1);
  });

  test('a door that tells of it is named, also where it was noted before; the first one counts', async () => {
    const open = desk();
    const { ledger, admit, discrepancies } = open;
    const [noted, told] = [admit('noted'), admit('told')];
    expect(used(open, noted)).toBe(1);
    const otherDoor = { door: 'Balcony, left', at: EVENING + MINUTE, isPossible: false };
    for (const id of [noted, told, 'nobody']) valueOf(ledger.noteOtherDoor(id, otherDoor));
    valueOf(ledger.noteOtherDoor(told, { ...otherDoor, door: 'Stalls' }));
    expect(discrepancies.count()).toBe(2);
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([
      { id: told, state: 'two-doors', otherDoor },
      { id: noted, state: 'two-doors', otherDoor },
    ]);
    const { path } = valueOf(await discrepancies.export());
    expect(readFileSync(path, 'utf8')).toContain(',,"Balcony, left",2026-11-20T18:01:00.000Z');
    valueOf(discrepancies.acknowledge([noted, told]));
    expect(discrepancies.count()).toBe(0);
  });

  test('a possible conflict is listed and exported as such', async () => {
    const { ledger, admit, discrepancies } = desk();
    const otherDoor = { door: 'Stalls', at: EVENING, isPossible: true };
    valueOf(ledger.noteOtherDoor(admit('possible'), otherDoor));
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([
      { state: 'two-doors', otherDoor },
    ]);
    const { path } = valueOf(await discrepancies.export());
    expect(readFileSync(path, 'utf8')).toContain(",'possible,possibly two-doors,");
  });

  test('nor is an admission hidden that was made in doubt of whose it was; files have it', async () => {
    const { admit, discrepancies, codes } = desk();
    admit('late', { basis: 'late', mayBeAnothers: true });
    admit('late, and surely ours', { basis: 'late' });
    expect(codes()).toEqual(['late']);
    const { path, count } = valueOf(await discrepancies.export());
    expect(count).toBe(1);
    expect(readFileSync(path, 'utf8')).toContain(",'late,two-doors,");
  });
});

describe('sent again', () => {
  test('what was refused waits once more, on record; nothing else is touched', async () => {
    const { ledger, admit, refuse, discrepancies, codes } = desk();
    const refused = refuse('refused');
    const conflict = admit('conflict', { inDoubt: true });
    valueOf(ledger.settle(conflict, { word: 'refused', error: ALREADY_SCANNED }, EVENING));
    const waits = admit('waits');
    const sent = await discrepancies.sendAgain([refused, conflict, waits, 'nobody']);
    expect(valueOf(sent)).toEqual({ recorded: 0, refused: 0, expired: 0, waiting: 1 });
    expect(codes()).toEqual(['conflict']);
    expect(discrepancies.count()).toBe(1);
    expect(ledger.uploads.pendingCount()).toBe(2);
    const uploads = ledger.page({ limit: 9 }).map(({ upload }) => upload);
    expect(uploads).toMatchObject([
      { state: 'pending', sentAgainAt: null },
      { state: 'conflict', sentAgainAt: null },
      { state: 'pending', reason: null, sentAgainAt: EVENING + MINUTE },
    ]);
  });

  test('and refused again: it is listed anew, with when it was sent, also if it had been acknowledged', async () => {
    const { keeper, ledger, refuse } = desk();
    const ids = [refuse('A'), refuse('B')];
    const uploadNow = () => {
      valueOf(ledger.uploads.markSent(ids, EVENING));
      valueOf(ledger.uploads.markRecorded(ids.slice(1), EVENING));
      const reason = { type: 'platform-words', text: 'Still not' } as const;
      valueOf(ledger.uploads.markRefused(ids[0] ?? '', reason, EVENING));
      return Promise.resolve();
    };
    const { discrepancies } = discrepanciesOf(keeper, true, { uploadNow });
    valueOf(discrepancies.acknowledge(ids));
    const sent = await discrepancies.sendAgain(ids);
    expect(valueOf(sent)).toEqual({ recorded: 1, refused: 1, expired: 0, waiting: 0 });
    expect(valueOf(discrepancies.page(null)).discrepancies).toMatchObject([
      { code: 'A', reason: { text: 'Still not' }, sentAgainAt: EVENING + MINUTE },
    ]);
    expect(discrepancies.count()).toBe(1);
  });

  test('a ledger that cannot be used is told as what it is', async () => {
    const { keeper, refuse, discrepancies } = desk();
    const id = refuse('A');
    keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
    expect(await discrepancies.sendAgain([id])).toEqual(err({ type: 'ledger', code: 'disk-full' }));
  });
});

describe('saved as a file', () => {
  const linesOf = (path: string) => readFileSync(path, 'utf8').split('\r\n').slice(0, -1);

  test('each is a line with all that is known of it, acknowledged or not, oldest first', async () => {
    const { ledger, admit, refuse, discrepancies, folder } = desk();
    admit('old', { platformTime: EVENING - 3 * 1440 * MINUTE });
    valueOf(ledger.uploads.expireOlderThan(EVENING - 2 * 1440 * MINUTE, EVENING));
    const ticket = { name: '=Ada', performance: 'Tosca, 19:30', section: 'Stalls', seat: 'C 12' };
    const conflict = admit('conflict', { ticket, inDoubt: true });
    valueOf(ledger.settle(conflict, { word: 'refused', error: ALREADY_SCANNED }, EVENING));
    valueOf(discrepancies.acknowledge([conflict]));
    refuse('refused');
    admit('waits');
    const { path, count } = valueOf(await discrepancies.export());
    const name = 'usher-North-South- -A--scans-not-accepted-2026-11-20T190100.csv';
    expect(path).toBe(join(folder, name));
    expect(count).toBe(3);
    const kiosk = '"North/South: ""A"""';
    expect(linesOf(path)).toEqual([
      '\u{FEFF}scanned at (UTC),scanned at (Europe/Berlin),barcode,state,reason,name,performance,section,seat,ticket id,performance id,kiosk,acknowledged at (UTC),sent again at (UTC),other door,there at (UTC)',
      `2026-11-17T18:00:00.000Z,2026-11-17T19:00:00+01:00,'old,expired,,,,,,501,31,${kiosk},,,,`,
      `2026-11-20T18:00:00.000Z,2026-11-20T19:00:00+01:00,'conflict,conflict,error 12: ${ALREADY_SCANNED.name},'=Ada,"Tosca, 19:30",Stalls,C 12,501,31,${kiosk},2026-11-20T18:01:00.000Z,,,`,
      `2026-11-20T18:00:00.000Z,2026-11-20T19:00:00+01:00,'refused,refused,Too late,,,,,501,31,${kiosk},,,,`,
    ]);
  });

  test('hundreds come in pages, none missing or twice, and scans are taken meanwhile', async () => {
    const { refuse, discrepancies } = desk();
    const all = Array.from({ length: 250 }, (_, index) => `A${index}`);
    const ids = all.map(refuse);
    valueOf(discrepancies.acknowledge(ids.slice(0, 120)));
    const saving = discrepancies.export();
    refuse('meanwhile');
    const { path, count } = valueOf(await saving);
    const [, ...lines] = linesOf(path);
    const codes = [...all, 'meanwhile'];
    expect(lines.map((line) => line.split(',')[2])).toEqual(codes.map((code) => `'${code}`));
    expect(count).toBe(251);
  });

  test('a ledger that cannot be used is told as what it is, and leaves no half file', async () => {
    const { keeper, refuse, discrepancies, folder } = desk();
    refuse('A');
    keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
    expect(await discrepancies.export()).toEqual(err({ type: 'ledger', code: 'disk-full' }));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a ledger that cannot be used', () => {
  test('is told as what it is, and nothing is acknowledged', () => {
    const { keeper, refuse, discrepancies } = desk();
    const id = refuse('A');
    keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
    const trouble = { ok: false, error: { type: 'ledger', code: 'disk-full' } };
    expect(discrepancies.page(null)).toEqual(trouble);
    expect(discrepancies.acknowledge([id])).toEqual(trouble);
    expect(discrepancies.count(), 'what was read can still be counted').toBe(1);
  });

  test('is no reason to fall over: there is nothing to count', () => {
    const { keeper } = keeperIn();
    const { discrepancies } = discrepanciesOf(keeper);
    expect(discrepancies.count()).toBe(0);
    expect(discrepancies.page(null)).toMatchObject({ ok: false });
  });
});
