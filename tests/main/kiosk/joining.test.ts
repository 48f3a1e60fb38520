import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { Joining } from '#main/kiosk/joining.ts';
import { offerJoining } from '#main/venue/join-offer.ts';
import type { Membership } from '#main/venue/membership.ts';
import { JOIN_CODE_LASTS } from '#shared/model/join.ts';
import { ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { silentKiosk } from '../venue/silent-kiosk.ts';

const VENUE: Membership = {
  broker: 'mqtt://192.168.7.2:1883',
  ...{
    user: 'doors',
    password: 'a password',
    key: 'the same at all doors',
    salt: 'salt',
    ca: null,
  },
};

/** Joining at a kiosk whose lock the test holds. */
function joiningKiosk({ isMember = false } = {}) {
  const clock = new FakeClock();
  const kept: Membership[] = [];
  const lock = { isUnlocked: true };
  const joining = new Joining({
    clock,
    isUnlocked: () => lock.isUnlocked,
    isMember: () => isMember,
    keep(membership) {
      kept.push(membership);
      return ok(null);
    },
  });
  return { clock, kept, lock, joining };
}

/** A kiosk that offers this venue; anybody can run one. */
async function offered(membership = VENUE): Promise<string> {
  const offer = await offerJoining({
    ...{ address: '127.0.0.1', clock: systemClock, membership, onEnd: () => undefined },
  });
  onTestFinished(() => offer.stop());
  return offer.code;
}

test('joins by the code that its open dialog waits for', async () => {
  const { joining, kept } = joiningKiosk();
  joining.open();
  expect(joining.view).toBe('waiting');
  expect(await joining.read(await offered())).toEqual({ ok: true, value: 'joined' });
  expect(joining.view).toBe('joined');
  expect(kept).toEqual([VENUE]);
});

test('takes no code after a cancel while a code was asked', async () => {
  const { joining, kept } = joiningKiosk();
  const { code, asked } = await silentKiosk();
  joining.open();
  const answer = joining.read(code);
  await asked;
  joining.close();
  expect(await answer).toEqual({ ok: false, error: { type: 'not-waiting' } });
  expect(joining.view).toBeNull();
  const forged = await offered();
  expect(joining.hear(forged)).toBe(false);
  expect(await joining.read(forged)).toEqual({ ok: false, error: { type: 'not-waiting' } });
  expect(kept).toEqual([]);
});

test.each<[string, (kiosk: ReturnType<typeof joiningKiosk>) => unknown]>([
  ['its dialog was closed', ({ joining }) => joining.close()],
  ['the kiosk was locked', ({ lock }) => (lock.isUnlocked = false)],
  [
    'the kiosk was locked and unlocked again',
    ({ joining, lock }) => {
      lock.isUnlocked = false;
      joining.expire();
      lock.isUnlocked = true;
    },
  ],
  [
    'its dialog was closed and opened again',
    ({ joining }) => {
      joining.close();
      joining.open();
    },
  ],
  ['its time was over', ({ clock }) => clock.advance(JOIN_CODE_LASTS)],
])('drops an answer after %s', async (_, happen) => {
  const kiosk = joiningKiosk();
  const { joining, kept } = kiosk;
  const code = await offered();
  joining.open();
  const answer = joining.read(code);
  await happen(kiosk);
  expect(await answer).toEqual({ ok: false, error: { type: 'not-waiting' } });
  expect(kept).toEqual([]);
  expect(joining.view).not.toBe('joined');
});

test('aborts the request when its dialog closes', async () => {
  const { joining } = joiningKiosk();
  const { code, asked } = await silentKiosk();
  joining.open();
  const answer = joining.read(code);
  const [request] = (await asked) as [IncomingMessage];
  joining.close();
  await answer;
  await eventually(() => expect(request.socket.destroyed).toBe(true));
});

test('waits again after a code that failed, and takes the next', async () => {
  const { joining, kept } = joiningKiosk();
  joining.open();
  expect(await joining.read('USHERJOIN')).toMatchObject({ error: { type: 'no-join-code' } });
  expect(joining.view).toBe('no-join-code');
  expect(joining.hear(await offered())).toBe(true);
  await eventually(() => expect(kept).toEqual([VENUE]));
});

test('asks one code at a time', async () => {
  const { joining, kept } = joiningKiosk();
  const { code, asked } = await silentKiosk();
  joining.open();
  void joining.read(code);
  await asked;
  const other = await offered();
  expect(joining.hear(other)).toBe(true);
  expect(await joining.read(other)).toEqual({ ok: false, error: { type: 'not-waiting' } });
  expect(kept).toEqual([]);
});

test('takes no code when its dialog was open too long or the kiosk locked', async () => {
  const { clock, joining, lock } = joiningKiosk();
  const code = await offered();
  joining.open();
  await clock.advance(JOIN_CODE_LASTS);
  expect(joining.view).toBe('not-waiting');
  expect(joining.hear(code)).toBe(false);
  joining.open();
  lock.isUnlocked = false;
  expect(joining.hear(code)).toBe(false);
  expect(joining.view).toBe('not-waiting');
});

test('asks before it replaces a membership, and names the new broker', async () => {
  const { joining, kept } = joiningKiosk({ isMember: true });
  joining.open();
  expect(await joining.read(await offered())).toEqual({ ok: true, value: 'confirming' });
  expect(joining.view).toBe('confirming');
  expect(joining.newBroker).toBe(VENUE.broker);
  // Another code does not slip in under the question.
  const other = await offered({ ...VENUE, broker: 'mqtt://10.0.0.66:1883' });
  expect(joining.hear(other)).toBe(true);
  expect(joining.newBroker).toBe(VENUE.broker);
  expect(joining.confirm('mqtt://10.0.0.66:1883')).toMatchObject({ ok: false });
  expect(kept).toEqual([]);
  expect(joining.confirm(VENUE.broker)).toEqual({ ok: true, value: 'joined' });
  expect(kept).toEqual([VENUE]);
  expect(joining.newBroker).toBeNull();
});

test.each<[string, (kiosk: ReturnType<typeof joiningKiosk>) => unknown]>([
  ['its dialog was closed', ({ joining }) => joining.close()],
  ['the kiosk was locked', ({ lock }) => (lock.isUnlocked = false)],
  ['its time was over', ({ clock }) => clock.advance(JOIN_CODE_LASTS)],
])('replaces no membership after %s', async (_, happen) => {
  const kiosk = joiningKiosk({ isMember: true });
  const { joining, kept } = kiosk;
  joining.open();
  await joining.read(await offered());
  await happen(kiosk);
  expect(joining.confirm(VENUE.broker)).toEqual({ ok: false, error: { type: 'not-waiting' } });
  expect(kept).toEqual([]);
});
