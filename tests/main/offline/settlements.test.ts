import { describe, expect, test } from 'vitest';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { inTurn } from '#tests/support/fault-proxy.ts';
import { MINUTE, openEvening, SECOND, type Evening, type TestKiosk } from './support/evening.ts';
import { openDoor } from './support/open-door.ts';

/** A ticket that was sold after the kiosk made its snapshot. */
const SOLD_SINCE = 'SOLDSINCE01';

/** An answer that waits until it is let go. */
function held() {
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  const fault: Fault = { type: 'hold', until };
  return { fault, letGo: () => letGo() };
}

/** An open door with its snapshot, and the ticket of a guest. */
async function openForGuest() {
  const { evening, kiosk } = await openDoor();
  const [ticket = ''] = evening.tickets('valid', 1);
  return { evening, kiosk, ticket };
}

/** What the platform was sent of this code by way of uploads. */
function uploadsOf({ proxy }: Evening, code: string): number {
  return proxy.passed.filter(({ path, body }) => path.endsWith('/syncScans') && body.includes(code))
    .length;
}

/** The next scan that is one of its own. */
async function nextScan({ pass }: Evening, kiosk: TestKiosk, code: string, after = 3 * SECOND) {
  await pass(after);
  return kiosk.scan(code);
}

/** A guest who comes while the answer of the platform is held up. */
async function meetHeldAnswer(
  code: string,
  { evening, kiosk }: { evening: Evening; kiosk: TestKiosk },
) {
  const answer = held();
  evening.proxy.fault = inTurn('validateTicket', answer.fault);
  const told = await kiosk.scan(code);
  expect(told?.waited, 'nobody waits for longer').toBe(1_000);
  return { told, letGo: answer.letGo };
}

describe('a guest is let in from the snapshot, and then', () => {
  test('the platform’s late word is that it has let them in: it is settled, nothing goes up', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    const { told, letGo } = await meetHeldAnswer(ticket, { evening, kiosk });
    expect(told).toMatchObject({ kind: 'admit', basis: 'cache' });
    expect(kiosk.state().records.uploads.pending).toBe(1);
    letGo();
    await evening.until(() => kiosk.state().records.uploads.pending === 0, SECOND);
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
    expect(await kiosk.discrepancies()).toEqual([]);
    await kiosk.close();
    expect(kiosk.ledger()[0]).toMatchObject({
      kind: 'admit',
      basis: 'cache',
      word: 'admitted',
      upload: { state: 'none' },
    });
    expect(uploadsOf(evening, ticket)).toBe(0);
    expect(evening.boxOffice.scansOf(ticket)).toMatchObject([{ offline: false }]);
  });

  test.each([
    [12, 'they had come in at another door', 'admitElsewhere', 'duplicate', 1],
    [13, 'their ticket had been annulled', 'annul', 'reject', 0],
  ] as const)(
    'the platform’s late word is error %i, because %s: the operator is told, nothing goes up',
    async (code, _why, what, next, scans) => {
      const { evening, kiosk, ticket } = await openForGuest();
      evening.counter[what](ticket, evening.world.now() - MINUTE);
      const { told, letGo } = await meetHeldAnswer(ticket, { evening, kiosk });
      expect(told).toMatchObject({ kind: 'admit', basis: 'cache' });
      expect(kiosk.state().records.discrepancies).toBe(0);
      letGo();
      await evening.until(() => kiosk.state().records.discrepancies === 1, SECOND);
      expect(await kiosk.discrepancies()).toMatchObject([
        { code: ticket, state: 'conflict', reason: { type: 'platform-error', error: { code } } },
      ]);
      expect(kiosk.state().records.uploads.pending).toBe(0);
      expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: next, code });
      await kiosk.close();
      expect(kiosk.ledger()[0]).toMatchObject({ word: 'refused', upload: { state: 'conflict' } });
      expect(uploadsOf(evening, ticket)).toBe(0);
      expect(evening.boxOffice.scansOf(ticket)).toHaveLength(scans);
    },
  );

  test('the connection dies after the platform has heard of them: the scan goes up as well', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan(ticket)).toEqual({
      kind: 'admit',
      basis: 'cache',
      code: null,
      waited: 0,
    });
    const at = evening.world.now();
    await evening.until(() => kiosk.state().records.uploads.pending === 0, 5 * SECOND);
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
    expect(await kiosk.discrepancies(), 'our own question explains it').toEqual([]);
    await kiosk.close();
    expect(kiosk.ledger()[0]).toMatchObject({ word: 'missing', upload: { state: 'recorded' } });
    const scans = evening.boxOffice.scansOf(ticket);
    expect(scans.map(({ offline }) => offline).toSorted()).toEqual([false, true]);
    for (const { scanTime } of scans) expect(Math.abs(scanTime - at)).toBeLessThan(2 * SECOND);
  });

  test('the connection dies before the platform has heard of them: it does by the upload', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    evening.proxy.fault = inTurn('validateTicket', { type: 'reset' });
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'cache' });
    await evening.until(() => kiosk.state().records.uploads.pending === 0, 5 * SECOND);
    expect(evening.boxOffice.scansOf(ticket)).toMatchObject([{ offline: true }]);
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });

  test('no answer ever comes: after half a minute the scan goes up', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    evening.proxy.fault = inTurn('validateTicket', { type: 'swallow-answer' });
    expect(await kiosk.scan(ticket)).toMatchObject({
      kind: 'admit',
      basis: 'cache',
      waited: 1_000,
    });
    await evening.pass(25 * SECOND);
    expect(uploadsOf(evening, ticket), 'its word may still come').toBe(0);
    await evening.until(() => kiosk.state().records.uploads.pending === 0, 10 * SECOND);
    await kiosk.close();
    expect(kiosk.ledger()[0]).toMatchObject({ word: 'missing', upload: { state: 'recorded' } });
    expect(
      evening.boxOffice
        .scansOf(ticket)
        .map(({ offline }) => offline)
        .toSorted(),
    ).toEqual([false, true]);
  });

  test('the kiosk’s power is cut before the platform’s word: after the restart the scan goes up', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    await meetHeldAnswer(ticket, { evening, kiosk });
    const folder = await kiosk.loseItsPower();
    const again = await evening.kiosk({ folder });
    await evening.until(() => again.state().records.uploads.pending === 0, 10 * SECOND);
    expect(evening.boxOffice.scansOf(ticket)).toHaveLength(2);
    expect(await again.scan(ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });
});

describe('a guest is turned away by the snapshot, which does not know the ticket yet, and then', () => {
  async function turnAway() {
    const { evening, kiosk, ticket } = await openForGuest();
    evening.counter.reissue(ticket, SOLD_SINCE);
    return { evening, kiosk };
  }

  /** The platform lets them in after they were turned away, and then the network is gone. */
  async function admitTooLate() {
    const { evening, kiosk } = await turnAway();
    const { letGo } = await meetHeldAnswer(SOLD_SINCE, { evening, kiosk });
    letGo();
    await evening.quiet();
    await evening.proxy.cut();
    return { evening, kiosk };
  }

  test('the platform’s late word is that it has let them in: their next scan does, and nothing goes up', async () => {
    const { evening, kiosk } = await turnAway();
    const { told, letGo } = await meetHeldAnswer(SOLD_SINCE, { evening, kiosk });
    expect(told).toMatchObject({ kind: 'reject', basis: 'cache', code: 11 });
    letGo();
    await evening.quiet();
    // At once: what was said a moment ago no longer stands.
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({
      kind: 'duplicate',
      code: 12,
    });
    expect(await kiosk.discrepancies(), 'the platform has said so').toEqual([]);
    await kiosk.close();
    expect(kiosk.ledger()).toMatchObject([
      { kind: 'reject', word: 'admitted', upload: null },
      { kind: 'admit', basis: 'late', word: null, upload: null },
      { kind: 'duplicate' },
    ]);
    expect(uploadsOf(evening, SOLD_SINCE)).toBe(0);
    expect(evening.boxOffice.scansOf(SOLD_SINCE)).toMatchObject([{ offline: false }]);
  });

  test('the late word lets them in once, hours later and also without the network', async () => {
    const { evening, kiosk } = await admitTooLate();
    expect(await nextScan(evening, kiosk, SOLD_SINCE, 90 * MINUTE)).toMatchObject({
      kind: 'admit',
      basis: 'late',
    });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).not.toMatchObject({ kind: 'admit' });
  });

  test.each([
    [11, 'it is for nothing that is on', 'unknown'],
    [12, 'they had come in at another door', 'scanned'],
  ] as const)(
    'the platform’s late word is error %i, because %s: so it stays',
    async (code, _why, kind) => {
      const { evening, kiosk, ticket } = await openForGuest();
      evening.counter.reissue(ticket, SOLD_SINCE);
      if (kind === 'scanned')
        evening.counter.admitElsewhere(SOLD_SINCE, evening.world.now() - MINUTE);
      const shown = kind === 'scanned' ? SOLD_SINCE : '000000000001';
      const { told, letGo } = await meetHeldAnswer(shown, { evening, kiosk });
      expect(told).toMatchObject({ kind: 'reject', code: 11 });
      letGo();
      await evening.quiet();
      expect(await nextScan(evening, kiosk, shown)).toMatchObject({ basis: 'platform', code });
      expect(await kiosk.discrepancies()).toEqual([]);
      await kiosk.close();
      expect(kiosk.ledger()[0]).toMatchObject({ kind: 'reject', word: 'refused', upload: null });
      expect(uploadsOf(evening, shown)).toBe(0);
    },
  );

  test('the connection dies, the platform has spent the ticket: at their next scan nothing is proven', async () => {
    const { evening, kiosk } = await turnAway();
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', code: 11 });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({ kind: 'undecided' });
    expect(evening.boxOffice.scansOf(SOLD_SINCE)).toMatchObject([{ offline: false }]);
    expect(uploadsOf(evening, SOLD_SINCE)).toBe(0);
  });

  test('the connection dies, the platform has heard of nothing: their next scan is the first', async () => {
    const { evening, kiosk } = await turnAway();
    evening.proxy.fault = inTurn('validateTicket', { type: 'reset' });
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', code: 11 });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({
      kind: 'admit',
      basis: 'platform',
    });
  });

  test('the kiosk’s power is cut before the platform’s word: after the restart the scan goes up', async () => {
    const { evening, kiosk, ticket } = await openForGuest();
    await meetHeldAnswer(ticket, { evening, kiosk });
    const folder = await kiosk.loseItsPower();
    const again = await evening.kiosk({ folder });
    await evening.until(() => again.state().records.uploads.pending === 0, 10 * SECOND);
    expect(evening.boxOffice.scansOf(ticket)).toHaveLength(2);
    expect(await again.scan(ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });
});

describe('a guest is turned away by the snapshot, which does not know the ticket yet, and then', () => {
  async function turnAway() {
    const { evening, kiosk, ticket } = await openForGuest();
    evening.counter.reissue(ticket, SOLD_SINCE);
    return { evening, kiosk };
  }

  /** The platform lets them in after they were turned away, and then the network is gone. */
  async function admitTooLate() {
    const { evening, kiosk } = await turnAway();
    const { letGo } = await meetHeldAnswer(SOLD_SINCE, { evening, kiosk });
    letGo();
    await evening.quiet();
    await evening.proxy.cut();
    return { evening, kiosk };
  }

  test('the platform’s late word is that it has let them in: their next scan does, and nothing goes up', async () => {
    const { evening, kiosk } = await turnAway();
    const { told, letGo } = await meetHeldAnswer(SOLD_SINCE, { evening, kiosk });
    expect(told).toMatchObject({ kind: 'reject', basis: 'cache', code: 11 });
    letGo();
    await evening.quiet();
    // At once: what was said a moment ago no longer stands.
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({
      kind: 'duplicate',
      code: 12,
    });
    expect(await kiosk.discrepancies(), 'the platform has said so').toEqual([]);
    await kiosk.close();
    expect(kiosk.ledger()).toMatchObject([
      { kind: 'reject', word: 'admitted', upload: null },
      { kind: 'admit', basis: 'late', word: null, upload: null },
      { kind: 'duplicate' },
    ]);
    expect(uploadsOf(evening, SOLD_SINCE)).toBe(0);
    expect(evening.boxOffice.scansOf(SOLD_SINCE)).toMatchObject([{ offline: false }]);
  });

  test('the late word lets them in once, hours later and also without the network', async () => {
    const { evening, kiosk } = await admitTooLate();
    expect(await nextScan(evening, kiosk, SOLD_SINCE, 90 * MINUTE)).toMatchObject({
      kind: 'admit',
      basis: 'late',
    });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).not.toMatchObject({ kind: 'admit' });
  });

  test.each([
    [11, 'it is for nothing that is on', 'unknown'],
    [12, 'they had come in at another door', 'scanned'],
  ] as const)(
    'the platform’s late word is error %i, because %s: so it stays',
    async (code, _why, kind) => {
      const { evening, kiosk, ticket } = await openForGuest();
      evening.counter.reissue(ticket, SOLD_SINCE);
      if (kind === 'scanned')
        evening.counter.admitElsewhere(SOLD_SINCE, evening.world.now() - MINUTE);
      const shown = kind === 'scanned' ? SOLD_SINCE : '000000000001';
      const { told, letGo } = await meetHeldAnswer(shown, { evening, kiosk });
      expect(told).toMatchObject({ kind: 'reject', code: 11 });
      letGo();
      await evening.quiet();
      expect(await nextScan(evening, kiosk, shown)).toMatchObject({ basis: 'platform', code });
      expect(await kiosk.discrepancies()).toEqual([]);
      await kiosk.close();
      expect(kiosk.ledger()[0]).toMatchObject({ kind: 'reject', word: 'refused', upload: null });
      expect(uploadsOf(evening, shown)).toBe(0);
    },
  );

  test('the connection dies, the platform has spent the ticket: at their next scan nothing is proven', async () => {
    const { evening, kiosk } = await turnAway();
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', code: 11 });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({ kind: 'undecided' });
    expect(evening.boxOffice.scansOf(SOLD_SINCE)).toMatchObject([{ offline: false }]);
    expect(uploadsOf(evening, SOLD_SINCE)).toBe(0);
  });

  test('the connection dies, the platform has heard of nothing: their next scan is the first', async () => {
    const { evening, kiosk } = await turnAway();
    evening.proxy.fault = inTurn('validateTicket', { type: 'reset' });
    expect(await kiosk.scan(SOLD_SINCE)).toMatchObject({ kind: 'reject', code: 11 });
    expect(await nextScan(evening, kiosk, SOLD_SINCE)).toMatchObject({
      kind: 'admit',
      basis: 'platform',
    });
  });

  test('the kiosk’s power is cut before the platform’s word: at their next scan nothing is proven', async () => {
    const { evening, kiosk } = await turnAway();
    await meetHeldAnswer(SOLD_SINCE, { evening, kiosk });
    const again = await evening.kiosk({ folder: await kiosk.loseItsPower() });
    await evening.until(() => again.state().records.snapshot.refreshing === null, SECOND);
    expect(await again.scan(SOLD_SINCE)).toMatchObject({ kind: 'undecided' });
  });
});

describe('without any snapshot, nobody can say whether a guest may come in, and then', () => {
  async function withoutSnapshot() {
    const evening = await openEvening();
    const kiosk = await evening.kiosk();
    await kiosk.signIn();
    evening.proxy.fault = ({ path }) =>
      path.includes('/validTickets') ? { type: 'answer', status: 500, body: '' } : null;
    await kiosk.choose();
    await evening.quiet();
    const [ticket = ''] = evening.tickets('valid', 1);
    return { evening, kiosk, ticket };
  }

  test('the platform’s late word is that it has let them in: their next scan does', async () => {
    const { evening, kiosk, ticket } = await withoutSnapshot();
    const { told, letGo } = await meetHeldAnswer(ticket, { evening, kiosk });
    expect(told).toMatchObject({ kind: 'undecided', basis: 'cache' });
    letGo();
    await evening.quiet();
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'admit', basis: 'late' });
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
    expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
  });

  test('the connection dies, the platform has spent the ticket: at their next scan nothing is proven', async () => {
    const { evening, kiosk, ticket } = await withoutSnapshot();
    evening.proxy.fault = inTurn('validateTicket', { type: 'drop-answer' });
    expect(await kiosk.scan(ticket)).toMatchObject({ kind: 'undecided' });
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'undecided' });
    expect(evening.boxOffice.scansOf(ticket)).toHaveLength(1);
  });

  test('the platform’s late word is error 12: so it is', async () => {
    const { evening, kiosk, ticket } = await withoutSnapshot();
    evening.counter.admitElsewhere(ticket, evening.world.now() - MINUTE);
    const { letGo } = await meetHeldAnswer(ticket, { evening, kiosk });
    letGo();
    await evening.quiet();
    expect(await nextScan(evening, kiosk, ticket)).toMatchObject({ kind: 'duplicate', code: 12 });
  });
});
