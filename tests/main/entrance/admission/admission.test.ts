import { describe, expect, test } from 'vitest';
import { err } from '#shared/result.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import {
  ADMITTED,
  snapshotTicket,
  snapshotWith,
  NO_NETWORK,
  openDoor,
  DOOR_SCOPE,
  refused,
} from './support.ts';

describe('a scan at the door', () => {
  test('the platform’s word within the budget decides', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    platform.answerNext(ADMITTED, 900);
    read('0012345678');
    await clock.advance(900);
    expect(verdicts).toMatchObject([
      { kind: 'admit', basis: 'platform', source: 'wedge', codeTail: '5678', at: clock.now() },
    ]);
    expect(platform.overdue).toBe(0);
  });

  test('without a snapshot, a platform that does not answer in time leaves the scan undecided', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    platform.answerNext(ADMITTED, 5_000);
    read('1');
    await clock.advance(999);
    expect(verdicts).toEqual([]);
    await clock.advance(1);
    expect(verdicts).toMatchObject([
      { kind: 'undecided', reason: { type: 'no-answer', cause: 'timeout' } },
    ]);
    await clock.advance(10_000);
    expect(verdicts, 'the late word changes no verdict that was given').toHaveLength(1);
  });

  test('a disk that fills up while the platform spends the ticket: its holder waits, and then comes in', async () => {
    const { keeper, scan, platform, ledger } = openDoor();
    const fills = () => keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
    platform.next(() => {
      fills();
      return Promise.resolve(ADMITTED);
    });
    expect(await scan('A1')).toBeUndefined();
    expect(ledger().newestSequence()).toBe(0);
    await keeper.reopen();
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(platform.askedCodes).toEqual(['A1']);
  });

  test('where it cannot be kept that the platform is asked, it is not: it would spend a ticket for nobody', async () => {
    const { keeper, scan, platform } = openDoor({
      snapshot: () => {
        keeper.use(() => err({ code: 'disk-full', detail: 'SQLITE_FULL' }));
        return snapshotWith(snapshotTicket());
      },
    });
    expect(await scan('A1')).toBeUndefined();
    expect(platform.asked).toEqual([]);
  });

  test('five guests at once at a slow platform: none waits for more than a second, and each is let in', async () => {
    const codes = ['A1', 'B2', 'C3', 'D4', 'E5'];
    const { clock, read, verdicts, platform } = openDoor({
      snapshot: (code) => snapshotWith(snapshotTicket({ ticketId: codes.indexOf(code) })),
    });
    for (const code of codes) {
      platform.answerNext(ADMITTED, 950);
      read(code);
    }
    await clock.advance(1_000);
    expect(verdicts.map(({ kind, basis }) => `${kind}, ${basis}`)).toEqual([
      'admit, platform',
      ...Array<string>(4).fill('admit, cache'),
    ]);
    expect(platform.askedCodes).toEqual(['A1']);
    expect(platform.overdue, 'which is nothing against the platform').toBe(0);
  });

  test('scans that come while one is being decided get their verdicts, all of them and in order', async () => {
    const { clock, read, verdicts, platform, admission, told } = openDoor();
    platform.answerNext(ADMITTED, 800);
    const codes = Array.from(
      { length: 20 },
      (_, index) => `code-${String(index).padStart(4, '0')}`,
    );
    for (const code of codes) read(code);
    expect(admission.waiting).toBe(20);
    await clock.advance(800);
    expect(verdicts.map(({ codeTail }) => codeTail)).toEqual(codes.map((code) => code.slice(-4)));
    expect(admission.waiting).toBe(0);
    expect(told.waiting, 'told of each that came and each that went').toBe(40);
  });

  test('shows a notice after the verdicts of the scans before it', async () => {
    const order: string[] = [];
    const { clock, read, platform, admission } = openDoor({
      ports: { onNotice: ({ kind }, readAt) => order.push(`${kind} ${clock.steady() - readAt}`) },
    });
    admission.verdicts.subscribe(({ verdict }) => order.push(verdict.codeTail));
    platform.answerNext(ADMITTED, 600);
    read('A1');
    admission.takeNotice({ kind: 'not-read', reason: 'garbled', at: 0 }, clock.steady());
    read('B2');
    await clock.advance(599);
    expect(order).toEqual([]);
    await clock.advance(1);
    await admission.whenDone();
    expect(order).toEqual(['A1', 'not-read 600', 'B2']);
  });

  test('a scan is asked about with what the door was open for when it came', async () => {
    const { clock, read, platform, entries } = openDoor();
    const openings = [
      { ...DOOR_SCOPE, filter: { clientId: 1, performanceId: 7 } },
      { baseUrl: 'https://other.example', filter: { clientId: 2 } },
    ] as const;
    read('A', openings[0]);
    read('B', openings[1]);
    await clock.advance(0);
    expect(platform.asked.map(({ scope }) => scope)).toEqual(openings);
    expect(entries()).toMatchObject(openings);
  });
});

describe('a code that is read again', () => {
  test('at once: it is asked about once, and its verdict is shown again', async () => {
    const { clock, read, verdicts, platform, entries } = openDoor();
    read('A');
    await clock.advance(2_500);
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A']);
    expect(verdicts).toMatchObject([
      { kind: 'admit', basis: 'platform' },
      { kind: 'admit', basis: 'repeat' },
    ]);
    expect(entries(), 'a repeat has no row').toHaveLength(1);
  });

  test('after the repeat window: it is a scan of its own', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    read('A');
    await clock.advance(2_501);
    platform.answerNext(refused(12));
    read('A');
    await clock.advance(0);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['admit', 'duplicate']);
  });

  test('repeats do not stretch the window: a ticket cannot be handed back through the door for ever', async () => {
    const { clock, read, platform } = openDoor();
    read('A');
    await clock.advance(2_000);
    read('A');
    await clock.advance(2_000);
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A', 'A']);
  });

  test('a second reading that had to wait in the queue is still a second reading', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    platform.answerNext(ADMITTED, 100);
    read('A');
    for (const other of ['B', 'C', 'D', 'E']) {
      platform.answerNext(ADMITTED, 900);
      read(other);
    }
    read('A');
    await clock.advance(10_000);
    expect(platform.askedCodes).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(verdicts.at(-1)).toMatchObject({ basis: 'repeat', kind: 'admit' });
  });

  test('however many scans are between a first reading and a second one, it is a second reading', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    const others = Array.from({ length: 10 }, (_, index) => `other-${index}`);
    for (const code of ['A', ...others]) {
      platform.answerNext(ADMITTED, 900);
      read(code);
    }
    read('A');
    await clock.advance(60_000);
    expect(platform.askedCodes).toEqual(['A', ...others]);
    expect(verdicts.at(-1)).toMatchObject({ basis: 'repeat', kind: 'admit' });
  });

  test('once the door is open for something else, the same code is asked about anew', async () => {
    const { clock, read, platform, admission } = openDoor();
    read('A');
    await clock.advance(100);
    admission.forgetRecent();
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A', 'A']);
  });

  test('a scan that was under way when the door was opened for something else is no word about that', async () => {
    const { clock, read, platform, admission } = openDoor();
    platform.answerNext(ADMITTED, 500);
    read('A');
    await clock.advance(100);
    admission.forgetRecent();
    await clock.advance(500);
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A', 'A']);
  });

  test('a clock that is set back makes no old admission new', async () => {
    const { clock, read, verdicts, platform } = openDoor();
    read('A');
    await clock.advance(10_000);
    clock.setBack(3_600_000);
    platform.answerNext(refused(12));
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A', 'A']);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['admit', 'duplicate']);
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('a clock that is set %s makes no second scan of a second reading', async (_where, by) => {
    const { clock, read, verdicts, platform } = openDoor();
    read('A');
    await clock.advance(1_000);
    clock.setForward(by);
    read('A');
    await clock.advance(0);
    expect(platform.askedCodes).toEqual(['A']);
    expect(verdicts.map(({ basis }) => basis)).toEqual(['platform', 'repeat']);
  });
});

describe('what goes wrong in an unforeseen way', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('no code is like secret'))],
    [
      'throws',
      () => {
        throw new Error('no code is like secret');
      },
    ],
  ])('asking that %s costs that scan its verdict, but not the next one', async (_how, answer) => {
    const { clock, read, verdicts, platform, logger } = openDoor();
    platform.next(answer);
    read('A');
    read('B');
    await clock.advance(0);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['undecided', 'admit']);
    expect(logger.lines.join()).toContain('unforeseen');
    expect(logger.lines.join(), 'what was thrown may quote the barcode').not.toContain('secret');
  });

  test('a snapshot that throws says nothing of the ticket, and the next scan is decided', async () => {
    const { clock, read, verdicts, logger, entries } = openDoor({
      snapshot: (code) => {
        if (code === 'A') throw new Error('no code is like secret');
        return snapshotWith(snapshotTicket());
      },
    });
    read('A');
    read('B');
    await clock.advance(0);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['undecided', 'admit']);
    expect(entries(), 'both are recorded').toHaveLength(2);
    expect(logger.lines.join()).not.toContain('secret');
  });
});

describe('row first, then the light', () => {
  test('a verdict is in the ledger when it is published', async () => {
    const counts: number[] = [];
    const door = openDoor();
    door.admission.verdicts.subscribe(() => counts.push(door.entries().length));
    door.read('A');
    door.read('B');
    await door.clock.advance(0);
    expect(counts).toEqual([1, 2]);
  });

  test('its times are those at which the code was read, not decided', async () => {
    const { clock, read, entries, platform, noted } = openDoor();
    const [steady, wall] = [clock.steady(), clock.now()];
    platform.answerNext(ADMITTED, 800);
    read('A');
    await clock.advance(800);
    expect(entries()).toMatchObject([{ platformTime: wall, kioskTime: wall, code: 'A' }]);
    expect(noted).toEqual([{ sequence: 1, readAt: steady }]);
  });

  test('the upload is woken by an admission without the platform, and by nothing else', async () => {
    const { scan, platform, told } = openDoor({
      snapshot: (code) => snapshotWith(code === 'A1' ? snapshotTicket() : null),
    });
    await scan('online');
    platform.inTheWay = NO_NETWORK;
    await scan('unknown');
    expect(told.queued).toBe(0);
    await scan('A1');
    expect(told.queued).toBe(1);
  });

  test('publishes a verdict to every subscriber, even if one throws', async () => {
    const { admission, scan, platform, told, logger } = openDoor({
      snapshot: () => snapshotWith(snapshotTicket()),
    });
    const heard: string[] = [];
    admission.verdicts.subscribe(() => {
      throw new Error('a bug');
    });
    admission.verdicts.subscribe(({ decision }) => heard.push(decision?.kind ?? 'repeat'));
    platform.inTheWay = NO_NETWORK;
    expect(await scan('A1')).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(heard).toEqual(['admit']);
    expect(told.queued).toBe(1);
    expect(logger.lines.join()).toContain('a verdict’s subscriber failed');
  });
});

test('a warm-up reads what is known of a code, and leaves nothing behind', async () => {
  const lookedUp: DoorScope[] = [];
  const { admission, clock, entries, platform, verdicts } = openDoor({
    snapshot(_code, scope) {
      lookedUp.push(scope);
      return snapshotWith(null);
    },
  });
  admission.warmUp(DOOR_SCOPE);
  await clock.advance(1_000);
  expect(lookedUp[0]).toEqual(DOOR_SCOPE);
  expect([verdicts, platform.asked, entries()]).toEqual([[], [], []]);
});
