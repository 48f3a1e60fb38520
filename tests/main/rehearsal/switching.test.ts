import { ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { askedOf, openDoor, openVenue, type Venue } from './support/venue.ts';

const STAND_IN = fileURLToPath(new URL('./demo/stand-in.ts', import.meta.url));

afterEach(() => vi.unstubAllEnvs());

/** How often the platform was asked to end a token. */
function revocations(venue: Venue): number {
  return askedOf(venue).filter((request) => request === 'DELETE invalidateToken').length;
}

describe('switching', () => {
  test('a box office that does not start leaves the door as it is', async () => {
    vi.stubEnv('STAND_IN', 'broken');
    const venue = await openVenue(STAND_IN);
    const door = await openDoor(venue);
    const states = door.states.length;
    expect(await door.rehearse(true)).toEqual({ ok: false, error: { type: 'rehearsal-failed' } });
    expect(door.states.slice(states).some(({ session: { leaving } }) => leaving !== null)).toBe(
      false,
    );
    expect(door.state()).toMatchObject({
      machine: { rehearsal: false },
      door: { selection: door.selection },
    });
    const [code = ''] = venue.platform.barcodes('valid', 1);
    expect(await door.scan(code)).toMatchObject({ kind: 'admit', basis: 'platform' });
  });

  test('asked for again and again, each comes in its turn, with one box office at a time', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const { rehearse } = door.handlers();
    const switched = [true, true, false, true, false, false].map(async (on) => rehearse({ on }));
    await eventually(() => {
      expect(venue.embedded.filter(({ hasEnded }) => !hasEnded).length).toBeLessThanOrEqual(1);
      expect(venue.embedded).toHaveLength(2);
    });
    expect(await Promise.all(switched)).toEqual(switched.map(() => ok(null)));
    expect(venue.embedded.map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
    expect(door.state()).toMatchObject({
      machine: { rehearsal: false },
      door: { selection: door.selection },
    });
    expect(revocations(venue)).toBe(0);
  });

  test('takes no calls meanwhile, and says that it is switching', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [code = ''] = venue.platform.barcodes('valid', 1);
    const switched = door.rehearse(true);
    await eventually(() => expect(door.kiosk.handlers).toBeNull(), { interval: 1 });
    await switched;
    expect(door.states.some(({ session: { leaving } }) => leaving === 'switching')).toBe(true);
    expect(door.kiosk.handlers).not.toBeNull();
    await door.rehearse(false);
    expect(await door.scan(code)).toMatchObject({ kind: 'admit' });
  });

  test('who has scanned before gets a verdict first', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [first = '', second = ''] = venue.platform.barcodes('valid', 2);
    const switched = door.rehearse(true);
    await eventually(() => expect(venue.embedded).toHaveLength(1));
    let answer = () => {};
    const until = new Promise<void>((resolve) => (answer = resolve));
    venue.network.fault = ({ path }) =>
      path.endsWith('validateTicket') ? { type: 'hold', until } : null;
    for (const code of [first, second]) void door.handlers().scan({ code, source: 'wedge' });
    await eventually(() => expect(venue.network.withheld).toHaveLength(1));
    answer();
    await switched;
    expect(door.verdicts[0]).toMatchObject({ kind: 'admit', codeTail: first.slice(-4) });
    await door.rehearse(false);
    await door.close();
    expect(keptLedger(venue.dataDirectory).records).toMatchObject([
      { code: first, kind: 'admit' },
      { code: second, kind: 'admit' },
    ]);
  });

  test('a sign-in that is under way comes to its end first, and its session is there afterwards', async () => {
    const venue = await openVenue();
    const door = await venue.start();
    let answer = () => {};
    const until = new Promise<void>((resolve) => (answer = resolve));
    venue.network.fault = ({ path }) =>
      path.endsWith('authenticate') ? { type: 'hold', until } : null;
    const signedIn = door.signIn();
    await eventually(() => expect(venue.network.withheld).toHaveLength(1));
    const switched = door.rehearse(true);
    await eventually(() => expect(door.kiosk.handlers).toBeNull(), { interval: 1 });
    answer();
    expect(await signedIn).toEqual(ok(null));
    expect(await switched).toEqual(ok(null));
    expect(door.state()).toMatchObject({ machine: { rehearsal: true } });
    await door.rehearse(false);
    expect(door.state().session.current).toMatchObject({ status: 'signed-in' });
    expect(revocations(venue)).toBe(0);
  });

  test('the end comes in a rehearsal: the real session is ended all the same', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    const [code = ''] = venue.platform.barcodes('valid', 1);
    await door.scan(code);
    await door.rehearse(true);
    await door.scan(door.ticket('valid'));
    expect(revocations(venue)).toBe(0);
    await door.close();
    expect(revocations(venue)).toBe(1);
    expect(venue.embedded[0]?.hasEnded).toBe(true);
    expect(existsSync(join(venue.dataDirectory, 'session.sealed'))).toBe(false);
    expect(keptLedger(venue.dataDirectory).records.map((record) => record.code)).toEqual([code]);

    const next = await venue.start();
    expect(next.state()).toMatchObject({
      machine: { rehearsal: false },
      session: { current: { status: 'signed-out' } },
    });
  });

  test('the end comes in a rehearsal while the platform is gone: it is not waited for', async () => {
    const venue = await openVenue();
    const door = await openDoor(venue);
    await door.rehearse(true);
    venue.network.fault = () => ({ type: 'hang' });
    let isClosed = false;
    void door.close().then(() => (isClosed = true));
    // How long it may take at most, the session's own tests say.
    await eventually(() => expect(isClosed).toBe(true));
  });

  test.each([
    'box office starts',
    'real door comes to rest',
    'rehearsal begins',
    'real door opens',
  ])(
    'the end comes while the %s: the real session is ended, and no box office is left',
    async (moment) => {
      const venue = await openVenue();
      const door = await openDoor(venue);
      if (moment === 'real door opens') await door.rehearse(true);
      const switched = door.rehearse(moment !== 'real door opens');
      await eventually(
        () => {
          if (moment === 'box office starts') expect(venue.embedded).toHaveLength(1);
          else if (moment === 'real door comes to rest') {
            expect(door.state().session.leaving).toBe('switching');
          } else if (moment === 'rehearsal begins') {
            expect(existsSync(join(venue.dataDirectory, 'rehearsal', 'ledger.db'))).toBe(true);
          } else expect(door.state().machine.rehearsal).toBe(false);
        },
        { interval: 1 },
      );
      await door.close();
      expect(await switched).toMatchObject({});
      expect(revocations(venue)).toBe(1);
      await eventually(() => {
        expect(venue.embedded.every(({ hasEnded }) => hasEnded)).toBe(true);
      });
      expect(keptLedger(venue.dataDirectory).quickCheck).toBe('ok');
      expect(await door.kiosk.handlers?.rehearse({ on: true })).toEqual({
        ok: false,
        error: { type: 'closing' },
      });
    },
  );
});
