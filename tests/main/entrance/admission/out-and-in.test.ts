import { expect, test } from 'vitest';
import type { ReentryRules } from '#main/entrance/admission/reentry.ts';
import type { SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { MINUTE } from '#shared/time.ts';
import type { HeardEvent } from '#main/ledger/standing.ts';
import { EVENING } from '../../ledger/support.ts';
import { admitted, FOYER, heardAt } from '../../ledger/ticket-events.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  published,
  refused,
  snapshotTicket,
  snapshotWith,
} from './support.ts';

const ALWAYS: ReentryRules = { reentry: 'always', reentryWithin: null };
const USED = refused(12);

interface Evening {
  readonly rules?: ReentryRules;
  readonly snapshot?: SnapshotWord;
}

function openHouse({ rules = ALWAYS, snapshot }: Evening = {}) {
  const door = openDoor({ rules, ...(snapshot && { snapshot: () => snapshot }) });
  const later = (): Promise<void> => door.clock.advance(5 * MINUTE);
  return {
    ...door,
    later,
    comeIn: async () => {
      await later();
      return door.scan('A1');
    },
    leave: async () => {
      await later();
      return door.scan('A1', DOOR_SCOPE, 'let-out');
    },
  };
}

test('a guest leaves: it is on record, and the platform is not asked', async () => {
  const { comeIn, leave, platform, entries, told } = openHouse();
  await comeIn();
  expect(await leave()).toMatchObject({
    ...{ kind: 'exit', basis: 'venue', ticket: null, own: null },
    reason: { type: 'went-out', isStray: false },
  });
  expect(platform.asked).toHaveLength(1);
  const [admission, exit] = entries();
  expect(exit).toMatchObject({ kind: 'exit', lineage: { of: admission?.id }, upload: null });
  expect(told.queued).toBe(0);
});

test('of several guests inside, the one who came in here leaves here', async () => {
  const told: HeardEvent[] = [];
  const { scan, clock, entries } = openDoor({ rules: ALWAYS, ports: published(told) });
  await scan();
  told.push(heardAt(admitted('0', [], FOYER), clock.now()));
  await clock.advance(5 * MINUTE);
  expect(await scan('A1', DOOR_SCOPE, 'let-out')).toMatchObject({ kind: 'exit' });
  const [admission, exit] = entries();
  expect(exit?.lineage.of).toBe(admission?.id);
});

test('who left comes in again although the platform calls the ticket used', async () => {
  const { comeIn, leave, platform, entries, clock } = openHouse();
  await comeIn();
  await leave();
  const leftAt = clock.now();
  platform.answerNext(USED);
  expect(await comeIn()).toMatchObject({
    ...{ kind: 'admit', basis: 'venue' },
    reason: { type: 'came-back', leftAt },
  });
  const [, exit, back] = entries();
  expect(back).toMatchObject({ lineage: { knew: [exit?.id] }, upload: null });
  platform.answerNext(USED);
  expect(await comeIn(), 'without an exit between').toMatchObject({ kind: 'duplicate' });
});

test.each([9, 10, 11, 13, 14])(
  'but not with a ticket that is not good any more: %i',
  async (code) => {
    const { comeIn, leave, platform } = openHouse();
    await comeIn();
    await leave();
    platform.answerNext(refused(code));
    expect(await comeIn()).toMatchObject({ kind: 'reject', basis: 'platform' });
  },
);

test('a platform that lets the ticket in again is believed: the guest is welcomed back', async () => {
  const { comeIn, leave, platform, entries } = openHouse();
  await comeIn();
  await leave();
  platform.answerNext(ADMITTED);
  expect(await comeIn()).toMatchObject({ kind: 'admit', basis: 'platform' });
  const [, exit, back] = entries();
  expect(back).toMatchObject({ reason: { type: 'came-back' }, lineage: { knew: [exit?.id] } });
});

test('without the platform the copy decides, and nothing of a return is uploaded', async () => {
  const { comeIn, leave, platform, entries, ledger } = openHouse({
    snapshot: snapshotWith(snapshotTicket({ alreadyScanned: true })),
  });
  await comeIn();
  await leave();
  platform.inTheWay = NO_NETWORK;
  expect(await comeIn()).toMatchObject({ kind: 'admit', basis: 'venue' });
  expect(entries().at(-1)?.upload).toBeNull();
  expect(ledger().uploads.pendingCount()).toBe(0);
  expect(await comeIn()).toMatchObject({ kind: 'duplicate' });
});

test('without platform and copy a returning guest is undecided: neither red nor green is proven', async () => {
  const { comeIn, leave, platform } = openHouse();
  await comeIn();
  await leave();
  platform.inTheWay = NO_NETWORK;
  expect(await comeIn()).toMatchObject({ kind: 'undecided' });
});

test('a voided ticket does not come in again without the platform', async () => {
  const { comeIn, leave, platform } = openHouse({
    snapshot: snapshotWith(snapshotTicket({ refundedOrVoided: true })),
  });
  await comeIn();
  await leave();
  platform.inTheWay = NO_NETWORK;
  expect(await comeIn()).toMatchObject({ kind: 'reject', reason: { code: 13 } });
});

test('only within the minutes that the house gives', async () => {
  const { comeIn, leave, later, platform } = openHouse({
    rules: { reentry: 'always', reentryWithin: 12 },
  });
  await comeIn();
  await leave();
  platform.answerNext(USED);
  await later();
  expect(await comeIn(), 'after ten minutes').toMatchObject({ kind: 'admit' });
  await leave();
  platform.answerNext(USED);
  await later();
  await later();
  expect(await comeIn(), 'after fifteen').toMatchObject({ kind: 'duplicate' });
});

test('an exit without an entry lets the person out, says so, and its ticket is new at the door', async () => {
  const { comeIn, leave, platform, entries, ledger } = openHouse({
    snapshot: snapshotWith(snapshotTicket()),
  });
  expect(await leave()).toMatchObject({ kind: 'exit', reason: { isStray: true } });
  platform.inTheWay = NO_NETWORK;
  // The platform has never heard of it: it is uploaded like any first admission.
  expect(await comeIn()).toMatchObject({ basis: 'cache', reason: { type: 'admitted' } });
  expect(entries().at(-1)?.lineage.knew).toEqual([entries()[0]?.id]);
  expect(ledger().uploads.pendingCount()).toBe(1);
});

test('the platform’s late word that the ticket is used is no news of somebody who came back', async () => {
  const { comeIn, leave, platform, entries, later, ledger } = openHouse({
    snapshot: snapshotWith(snapshotTicket()),
  });
  await comeIn();
  await leave();
  platform.answerNext(USED, 5_000);
  expect(await comeIn()).toMatchObject({ kind: 'admit', basis: 'venue' });
  await later();
  expect(entries().at(-1)).toMatchObject({ word: 'admitted', upload: null });
  expect(ledger().unacknowledgedCount()).toBe(0);
});

test('its late word that the ticket is void is for an operator to see', async () => {
  const { comeIn, leave, platform, later, ledger } = openHouse({
    snapshot: snapshotWith(snapshotTicket()),
  });
  await comeIn();
  await leave();
  platform.answerNext(refused(14), 5_000);
  await comeIn();
  await later();
  expect(ledger().unacknowledgedCount()).toBe(1);
});

test('nobody is held inside', async () => {
  const order = { count: 1, kioskId: 'k', door: 'Foyer', isHeld: true, at: EVENING };
  const { scan, entries } = openDoor({ rules: ALWAYS, ports: { hold: () => order } });
  expect(await scan('A1', DOOR_SCOPE, 'let-out')).toMatchObject({ kind: 'exit' });
  expect(entries()).toHaveLength(1);
});
