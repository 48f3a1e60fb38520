import { describe, expect, test } from 'vitest';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { ScanSource } from '#shared/model/scan.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { valueOf } from '#tests/main/ledger/support.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  refused,
  snapshotTicket,
  snapshotWith,
  type DoorOptions,
} from './support.ts';

/** The barcode that the snapshot lists. */
const LISTED = '007104007919';
const TYPED = '0071 0400 7919';
const BUDGET = 1_000;

interface Snapshot {
  readonly ticket?: Partial<SnapshotTicket>;
  /** Barcodes as near as the listed one. */
  readonly others?: readonly string[];
  /** Whether the absence of a code is proven otherwise. */
  readonly isProof?: boolean;
}

/** A door whose snapshot lists one ticket, which is near to every other code. */
function openNear(
  { ticket = {}, others = [], isProof = true }: Snapshot = {},
  options: DoorOptions = {},
) {
  const door = openDoor({
    snapshot: (code) =>
      code === LISTED
        ? snapshotWith(snapshotTicket({ barcode: LISTED, ...ticket }))
        : snapshotWith(null, null, {
            near: [LISTED, ...others],
            absenceDoubt: isProof ? null : { type: 'old' },
          }),
    ...options,
  });
  return { ...door, ...by(door) };
}

const [TWELVE, THIRTEEN] = ['036000291452', '0036000291452'];

/** A door whose snapshot lists one ticket, by one form of a UPC-A code, and proves that there is no other. */
function openUpc(listed = THIRTEEN, ticket: Partial<SnapshotTicket> = {}) {
  const door = openDoor({
    snapshot: (code) =>
      snapshotWith(code === listed ? snapshotTicket({ barcode: listed, ...ticket }) : null),
  });
  return { ...door, ...by(door) };
}

/** A door without a snapshot. */
function openBare() {
  const door = openDoor();
  return { ...door, ...by(door) };
}

function by({ admission, verdicts, clock }: ReturnType<typeof openDoor>) {
  /** Reads a code, and waits for its verdict. */
  const read = async (code: string, source: ScanSource): Promise<Verdict | undefined> => {
    const before = verdicts.length;
    const scan = { code, source, device: null, at: clock.now() };
    admission.take(scan, DOOR_SCOPE, clock.steady());
    await clock.advance(0);
    if (admission.waiting > 0) await clock.advance(BUDGET);
    return verdicts[before];
  };
  const overrule = (verdict: Verdict | undefined) =>
    admission.overrule(
      { id: verdict?.entryId ?? '', cause: 'box-office', words: '', shown: [] },
      DOOR_SCOPE,
    );
  return {
    type: (code: string) => read(code, 'manual'),
    beep: (code: string) => read(code, 'hid'),
    overrule,
  };
}

const nearMatch = (tail: string | null) => ({
  type: 'not-listed',
  because: { type: 'near-match', tail },
});

describe('a code typed in groups', () => {
  test('is asked as typed first, and without separators after an 11', async () => {
    const { type, platform, entries } = openBare();
    platform.answerNext(refused(11));
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(platform.askedCodes).toEqual([TYPED, LISTED]);
    expect(entries()).toMatchObject([{ kind: 'admit', code: LISTED }]);
  });

  test('is not asked twice where the platform knows it as typed', async () => {
    const { type, platform, entries } = openBare();
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(platform.askedCodes).toEqual([TYPED]);
    expect(entries()).toMatchObject([{ code: TYPED }]);
  });

  test('is rejected where the platform knows neither form', async () => {
    const { type, platform } = openBare();
    platform.answerNext(refused(11));
    platform.answerNext(refused(11));
    expect(await type(TYPED)).toMatchObject({ kind: 'reject', basis: 'platform' });
  });

  test('repeats its admission for the barcode that it means', async () => {
    const { type, beep, platform, entries } = openNear();
    platform.inTheWay = NO_NETWORK;
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(await beep(LISTED)).toMatchObject({ kind: 'admit', basis: 'repeat' });
    expect(entries()).toHaveLength(1);
  });

  test('repeats its verdict as typed', async () => {
    const { type, platform, entries } = openBare();
    platform.answerNext(refused(11));
    await type(TYPED);
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'repeat' });
    expect(entries()).toHaveLength(1);
  });

  test('has one budget for both forms', async () => {
    const { type, platform, clock, entries } = openBare();
    platform.answerNext(refused(11), 700);
    platform.answerNext(ADMITTED, 700);
    const began = clock.steady();
    expect(await type(TYPED)).toMatchObject({ kind: 'undecided', reason: { cause: 'timeout' } });
    expect(clock.steady() - began).toBe(BUDGET);
    expect(entries()).toMatchObject([{ kind: 'undecided', code: LISTED, word: 'awaited' }]);
  });

  test('is admitted at its next scan after a late answer to the second form', async () => {
    const { type, platform, clock, entries } = openBare();
    platform.answerNext(refused(11), 700);
    platform.answerNext(ADMITTED, 700);
    await type(TYPED);
    await clock.advance(BUDGET);
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(platform.asked).toHaveLength(2);
    expect(entries()).toMatchObject([{ word: 'admitted' }, { kind: 'admit', code: LISTED }]);
  });

  test('is decided by the snapshot where no time is left for the second form', async () => {
    const { type, platform, entries } = openNear();
    platform.answerNext(refused(11), BUDGET - 1);
    platform.answerNext(ADMITTED, 500);
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(entries()).toMatchObject([{ code: LISTED, word: 'awaited' }]);
  });

  test('admits offline as the one ticket that it matches, and uploads its barcode', async () => {
    const { type, beep, platform, entries, clock } = openNear();
    platform.inTheWay = NO_NETWORK;
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(entries()).toMatchObject([{ code: LISTED, upload: { state: 'pending' } }]);
    await clock.advance(5_000);
    expect(await beep(LISTED)).toMatchObject({ kind: 'duplicate' });
    expect(await type(TYPED)).toMatchObject({ kind: 'duplicate' });
  });

  test('is not asked again in any form while its admission waits for its upload', async () => {
    const { type, platform, clock } = openNear();
    platform.inTheWay = NO_NETWORK;
    await type(TYPED);
    platform.inTheWay = null;
    await clock.advance(5_000);
    expect(await type(TYPED)).toMatchObject({ kind: 'duplicate' });
    expect(platform.asked).toEqual([]);
  });

  test('stays in the upload queue when the platform did not find the form as typed', async () => {
    const { type, platform, clock, entries, ledger } = openNear();
    platform.answerNext(refused(11), 2_000);
    expect(await type(TYPED)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await clock.advance(2_000);
    expect(entries()).toMatchObject([{ word: 'missing', upload: { state: 'pending' } }]);
    expect(ledger().uploads.pendingCount()).toBe(1);
  });

  test('is settled when the platform admits the form as typed late', async () => {
    const { type, platform, clock, ledger } = openNear();
    platform.answerNext(ADMITTED, 2_000);
    await type(TYPED);
    await clock.advance(2_000);
    expect(ledger().uploads.pendingCount()).toBe(0);
  });

  test('is undecided if several tickets match it', async () => {
    const { type, platform } = openNear({ others: ['0071-0400-7919'] });
    platform.inTheWay = NO_NETWORK;
    expect(await type(TYPED)).toMatchObject({ kind: 'undecided', reason: nearMatch(null) });
  });
});

describe('a code read from a UPC-A symbol', () => {
  test.each([
    [TWELVE, THIRTEEN],
    [THIRTEEN, TWELVE],
  ])('%s is asked as %s after an 11', async (read, other) => {
    const { beep, platform, entries } = openBare();
    platform.answerNext(refused(11));
    expect(await beep(read)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(platform.askedCodes).toEqual([read, other]);
    expect(entries()).toMatchObject([{ code: other }]);
  });

  test('is not asked in a second form after another refusal', async () => {
    const { beep, platform } = openBare();
    platform.answerNext(refused(13));
    expect(await beep(TWELVE)).toMatchObject({ kind: 'reject' });
    expect(platform.asked).toHaveLength(1);
  });

  test.each([
    [TWELVE, THIRTEEN],
    [THIRTEEN, TWELVE],
  ])('%s could offline be the listed %s, without a symbology too', async (read, listed) => {
    const { beep, platform } = openUpc(listed);
    platform.inTheWay = NO_NETWORK;
    expect(await beep(read)).toMatchObject({ kind: 'undecided', reason: nearMatch('1452') });
  });

  test('could be the listed form that the platform does not answer for', async () => {
    const { beep, platform, entries } = openUpc();
    platform.answerNext(refused(11));
    platform.answerNext(ADMITTED, 2 * BUDGET);
    expect(await beep(TWELVE)).toMatchObject({ kind: 'undecided', reason: nearMatch('1452') });
    expect(entries()).toMatchObject([{ code: THIRTEEN, word: 'awaited' }]);
  });

  test.each([
    ['no symbology', undefined, nearMatch('1452')],
    ['UPC-A', 'E0', nearMatch('1452')],
    ['Code 128', 'C1', { type: 'copy', code: 11 }],
  ])('with %s is looked up by what was read', async (_name, symbology, reason) => {
    const { admission, verdicts, clock } = openUpc();
    const scan = { code: TWELVE, source: 'hid', device: null, at: clock.now() } as const;
    const read = symbology === undefined ? scan : { ...scan, symbology };
    admission.take(read, DOOR_SCOPE, clock.steady(), 'look-up');
    await clock.advance(0);
    expect(verdicts).toMatchObject([{ kind: 'checked', reason }]);
  });

  test('uses up the listed form when the platform admits it as read', async () => {
    const { beep, platform, clock } = openUpc();
    expect(await beep(TWELVE)).toMatchObject({ kind: 'admit', basis: 'platform' });
    platform.inTheWay = NO_NETWORK;
    await clock.advance(5_000);
    expect(await beep(THIRTEEN)).toMatchObject({ kind: 'duplicate' });
  });

  test('is not admitted offline in its second form', async () => {
    const { beep, platform } = openBare();
    platform.inTheWay = NO_NETWORK;
    expect(await beep(TWELVE)).toMatchObject({ kind: 'undecided' });
  });
});

describe('a scanned code that nearly matches one ticket', () => {
  const READ = '0071-0400-7919';

  test('is undecided offline, and shows which ticket it could be', async () => {
    const { beep, platform, entries } = openNear();
    platform.inTheWay = NO_NETWORK;
    expect(await beep(READ)).toMatchObject({
      kind: 'undecided',
      reason: nearMatch('7919'),
      ticket: null,
      own: { ticketFor: { production: 'The Winter’s Tale' } },
    });
    expect(entries()).toMatchObject([{ code: READ, kind: 'undecided' }]);
  });

  test('is never admitted by the snapshot, and never asked in the other form', async () => {
    const { beep, platform } = openNear();
    platform.answerNext(refused(11));
    expect(await beep(READ)).toMatchObject({ kind: 'reject', basis: 'platform' });
    expect(platform.askedCodes).toEqual([READ]);
  });

  test('spends the matched ticket when it is let in', async () => {
    const { beep, overrule, platform, clock, entries, ledger } = openNear();
    platform.inTheWay = NO_NETWORK;
    expect(valueOf(await overrule(await beep(READ)))).toBeNull();
    expect(entries().at(-1)).toMatchObject({
      ...{ kind: 'admit', basis: 'staff', code: LISTED, upload: { state: 'pending' } },
      ticketIds: { ticketId: 501 },
    });
    await clock.advance(5_000);
    expect(await beep(LISTED)).toMatchObject({ kind: 'duplicate' });
    expect(await beep(READ)).toMatchObject({ kind: 'duplicate' });
    // The platform would admit it again: it has not been told yet.
    platform.inTheWay = null;
    await clock.advance(5_000);
    expect(await beep(READ)).toMatchObject({ kind: 'duplicate' });
    expect(platform.asked).toEqual([]);
    expect(ledger().uploads.pendingCount()).toBe(1);
  });

  test('cannot be let in once its ticket has come in', async () => {
    const { beep, overrule, platform, clock } = openNear();
    platform.inTheWay = NO_NETWORK;
    const verdict = await beep(READ);
    await clock.advance(1_000);
    await beep(LISTED);
    expect(await overrule(verdict)).toMatchObject({
      ok: false,
      error: { because: 'not-shown' },
    });
  });

  test('uses the ticket under either form when the platform admits it', async () => {
    const { beep, platform, clock, entries } = openNear();
    expect(await beep(READ)).toMatchObject({ kind: 'admit', basis: 'platform' });
    expect(entries()).toMatchObject([{ code: READ, ticketIds: { ticketId: 501 } }]);
    platform.inTheWay = NO_NETWORK;
    await clock.advance(5_000);
    expect(await beep(LISTED)).toMatchObject({ kind: 'duplicate' });
  });

  test.each([
    ['the code proves to be no ticket otherwise', true, 'reject'],
    ['it may be a ticket of its own', false, 'undecided'],
  ])('nearly matches a voided ticket, where %s', async (_where, isProof, kind) => {
    const { beep, platform } = openNear({ ticket: { refundedOrVoided: true }, isProof });
    platform.inTheWay = NO_NETWORK;
    expect(await beep(READ)).toMatchObject({ kind });
  });

  test('shows its seat where the platform calls it scanned', async () => {
    const { beep, platform } = openNear();
    platform.answerNext(refused(12));
    expect(await beep(READ)).toMatchObject({
      kind: 'duplicate',
      own: { place: { section: 'Stalls', seat: 'C 12' } },
    });
  });

  test('is checked out on the ticket that it was let in on', async () => {
    const { beep, overrule, scan, platform, clock, entries } = openNear(
      {},
      { rules: { reentry: 'always', reentryWithin: null } },
    );
    platform.inTheWay = NO_NETWORK;
    await overrule(await beep(READ));
    await clock.advance(5_000);
    expect(await scan(READ, DOOR_SCOPE, 'let-out')).toMatchObject({ reason: { isStray: false } });
    expect(entries().at(-1)).toMatchObject({ kind: 'exit', code: LISTED });
  });

  test('admitted late, uses the ticket under either form', async () => {
    const { beep, platform, clock, entries } = openNear();
    platform.answerNext(ADMITTED, 2 * BUDGET);
    expect(await beep(READ)).toMatchObject({ kind: 'undecided', reason: nearMatch('7919') });
    await clock.advance(5_000);
    expect(await beep(READ)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(entries().at(-1)).toMatchObject({ code: READ, ticketIds: { ticketId: 501 } });
    platform.inTheWay = NO_NETWORK;
    await clock.advance(5_000);
    expect(await beep(LISTED)).toMatchObject({ kind: 'duplicate' });
  });

  test('has no right left once its ticket has come in', async () => {
    const { beep, platform, clock } = openNear();
    platform.answerNext(ADMITTED, 2 * BUDGET);
    await beep(READ);
    platform.inTheWay = NO_NETWORK;
    await beep(LISTED);
    await clock.advance(5_000);
    expect(await beep(READ)).toMatchObject({ kind: 'duplicate' });
  });

  test.each([
    ['is lost', { type: 'unreachable', reason: 'reset' }, 0, { kind: 'admit', basis: 'late' }],
    ['is awaited', ADMITTED, 20_000, { kind: 'undecided', reason: { type: 'word-awaited' } }],
  ] as const)('used while its own answer %s is not red', async (_which, answer, ms, verdict) => {
    const { beep, platform, clock } = openNear();
    platform.answerNext(answer, ms);
    expect(await beep(READ)).toMatchObject({ kind: 'undecided', reason: nearMatch('7919') });
    await clock.advance(5_000);
    platform.answerNext(refused(12));
    expect(await beep(READ)).toMatchObject(verdict);
  });

  test.each([
    ['lost', { type: 'unreachable', reason: 'reset' }, 0],
    ['late', ADMITTED, 2 * BUDGET],
  ] as const)('is let in on the listed ticket whose answer was %s', async (_how, answer, ms) => {
    const { beep, platform, clock, entries } = openNear(
      {},
      {
        snapshot: (code) =>
          code === LISTED
            ? snapshotWith(snapshotTicket({ barcode: LISTED }), null, { isOn: false })
            : snapshotWith(null, null, { near: [LISTED] }),
      },
    );
    platform.answerNext(answer, ms);
    expect(await beep(LISTED)).toMatchObject({ kind: 'undecided' });
    await clock.advance(5_000);
    platform.answerNext(refused(12));
    expect(await beep(READ)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(entries().at(-1)).toMatchObject({ code: LISTED, ticketIds: { ticketId: 501 } });
    platform.answerNext(refused(12));
    await clock.advance(5_000);
    expect(await beep(READ)).toMatchObject({ kind: 'duplicate' });
  });

  test('used is let in once, though its own answer was lost', async () => {
    const { beep, platform, clock } = openNear();
    platform.answerNext({ type: 'unreachable', reason: 'reset' });
    await beep(READ);
    for (const kind of ['admit', 'duplicate']) {
      await clock.advance(5_000);
      platform.answerNext(refused(12));
      expect(await beep(READ)).toMatchObject({ kind });
    }
  });

  test('is not asked while an admission of one of several near tickets is untold', async () => {
    const { beep, platform, clock } = openNear({ others: ['0071 0400 7919'] });
    platform.inTheWay = NO_NETWORK;
    expect(await beep(LISTED)).toMatchObject({ kind: 'admit', basis: 'cache' });
    platform.inTheWay = null;
    await clock.advance(5_000);
    expect(await beep(READ)).toMatchObject({ kind: 'undecided', reason: nearMatch(null) });
    expect(platform.asked).toEqual([]);
  });

  test('spends the matched ticket when the snapshot is gone by then', async () => {
    let isUsable = true;
    const door = openDoor({
      snapshot: (code) => {
        if (!isUsable) return { type: 'none' };
        return code === LISTED
          ? snapshotWith(snapshotTicket({ barcode: LISTED }))
          : snapshotWith(null, null, { near: [LISTED] });
      },
    });
    const { beep, overrule } = by(door);
    door.platform.inTheWay = NO_NETWORK;
    const verdict = await beep(READ);
    isUsable = false;
    expect(valueOf(await overrule(verdict))).toBeNull();
    isUsable = true;
    await door.clock.advance(5_000);
    expect(await beep(LISTED)).toMatchObject({ kind: 'duplicate' });
  });

  test('names no ticket where two bear the matched barcode', async () => {
    const evening = snapshotTicket({ barcode: LISTED });
    const { beep, platform } = openNear(
      {},
      {
        snapshot: (code) =>
          code === LISTED
            ? [
                snapshotWith(evening),
                snapshotWith({ ...evening, ticketId: 502, alreadyScanned: true }),
              ]
            : snapshotWith(null, null, { near: [LISTED] }),
      },
    );
    platform.inTheWay = NO_NETWORK;
    expect(await beep(READ)).toMatchObject({ kind: 'undecided', reason: nearMatch(null) });
  });

  test('shows the possible ticket when it is looked up', async () => {
    const { scan } = openNear();
    expect(await scan(READ, DOOR_SCOPE, 'look-up')).toMatchObject({
      kind: 'checked',
      reason: nearMatch('7919'),
    });
  });

  test('is decided by a newer snapshot that lists it when it is let in', async () => {
    let isListed = false;
    const door = openDoor({
      snapshot: (code) => {
        if (code === LISTED) return snapshotWith(snapshotTicket({ barcode: LISTED }));
        return isListed
          ? snapshotWith(snapshotTicket({ barcode: READ, ticketId: 777 }))
          : snapshotWith(null, null, { near: [LISTED] });
      },
    });
    door.platform.inTheWay = NO_NETWORK;
    const { beep, overrule } = by(door);
    const verdict = await beep(READ);
    isListed = true;
    valueOf(await overrule(verdict));
    expect(door.entries().at(-1)).toMatchObject({ code: READ, ticketIds: { ticketId: 777 } });
  });
});
