import { join } from 'node:path';
import { openLedger } from '#main/ledger/open-ledger.ts';
import { err } from '#shared/result.ts';
import { describe, expect, test } from 'vitest';
import {
  ADMITTED,
  snapshotTicket,
  snapshotWith,
  openDoor,
  DOOR_SCOPE,
  refused,
  type DoorOptions,
} from '#tests/main/entrance/admission/support.ts';
import { ledgerOnSwitch } from '#tests/main/ledger/kept.ts';
import { MINUTE, optionsFor } from '#tests/main/ledger/support.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const RETRY = 5_000;

/** A door whose disk is full, or not, as the test wants it. */
function doorOnSwitch(options: DoorOptions = {}) {
  const { open, mayWrite } = ledgerOnSwitch();
  const door = openDoor({ ...options, keeperPorts: { open } });
  return {
    ...door,
    /** There is no room while a code is read, and for a while after it. */
    scanWhileFull: async (waiting: number) => {
      door.platform.next(() => {
        mayWrite(false);
        return new Promise((resolve) => void door.clock.after(waiting, () => resolve(ADMITTED)));
      });
      return await door.scan('A1');
    },
    /** There is room again, and the kiosk has found out. */
    roomAgain: async () => {
      mayWrite(true);
      await door.clock.advance(RETRY);
      expect(door.keeper.fault).toBeNull();
    },
  };
}

const newPath = () => join(temporaryFolder(), 'ledger.db');

/** A door over this file. */
function doorAt(path: string, options: DoorOptions = {}) {
  const open = (isReopened: boolean) => openLedger(optionsFor(path, { isReopened }));
  return openDoor({ ...options, keeperPorts: { open } });
}

test('reports a settled attempt only when it is on the disk', async () => {
  const { open, mayWrite } = ledgerOnSwitch();
  const door = openDoor({ keeperPorts: { open } });
  const id = door.earlier({ kind: 'undecided', inDoubt: true });
  mayWrite(false);
  door.admissionLedger.settle(id, { word: 'admitted' });
  expect(door.settled).toEqual([]);
  mayWrite(true);
  await door.clock.advance(RETRY);
  expect(door.settled).toEqual([id]);
  expect(door.entries()).toMatchObject([{ word: 'admitted' }]);
  door.admissionLedger.settle(id, { word: 'admitted' });
  expect(door.settled, 'nothing is new').toEqual([id]);
});

describe('the platform has spent a ticket while the ledger was full', () => {
  test('nobody is let in without a record, but at the next scan they are, without asking again', async () => {
    const { scanWhileFull, roomAgain, scan, platform, verdicts, entries, keeper } = doorOnSwitch();
    await scanWhileFull(0);
    expect(verdicts).toEqual([]);
    expect(keeper.fault).toMatchObject({ code: 'read-only' });
    await roomAgain();
    expect(entries()).toMatchObject([{ kind: 'undecided', word: 'admitted', upload: null }]);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(platform.askedCodes, 'only the first time').toEqual(['A1']);
  });

  test('they have ten minutes from when there is room again', async () => {
    const { scanWhileFull, roomAgain, scan, clock } = doorOnSwitch();
    await scanWhileFull(0);
    await clock.advance(60 * MINUTE);
    await roomAgain();
    await clock.advance(9 * MINUTE);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  });

  test('and once: the next holder of the same code is a duplicate', async () => {
    const { scanWhileFull, roomAgain, scan, clock, platform } = doorOnSwitch();
    await scanWhileFull(0);
    await roomAgain();
    await scan('A1');
    await clock.advance(3_000);
    platform.answerNext(refused(12));
    expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
  });

  test.each([
    ['admit', { snapshot: () => snapshotWith(snapshotTicket()) }],
    ['undecided', {}],
  ])(
    'its word came late, after a verdict “%s” that could not be recorded: the next scan lets them in',
    async (_kind, options) => {
      const { scanWhileFull, roomAgain, scan, platform, verdicts, clock, ledger } =
        doorOnSwitch(options);
      await scanWhileFull(3_000);
      expect(verdicts, 'it is shown to nobody').toEqual([]);
      await clock.advance(3_000);
      await roomAgain();
      expect(ledger().uploads.pendingCount(), 'nobody was let in').toBe(0);
      expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
      expect(platform.askedCodes).toEqual(['A1']);
    },
  );

  test('its word comes only after there is room again: the next scan lets them in', async () => {
    const { scanWhileFull, roomAgain, scan, clock } = doorOnSwitch();
    await scanWhileFull(20_000);
    await roomAgain();
    await clock.advance(20_000);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  });

  test('its word was lost: the ticket is possibly spent', async () => {
    const { mayWrite, open } = ledgerOnSwitch();
    const { scan, platform, clock, keeper } = openDoor({ keeperPorts: { open } });
    platform.next(() => {
      mayWrite(false);
      return Promise.resolve({ type: 'unreachable', reason: 'reset' });
    });
    expect(await scan('A1')).toBeUndefined();
    mayWrite(true);
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    platform.answerNext(refused(12));
    expect(await scan('A1')).toMatchObject({ reason: { because: 'possibly-spent' } });
  });

  test('a refusal that could not be recorded owes nobody anything', async () => {
    const { mayWrite, open } = ledgerOnSwitch();
    const { scan, platform, clock, entries } = openDoor({ keeperPorts: { open } });
    platform.next(() => {
      mayWrite(false);
      return Promise.resolve(refused(12));
    });
    expect(await scan('A1')).toBeUndefined();
    mayWrite(true);
    await clock.advance(RETRY);
    expect(entries()).toEqual([]);
  });

  test('nor does it after a restart, as the platform’s answer is known', async () => {
    const path = newPath();
    const { scan, platform, clock, keeper } = doorAt(path);
    platform.next(() => {
      keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
      return Promise.resolve(refused(12));
    });
    expect(await scan('A1')).toBeUndefined();
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    await keeper.close();

    const next = doorAt(path);
    next.platform.answerNext(refused(12));
    expect(await next.scan('A1')).toMatchObject({ kind: 'duplicate', basis: 'platform' });
  });
});

/** A page of the file could not be read: it is opened again, and turns out to be whole. */
describe('the ledger is closed and opened again while a guest waits, and the platform', () => {
  const misread = () => err({ code: 'damaged', detail: 'SQLITE_CORRUPT' } as const);

  test('has let them in: they are on record, and nobody comes in with the ticket again', async () => {
    const { scan, platform, clock, keeper, entries } = doorAt(newPath());
    platform.next(async () => {
      keeper.use(misread);
      await keeper.reopen();
      return ADMITTED;
    });
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(entries()).toMatchObject([{ kind: 'admit', basis: 'platform' }]);
    await clock.advance(3_000);
    platform.answerNext(refused(12));
    expect(await scan('A1')).toMatchObject({ kind: 'duplicate' });
  });

  test('lets them in before it is open: they are at their next scan, and all else that is owed is written', async () => {
    const { scan, platform, clock, keeper, entries } = doorAt(newPath());
    platform.next(() => {
      keeper.use(misread);
      return Promise.resolve(ADMITTED);
    });
    expect(await scan('A1')).toBeUndefined();
    let owed = 0;
    keeper.deferWrite((ledger) => {
      owed += 1;
      return ledger.probe();
    });
    await clock.advance(RETRY);
    expect(keeper.fault).toBeNull();
    expect(owed).toBe(1);
    expect(entries()).toMatchObject([{ kind: 'undecided', word: 'admitted' }]);
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  });

  test('has its say only afterwards: it counts', async () => {
    const { scan, platform, clock, keeper, entries } = doorAt(newPath(), {
      snapshot: () => snapshotWith(snapshotTicket()),
    });
    platform.answerNext(ADMITTED, 20_000);
    await scan('A1');
    keeper.use(misread);
    await clock.advance(RETRY);
    expect(entries()).toMatchObject([{ word: 'awaited', upload: { state: 'pending' } }]);
    await clock.advance(20_000);
    expect(entries()).toMatchObject([{ word: 'admitted', upload: { state: 'none' } }]);
  });
});

/** A door whose ledger is followed by a new one, once the first is put aside. */
function doorWithTwoLedgers() {
  const first = ledgerOnSwitch();
  const second = ledgerOnSwitch();
  const ledgers = [
    first.open(),
    {
      ok: true,
      value: { ledger: second.ledger, quarantined: { code: 'damaged', path: '/kept/aside' } },
    } as const,
  ];
  return openDoor({
    keeperPorts: {
      open: () => ledgers.shift() ?? err({ code: 'unreadable', detail: 'no more' }),
    },
  });
}

describe('the platform’s late word, when the ledger', () => {
  test('is full just then: it is noted as soon as there is room', async () => {
    const { mayWrite, open } = ledgerOnSwitch();
    const { scan, platform, clock, entries } = openDoor({
      snapshot: () => snapshotWith(snapshotTicket()),
      keeperPorts: { open },
    });
    platform.answerNext(ADMITTED, 3_000);
    await scan('A1');
    mayWrite(false);
    await clock.advance(2_000);
    expect(entries()).toMatchObject([{ word: 'awaited', upload: { state: 'pending' } }]);
    mayWrite(true);
    await clock.advance(RETRY);
    expect(entries()).toMatchObject([{ word: 'admitted', upload: { state: 'none' } }]);
  });

  test('was put aside since: it is no word about the new one', async () => {
    const { scan, platform, clock, keeper, entries } = doorWithTwoLedgers();
    platform.answerNext(ADMITTED, 20_000);
    await scan('A1');
    keeper.use(() => err({ code: 'damaged', detail: 'SQLITE_CORRUPT' }));
    await clock.advance(RETRY);
    expect(keeper.fault).toMatchObject({ code: 'damaged', quarantined: '/kept/aside' });
    await keeper.reopen();
    await clock.advance(20_000);
    expect(keeper.fault).toBeNull();
    expect(entries()).toEqual([]);
  });

  test('is damaged when the platform has spent a ticket: the new one lets its holder in', async () => {
    const { scan, platform, clock, keeper } = doorWithTwoLedgers();
    platform.next(() => {
      keeper.use(() => err({ code: 'damaged', detail: 'SQLITE_CORRUPT' }));
      return Promise.resolve(ADMITTED);
    });
    expect(await scan('A1')).toBeUndefined();
    await clock.advance(RETRY);
    await keeper.reopen();
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
  });
});

test('what is recorded is told with its number, also when it could be recorded only later', async () => {
  const { scanWhileFull, roomAgain, scan, noted, clock } = doorOnSwitch();
  const readAt = clock.steady();
  await scanWhileFull(0);
  expect(noted).toEqual([]);
  await roomAgain();
  expect(noted).toEqual([{ sequence: 1, readAt }]);
  await scan('B2', DOOR_SCOPE);
  expect(noted.at(-1)).toEqual({ sequence: 2, readAt: clock.steady() });
});
