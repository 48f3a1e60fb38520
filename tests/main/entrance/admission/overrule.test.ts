import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import { MOST_SHOWN, OVERRULED_WITHIN, type OverruleOrder } from '#shared/model/overrule.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { EVENING, MINUTE, valueOf } from '../../ledger/support.ts';
import { admitted, checkedOut, FOYER, refused as refusedBy } from '../../ledger/ticket-events.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
  type DoorOptions,
} from './support.ts';

const WHY = { cause: 'box-office', words: 'Mrs Leontes has shown her order', shown: [] } as const;

/** A door at which somebody may overrule what it has said. */
function openOverruled(options: DoorOptions = {}) {
  const door = openDoor(options);
  const overrule = async (verdict: Verdict | undefined, order: Partial<OverruleOrder> = {}) => {
    const id = verdict?.entryId ?? randomUUID();
    const done = await door.admission.overrule({ id, ...WHY, ...order }, DOOR_SCOPE);
    return done.ok ? null : done.error;
  };
  const uploads = () => door.ledger().uploads.pendingCount();
  return { ...door, overrule, uploads };
}

const HELD = { isHeld: true, count: 1, kioskId: 'k', door: 'Foyer', at: EVENING };
const stands = (because: string) => ({ type: 'not-overruled', because });
const GOOD = () => snapshotWith(snapshotTicket());
const refusedAt = (id: string, code: number) => refusedBy(id, code, [], FOYER);
const atFoyer = (id = 'f', knew: readonly string[] = []) =>
  admitted(id, knew, { ...FOYER, by: 'platform' });

test('a duty manager lets in whom the platform has refused: an entry of its own that names the other one', async () => {
  const { scan, overrule, platform, verdicts, entries, uploads } = openOverruled({
    snapshot: GOOD,
  });
  platform.answerNext(refused(12));
  const verdict = await scan();
  expect(await overrule(verdict)).toBeNull();

  const [first, second] = entries();
  expect(first).toMatchObject({ id: verdict?.entryId, kind: 'duplicate', words: null });
  expect(second).toMatchObject({
    ...{ kind: 'admit', basis: 'staff', code: 'A1', words: WHY.words, upload: null, word: null },
    reason: { type: 'overruled', of: first?.id, kind: 'duplicate', code: 12, cause: 'box-office' },
    ticketIds: { ticketId: 501, performanceId: 31 },
  });
  expect(verdicts.at(-1)).toMatchObject({ kind: 'admit', basis: 'staff', entryId: second?.id });
  expect(JSON.stringify(verdicts), 'nothing of the words is on a screen').not.toContain('Leontes');
  expect(platform.asked, 'it is not asked again').toHaveLength(1);
  expect(uploads()).toBe(0);
});

describe('the platform is told only where its list calls the ticket good', () => {
  const undecided = async (options: DoorOptions) => {
    const door = openOverruled(options);
    door.platform.answerNext(refused(3));
    expect(await door.overrule(await door.scan())).toBeNull();
    return door;
  };

  test('valid, for this door, not used: told as any other', async () => {
    const { uploads, told, entries } = await undecided({ snapshot: GOOD });
    expect(uploads()).toBe(1);
    expect(told.queued).toBe(1);
    expect(entries().at(-1)).toMatchObject({
      reason: { isListed: true },
      upload: { state: 'pending' },
    });
  });

  test('valid, for another time', async () => {
    const snapshot = () => snapshotWith(snapshotTicket(), 3, { isOn: false });
    expect((await undecided({ snapshot })).uploads()).toBe(1);
  });

  test.each<[string, DoorOptions['snapshot']]>([
    ['without a list', () => ({ type: 'none' })],
    ['a ticket that is not in it', () => snapshotWith(null, null)],
    ['a voided one', () => snapshotWith(snapshotTicket({ refundedOrVoided: true }))],
    ['a used one', () => snapshotWith(snapshotTicket({ alreadyScanned: true }))],
  ])('%s: never', async (_, snapshot) => {
    expect((await undecided(snapshot ? { snapshot } : {})).uploads()).toBe(0);
  });

  test.each([8, 10, 11, 13, 14])(
    'nor after its own no to the ticket (%i), which is newer',
    async (code) => {
      const { scan, overrule, platform, uploads } = openOverruled({ snapshot: GOOD });
      platform.answerNext(refused(code));
      expect(await overrule(await scan())).toBeNull();
      expect(uploads()).toBe(0);
    },
  );
});

test('the ticket is used after that: a second guest with it is asked about nowhere, and not let in', async () => {
  const { scan, overrule, platform, clock } = openOverruled();
  platform.inTheWay = NO_NETWORK;
  expect(await overrule(await scan())).toBeNull();
  platform.inTheWay = null;
  await clock.advance(MINUTE);
  expect(await scan()).toMatchObject({ kind: 'duplicate', reason: { type: 'copy', code: 12 } });
  expect(platform.asked, 'it has never heard of the ticket, and would let it in').toEqual([]);
});

test('a guest who has to wait because the doors are held is let in, and the ticket goes up', async () => {
  const ports = { hold: () => HELD };
  const { scan, overrule, uploads } = openOverruled({ snapshot: GOOD, ports });
  expect(await overrule(await scan())).toBeNull();
  expect(uploads()).toBe(1);
});

test('who comes in again, and would have to wait, is no news for the platform', async () => {
  let isHeld = false;
  const { scan, overrule, uploads, clock } = openOverruled({
    snapshot: GOOD,
    rules: { reentry: 'always', reentryWithin: null },
    ports: { hold: () => (isHeld ? HELD : null) },
  });
  await scan();
  await clock.advance(MINUTE);
  await scan('A1', DOOR_SCOPE, 'let-out');
  await clock.advance(MINUTE);
  isHeld = true;
  expect(await overrule(await scan())).toBeNull();
  expect(uploads()).toBe(0);
});

describe('a refusal stands', () => {
  test.each([
    ['that was none', (door: ReturnType<typeof openOverruled>) => door.scan()],
    [
      'of a ticket that was only looked up',
      (door: ReturnType<typeof openOverruled>) => door.scan('A1', DOOR_SCOPE, 'look-up'),
    ],
    [
      'of somebody who left',
      (door: ReturnType<typeof openOverruled>) => door.scan('A1', DOOR_SCOPE, 'let-out'),
    ],
    ['that is another kiosk’s', () => Promise.resolve(undefined)],
  ])('%s', async (_, scan) => {
    const door = openOverruled({ snapshot: GOOD });
    expect(await door.overrule(await scan(door))).toEqual(stands('no-refusal'));
  });

  test('that is longer ago than its guest has waited', async () => {
    const { scan, overrule, platform, clock } = openOverruled();
    platform.answerNext(refused(11));
    const verdict = await scan();
    await clock.advance(OVERRULED_WITHIN + 1);
    expect(await overrule(verdict)).toEqual(stands('long-ago'));
  });

  test('of another client’s door', async () => {
    const { scan, admission, platform } = openOverruled();
    platform.answerNext(refused(11));
    const id = (await scan())?.entryId ?? '';
    const scope = { ...DOOR_SCOPE, filter: { clientId: 99 } };
    expect(await admission.overrule({ id, ...WHY }, scope)).toMatchObject({
      error: stands('not-open'),
    });
  });

  test('after which somebody has come in with the ticket: also by the same order, given twice', async () => {
    const { scan, overrule, platform, entries } = openOverruled();
    platform.answerNext(refused(11));
    const verdict = await scan();
    expect(await overrule(verdict)).toBeNull();
    expect(await overrule(verdict)).toEqual(stands('not-shown'));
    expect(entries()).toHaveLength(2);
  });
});

describe('what is known of the ticket is shown before somebody is let in', () => {
  /** A door that knows these events, and refuses the ticket by the platform's word. */
  async function refusedAfter(...events: TicketEvent[]) {
    const door = openOverruled({ ports: published(events) });
    door.platform.answerNext(refused(12));
    return { ...door, events, verdict: await door.scan() };
  }
  const evidence = (door: ReturnType<typeof openOverruled>, verdict: Verdict | undefined) =>
    valueOf(door.admission.overruleEvidence(verdict?.entryId ?? '', DOOR_SCOPE));

  test.each<[string, TicketEvent[]]>([
    ['in', [atFoyer('in')]],
    [
      'in, out, and in again',
      [atFoyer('in'), checkedOut('out', 'in', ['in'], FOYER), atFoyer('again', ['out'])],
    ],
  ])('what the refusal knew of was on its screen: %s', async (_, events) => {
    const { overrule, verdict } = await refusedAfter(...events);
    expect(await overrule(verdict)).toBeNull();
  });

  test('of more than a screen shows only that much is needed', async () => {
    const events = [
      ...Array.from({ length: MOST_SHOWN }, (_, at) => atFoyer(`in ${at}`)),
      refusedAt('void', 13),
    ];
    const door = openOverruled({ ports: { ...published(events), hold: () => HELD } });
    const verdict = await door.scan();
    const { ids } = evidence(door, verdict);
    expect(ids).toHaveLength(MOST_SHOWN);
    expect(await door.overrule(verdict, { shown: ids })).toBeNull();
  });

  test.each<[string, NonNullable<DoorOptions['ports']>]>([
    ['the doors were held', { hold: () => HELD }],
    ['the house was full', { fullAt: () => 900 }],
  ])('to a guest who had to wait because %s nothing was shown', async (_, waits) => {
    const door = openOverruled({ ports: { ...published([atFoyer('in')]), ...waits } });
    const verdict = await door.scan();
    expect(verdict).toMatchObject({ kind: 'held', ticket: null, own: null });
    expect(door.entries()).toMatchObject([{ kind: 'held', lineage: { knew: ['in'] } }]);
    expect(await door.overrule(verdict)).toEqual(stands('not-shown'));
    const known = evidence(door, verdict);
    expect(known).toEqual({
      inside: [{ door: 'Foyer', isHere: false, at: EVENING }],
      isUsedElsewhere: false,
      isVoid: false,
      isUnheard: false,
      ids: ['in'],
    });
    expect(await door.overrule(verdict, { shown: known.ids })).toBeNull();
    expect(door.entries().at(-1)).toMatchObject({ lineage: { knew: ['in'], shown: ['in'] } });
  });

  test('who came in by the ticket’s other barcode since, though the first had to wait', async () => {
    let order: typeof HELD | null = HELD;
    const { scan, overrule, clock, platform } = openOverruled({
      snapshot: GOOD,
      ports: { hold: () => order },
    });
    const waiting = await scan('A1');
    expect(waiting).toMatchObject({ kind: 'held' });
    order = null;
    await clock.advance(MINUTE);
    platform.answerNext(ADMITTED);
    expect(await scan('A2')).toMatchObject({ kind: 'admit' });
    expect(await overrule(waiting)).toEqual(stands('not-shown'));
  });

  test('a ticket that the platform has called void at another door', async () => {
    const door = openOverruled({ ports: { hold: () => HELD, ...published([refusedAt('r', 13)]) } });
    const verdict = await door.scan();
    expect(evidence(door, verdict)).toEqual({
      inside: [],
      isUsedElsewhere: false,
      isVoid: true,
      isUnheard: false,
      ids: ['r'],
    });
    expect(await door.overrule(verdict)).toEqual(stands('not-shown'));
    expect(await door.overrule(verdict, { shown: ['r'] })).toBeNull();
  });
});

test('the guest scans again while the reason is typed, and is let in: the order waits for that, and lets in nobody else', async () => {
  const { scan, read, overrule, platform, clock, entries } = openOverruled();
  platform.answerNext(refused(16));
  const verdict = await scan();
  await clock.advance(MINUTE);
  platform.answerNext(ADMITTED, 300);
  read('A1');
  const order = overrule(verdict);
  await clock.advance(300);
  expect(await order).toEqual(stands('not-shown'));
  expect(entries().filter(({ kind }) => kind === 'admit')).toMatchObject([{ basis: 'platform' }]);
});

describe('the platform’s word comes after the duty manager’s', () => {
  /** Nobody could decide in time; the answer comes three seconds later, after the guest was let in. */
  async function overruledInDoubt(
    answer: Parameters<ReturnType<typeof openDoor>['platform']['answerNext']>[0],
    options: DoorOptions = {},
  ) {
    const door = openOverruled(options);
    door.platform.answerNext(answer, 3_000);
    const verdict = await door.scan();
    expect(verdict).toMatchObject({ kind: 'undecided' });
    expect(await door.overrule(verdict)).toBeNull();
    const before = door.entries().at(-1);
    await door.clock.advance(3_000);
    return { ...door, before, after: door.entries().at(-1) };
  }
  const NOT_ON = () => snapshotWith(snapshotTicket(), 3, { isOn: false });

  test('it had admitted the ticket: settled, and nothing is uploaded', async () => {
    const { before, after, uploads, ledger } = await overruledInDoubt(ADMITTED, {
      snapshot: NOT_ON,
    });
    expect(before).toMatchObject({ word: 'awaited', upload: { state: 'pending' } });
    expect(
      valueOf(
        ledger().uploads.nextBatch(
          {
            baseUrl: DOOR_SCOPE.baseUrl,
            limit: 9,
          },
          EVENING,
        ),
      ),
    ).toBeNull();
    expect(after).toMatchObject({ word: 'admitted', upload: { state: 'none' } });
    expect(uploads()).toBe(0);
  });

  test('then nobody else has a right to be let in for it', async () => {
    const { scan, platform, clock } = await overruledInDoubt(ADMITTED);
    await clock.advance(MINUTE);
    platform.answerNext(refused(12));
    expect(await scan()).toMatchObject({ kind: 'duplicate' });
  });

  test('it had refused a ticket that the list calls good: somebody has to see it, and it is not uploaded', async () => {
    const { after, uploads, ledger } = await overruledInDoubt(refused(12), { snapshot: NOT_ON });
    expect(after).toMatchObject({ word: 'refused', upload: { state: 'conflict' } });
    expect(ledger().unacknowledgedCount()).toBe(1);
    expect(uploads()).toBe(0);
  });

  test('it had refused one that was not to be uploaded: that is no news', async () => {
    const { after, ledger } = await overruledInDoubt(refused(12));
    expect(after).toMatchObject({ word: 'refused', upload: null });
    expect(ledger().unacknowledgedCount()).toBe(0);
  });

  test('it never comes: what the list calls good goes up', async () => {
    const gone = { type: 'unreachable', reason: 'reset' } as const;
    const { after, ledger } = await overruledInDoubt(gone, { snapshot: NOT_ON });
    expect(after).toMatchObject({ word: 'missing', upload: { state: 'pending' } });
    const clientRef = { baseUrl: DOOR_SCOPE.baseUrl, clientId: DOOR_SCOPE.filter.clientId };
    const batch = valueOf(
      ledger().uploads.nextBatch({ baseUrl: clientRef.baseUrl, limit: 9 }, EVENING),
    );
    expect(batch?.uploads).toMatchObject([{ id: after?.id }]);
  });
});

test('a disk that does not take it lets nobody in, and the refusal keeps its doubt', async () => {
  const { scan, overrule, platform, clock, keeper, verdicts, entries } = openOverruled();
  platform.answerNext(ADMITTED, 3_000);
  const verdict = await scan();
  const { ledger } = keeper;
  if (ledger === null) throw new Error('the ledger is closed');
  const record = ledger.record.bind(ledger);
  ledger.record = () => ({ ok: false, error: { code: 'disk-full', detail: 'full' } });
  expect(await overrule(verdict)).toMatchObject({ type: 'ledger', code: 'disk-full' });
  ledger.record = record;
  expect(verdicts).toHaveLength(1);
  await clock.advance(10_000);
  expect(keeper.fault).toBeNull();
  expect(entries(), 'the refusal alone').toMatchObject([{ kind: 'undecided', word: 'admitted' }]);
  expect(await scan(), 'who was turned away by mistake comes in').toMatchObject({ basis: 'late' });
});

test('who was let in anyway with a ticket for something else has used it at every door, also where no copy knows it', async () => {
  // Another door was open for this performance; its copy had the ticket for another one.
  const letIn = admitted('f', [], { ...FOYER, by: 'staff', ticketId: 77, performanceId: 30 });
  const { scan, platform } = openDoor({ ports: published([letIn]) });
  const scope = { ...DOOR_SCOPE, filter: { ...DOOR_SCOPE.filter, performanceId: 31 } };
  expect(await scan('A1', scope)).toMatchObject({ kind: 'duplicate', basis: 'venue' });
  expect(platform.askedCodes).toEqual([]);
});

test('a code that is no ticket is not valid for the next guest either, although somebody was let in with it', async () => {
  const { scan, overrule, platform, clock } = openOverruled({ snapshot: () => snapshotWith(null) });
  platform.inTheWay = NO_NETWORK;
  const verdict = await scan();
  expect(verdict).toMatchObject({ kind: 'reject', reason: { code: 11 } });
  expect(await overrule(verdict)).toBeNull();
  await clock.advance(MINUTE);
  expect(await scan()).toMatchObject({ kind: 'reject', reason: { code: 11 } });
});
