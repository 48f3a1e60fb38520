import { Ledger } from '#main/ledger/ledger.ts';
import { FIRST_VERSION, LEDGER_VERSION } from '#main/ledger/schema.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { keeperIn, ledgerOnSwitch } from './kept.ts';
import { makeReadOnly, smallDisk } from './small-disk.ts';
import {
  EVENING,
  ledgerAt,
  offlineAdmission,
  optionsFor,
  recorded,
  valueOf,
  firstAdmittedAt,
} from './support.ts';

const FULL: LedgerFault = { code: 'disk-full', detail: 'SQLITE_FULL' };
const RETRY = 5_000;

/** A keeper that is open and well, over a file that can be made to take no writes. */
function open() {
  const { ledger, open: openIt, mayWrite } = ledgerOnSwitch();
  const kept = keeperIn(temporaryFolder(), { open: openIt });
  kept.keeper.start();
  return { ...kept, ledger, mayWrite };
}

/** The codes in the ledger, in the order in which they were recorded. */
function codesIn(ledger: Ledger | null): (string | null)[] {
  const page = ledger?.page({ limit: 1_000 }) ?? [];
  return page.map(({ code }) => code).toReversed();
}

const records = (code: string) => (ledger: Ledger) => ledger.record(offlineAdmission({ code }));

function garbageAt(path: string): Buffer {
  const garbage = Buffer.from('no ledger at all, '.repeat(1_000));
  writeFileSync(path, garbage);
  return garbage;
}

describe('a ledger that is well', () => {
  test('is ready after its start, and takes what it is given', () => {
    const { keeper, told } = keeperIn();
    expect(keeper.ledger).toBeNull();
    keeper.start();
    expect(keeper.fault).toBeNull();
    expect(told).toEqual(['changed', 'ready']);
    expect(keeper.use(records('A1'))).toEqual(ok(1));
    keeper.deferWrite(records('B2'));
    expect(codesIn(keeper.ledger)).toEqual(['A1', 'B2']);
  });

  test('before its start and after its end nothing is taken', async () => {
    const { keeper, told } = keeperIn();
    expect(keeper.use(records('A1'))).toMatchObject({ ok: false, error: { code: 'unreadable' } });
    keeper.start();
    await keeper.close();
    expect(told.at(-1), 'nobody is left to ask it for anything').toBe('before close');
    expect(keeper.ledger).toBeNull();
    expect(keeper.use(records('A1')).ok).toBe(false);
    expect(keeper.fault, 'which is no fault').toBeNull();
  });

  test('trying again when nothing is wrong changes nothing', async () => {
    const { keeper, told } = keeperIn();
    keeper.start();
    await keeper.reopen();
    expect(told).toEqual(['changed', 'ready']);
  });
});

describe('a disk that takes no writes any more', () => {
  test('is a fault on the screen at the first verdict, and nothing is taken until it does again', async () => {
    const { keeper, path, clock, mayWrite, ledger } = open();
    mayWrite(false);
    expect(keeper.use(records('A1')).ok).toBe(false);
    const fault = { type: 'ledger', code: 'read-only', path, quarantined: null };
    expect(keeper.fault).toEqual(fault);
    mayWrite(true);
    expect(keeper.use(records('A1')), 'not before it was seen to be well').toMatchObject({
      ok: false,
      error: { code: 'read-only' },
    });
    await clock.advance(RETRY - 1);
    expect(keeper.fault).toEqual(fault);
    await clock.advance(1);
    expect(keeper.fault).toBeNull();
    expect(keeper.use(records('B2')).ok).toBe(true);
    expect(codesIn(ledger), 'what was refused was refused').toEqual(['B2']);
  });

  test('is tried every five seconds for as long as it takes, and without anybody doing anything', async () => {
    const { keeper, clock, mayWrite, logger, told } = open();
    mayWrite(false);
    keeper.use(records('A1'));
    const lines = logger.lines.length;
    told.length = 0;
    await clock.advance(10 * RETRY);
    expect(told).toHaveLength(10);
    expect(logger.lines, 'what is no news would fill the log').toHaveLength(lines);
    expect(keeper.fault).not.toBeNull();
    mayWrite(true);
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    told.length = 0;
    await clock.advance(10 * RETRY);
    expect(told, 'it is well: nothing is tried any more').toEqual([]);
  });

  test('is tried at once when a person asks for it', async () => {
    const { keeper, mayWrite } = open();
    mayWrite(false);
    keeper.use(records('A1'));
    await keeper.reopen();
    expect(keeper.fault, 'still').not.toBeNull();
    mayWrite(true);
    await Promise.all([keeper.reopen(), keeper.reopen()]);
    expect(keeper.fault).toBeNull();
  });

  test('can still be read: lists and numbers stay', () => {
    const { keeper, mayWrite, ledger } = open();
    keeper.use(records('A1'));
    mayWrite(false);
    keeper.use(records('B2'));
    expect(keeper.ledger).toBe(ledger);
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
  });

  test('tells that it is ready again, for the uploads that stopped', async () => {
    const { keeper, clock, mayWrite, told } = open();
    mayWrite(false);
    keeper.use(records('A1'));
    told.length = 0;
    mayWrite(true);
    await clock.advance(RETRY);
    expect(told).toEqual(['changed', 'ready']);
  });

  test('a kiosk that is closed meanwhile does not come back to it', async () => {
    const { keeper, clock, mayWrite, told } = open();
    mayWrite(false);
    keeper.use(records('A1'));
    await keeper.close();
    told.length = 0;
    await clock.advance(10 * RETRY);
    expect(told).toEqual([]);
  });
});

describe('what is owed to the ledger', () => {
  test('is written once it takes it, in its order', async () => {
    const { keeper, clock, mayWrite, ledger } = open();
    mayWrite(false);
    for (const code of ['A1', 'B2', 'C3']) keeper.deferWrite(records(code));
    expect(codesIn(ledger)).toEqual([]);
    await clock.advance(RETRY);
    mayWrite(true);
    await clock.advance(RETRY);
    expect(codesIn(ledger)).toEqual(['A1', 'B2', 'C3']);
    keeper.deferWrite(records('D4'));
    expect(codesIn(ledger), 'each once').toEqual(['A1', 'B2', 'C3', 'D4']);
  });

  test('stays owed, in its order, when the disk is full again half-way', async () => {
    const { keeper, clock, mayWrite, ledger, told } = open();
    mayWrite(false);
    keeper.deferWrite(records('A1'));
    let isFull = true;
    keeper.deferWrite((current) =>
      isFull ? err(FULL) : current.record(offlineAdmission({ code: 'B2' })),
    );
    keeper.deferWrite(records('C3'));
    mayWrite(true);
    told.length = 0;
    await clock.advance(RETRY);
    expect(codesIn(ledger)).toEqual(['A1']);
    expect(keeper.fault).toMatchObject({ code: 'disk-full' });
    expect(told, 'it was never ready').not.toContain('ready');
    isFull = false;
    await clock.advance(RETRY);
    expect(codesIn(ledger)).toEqual(['A1', 'B2', 'C3']);
    expect(keeper.fault).toBeNull();
    expect(told.filter((what) => what === 'ready')).toHaveLength(1);
  });

  test('is written although one of it fails in a way that nobody has foreseen', () => {
    const { keeper, told, logger } = keeperIn(temporaryFolder());
    keeper.deferWrite(() => {
      throw new Error('cannot happen');
    });
    keeper.deferWrite(records('A1'));
    keeper.start();
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
    expect(told).toContain('ready');
    expect(logger.lines.join()).toContain('deferred write');
  });

  test('from before it could be opened is written when it is', async () => {
    const { keeper, path, clock } = keeperIn();
    const other = valueOf(openLedger(optionsFor(path))).ledger;
    keeper.start();
    keeper.deferWrite(records('A1'));
    other.close();
    await clock.advance(RETRY);
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
  });
});

test('a disk that runs full while guests come in: those who are in are kept, and it goes on once there is room', async ({
  skip,
}) => {
  const disk = smallDisk(2) ?? skip('this user cannot mount a disk');
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));
  const { keeper, clock } = keeperIn(disk);
  keeper.start();
  let guests = 0;
  while (keeper.use(records(`A${guests}`)).ok) guests += 1;
  expect(keeper.fault).toMatchObject({ code: 'disk-full', quarantined: null });
  keeper.deferWrite(records('owed'));
  await clock.advance(3 * RETRY);
  expect(keeper.fault, 'still full').toMatchObject({ code: 'disk-full' });
  rmSync(ballast);
  await clock.advance(RETRY);
  expect(keeper.fault).toBeNull();
  expect(keeper.use(records('after')).ok).toBe(true);
  expect(codesIn(keeper.ledger).slice(-3)).toEqual([`A${guests - 1}`, 'owed', 'after']);
  expect(keeper.ledger?.uploads.pendingCount()).toBe(guests + 2);
});

test('a disk that can only be read from the start: nothing is taken, and the file stays as it is', async ({
  skip,
}) => {
  const disk = smallDisk(2) ?? skip('this user cannot mount a disk');
  const path = join(disk, 'ledger.db');
  const { ledger } = valueOf(openLedger(optionsFor(path)));
  recorded(ledger, offlineAdmission({ code: 'A1' }));
  ledger.close();
  const before = readFileSync(path);
  makeReadOnly(disk);
  const { keeper, clock } = keeperIn(disk);
  keeper.start();
  await clock.advance(RETRY);
  expect(keeper.fault).toMatchObject({ code: 'read-only', quarantined: null });
  expect(keeper.use(records('B2')).ok).toBe(false);
  expect(readFileSync(path).equals(before)).toBe(true);
});

describe('a file that is not for this kiosk', () => {
  test('in use by another one: it waits until that has ended', async () => {
    const { keeper, path, clock, told } = keeperIn();
    const other = valueOf(openLedger(optionsFor(path))).ledger;
    recorded(other, offlineAdmission({ code: 'A1' }));
    keeper.start();
    expect(keeper.fault).toMatchObject({ code: 'in-use', quarantined: null });
    expect(keeper.use(records('B2')).ok).toBe(false);
    expect(told).toEqual(['changed']);
    other.close();
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    expect(told.at(-1)).toBe('ready');
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
  });

  test('from a newer version: it stays as it is, and nothing is taken', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ledger.db');
    valueOf(openLedger(optionsFor(path))).ledger.close();
    const db = new Database(path);
    db.pragma(`user_version = ${LEDGER_VERSION + 1}`);
    db.close();
    const before = readFileSync(path);
    const { keeper, clock } = keeperIn(folder);
    keeper.start();
    await clock.advance(3 * RETRY);
    await keeper.reopen();
    expect(keeper.fault).toEqual({ type: 'ledger', code: 'newer', path, quarantined: null });
    expect(keeper.use(records('A1')).ok).toBe(false);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

test('names a renamed file of an older version until a person continues', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'ledger.db');
  valueOf(openLedger(optionsFor(path))).ledger.close();
  const db = new Database(path);
  db.pragma(`user_version = ${FIRST_VERSION - 1}`);
  db.close();
  const { keeper, clock, logger } = keeperIn(folder);
  keeper.start();
  const quarantined = `${path}.older-${EVENING}`;
  expect(keeper.fault).toEqual({ type: 'ledger', code: 'older', path, quarantined });
  expect(existsSync(quarantined)).toBe(true);
  const lines = logger.lines.join();
  expect(lines).toContain('older version');
  expect(lines).toContain(`ledger.db.older-${EVENING}`);
  await clock.advance(10 * RETRY);
  expect(keeper.use(records('A1')).ok).toBe(false);
  await keeper.reopen();
  expect(keeper.fault).toBeNull();
  expect(keeper.use(records('A1')).ok).toBe(true);
});

describe('a damaged file', () => {
  test('at the start is put aside, and nothing is taken until a person goes on', async () => {
    const folder = temporaryFolder();
    const garbage = garbageAt(join(folder, 'ledger.db'));
    const { keeper, path, clock, told } = keeperIn(folder);
    keeper.start();
    const quarantined = `${path}.unreadable-${EVENING}`;
    const fault = { type: 'ledger', code: 'damaged', path, quarantined };
    expect(keeper.fault).toEqual(fault);
    expect(readFileSync(quarantined).equals(garbage), 'kept, whole').toBe(true);
    await clock.advance(100 * RETRY);
    expect(keeper.fault, 'it does not go away by itself').toEqual(fault);
    expect(keeper.use(records('A1'))).toMatchObject({ ok: false, error: { code: 'damaged' } });
    expect(codesIn(keeper.ledger)).toEqual([]);
    expect(told).toEqual(['changed']);

    await keeper.reopen();
    expect(keeper.fault).toBeNull();
    expect(told).toEqual(['changed', 'changed', 'ready']);
    expect(keeper.use(records('A1')).ok).toBe(true);
    expect(existsSync(quarantined)).toBe(true);
  });

  test('at the start, while something is owed: it goes into the new file', async () => {
    const folder = temporaryFolder();
    garbageAt(join(folder, 'ledger.db'));
    const { keeper } = keeperIn(folder);
    keeper.start();
    keeper.deferWrite(records('A1'));
    await keeper.reopen();
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
  });

  /** A used ledger that turns out damaged while it is open; `onDisk` is what happens to its file then. */
  function damagedAtRunTime(onDisk: (path: string) => void = () => undefined) {
    const folder = temporaryFolder();
    const path = join(folder, 'ledger.db');
    const kept = keeperIn(folder, {
      open: () => {
        if (existsSync(path)) onDisk(path);
        return openLedger(optionsFor(path));
      },
    });
    kept.keeper.start();
    valueOf(kept.keeper.use(records('before')));
    const old = kept.keeper.ledger;
    const finding: Result<never, LedgerFault> = err({ code: 'damaged', detail: 'SQLITE_CORRUPT' });
    expect(kept.keeper.use(() => finding)).toEqual(finding);
    kept.told.length = 0;
    return { ...kept, old };
  }

  test('while it is open: it is closed, put aside at the next try, and waits for a person', async () => {
    const { keeper, clock, told } = damagedAtRunTime(garbageAt);
    expect(keeper.fault).toMatchObject({ code: 'damaged', quarantined: null });
    expect(keeper.use(records('A1')).ok).toBe(false);
    await clock.advance(RETRY);
    expect(told).toEqual(['before close', 'changed']);
    const quarantined = keeper.fault?.quarantined ?? '';
    expect(existsSync(quarantined)).toBe(true);
    await clock.advance(100 * RETRY);
    expect(keeper.use(records('A1')).ok, 'nothing is taken meanwhile').toBe(false);
    await keeper.reopen();
    expect(keeper.use(records('A1')).ok).toBe(true);
    expect(codesIn(keeper.ledger)).toEqual(['A1']);
  });

  test('while it is open, but whole when it is looked at again: it goes on, with all that was in it', async () => {
    const { keeper, clock, old } = damagedAtRunTime();
    keeper.deferWrite(records('owed'));
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    expect(keeper.ledger).not.toBe(old);
    expect(codesIn(keeper.ledger)).toEqual(['before', 'owed']);
  });

  test('while it is open: two who ask at once for another try get the same one', async () => {
    let looks = 0;
    const { keeper } = damagedAtRunTime(() => {
      looks += 1;
    });
    await Promise.all([keeper.reopen(), keeper.reopen()]);
    expect(looks).toBe(1);
    expect(keeper.fault).toBeNull();
  });

  test('a kiosk that is closed while its file is being mended leaves no file open', async () => {
    const folder = temporaryFolder();
    let endUploads = (): void => undefined;
    const uploadsEnd = new Promise<void>((resolve) => {
      endUploads = resolve;
    });
    const { keeper, path, clock } = keeperIn(folder, { beforeClose: () => uploadsEnd });
    keeper.start();
    keeper.use(() => err({ code: 'damaged', detail: 'SQLITE_CORRUPT' }));
    const mended = keeper.reopen();
    const closed = keeper.close();
    endUploads();
    await Promise.all([mended, closed]);
    await clock.advance(10 * RETRY);
    expect(keeper.ledger).toBeNull();
    expect(codesIn(ledgerAt(path)), 'another kiosk can have it').toEqual([]);
  });

  test('a mending that fails as the kiosk closes is not tried again', async () => {
    let tries = 0;
    const { keeper, clock } = keeperIn(temporaryFolder(), {
      open: () => {
        tries += 1;
        return err({ code: 'in-use', detail: 'SQLITE_BUSY' });
      },
    });
    keeper.start();
    await Promise.all([keeper.reopen(), keeper.close()]);
    await clock.advance(10 * RETRY);
    expect(tries, 'at the start, and when asked to').toBe(2);
  });
});

test('a file that cannot be closed is left to the system, and the kiosk ends', async () => {
  const { keeper, logger, ledger } = open();
  ledger.close = () => {
    throw new Error('secret');
  };
  onTestFinished(() => {
    Ledger.prototype.close.call(ledger);
  });
  await keeper.close();
  expect(keeper.ledger).toBeNull();
  expect(logger.lines.join()).toContain('could not be closed');
  expect(firstAdmittedAt(ledger, 501)).toBeNull();
});
