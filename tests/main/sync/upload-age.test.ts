import { expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { HOUR, MINUTE, openDoor } from './support/door.ts';

test('the longer the oldest scan waits, the louder the warning: after 24, 36 and 44 hours', async () => {
  const { letIn, uploader, clock, states } = await openDoor();
  letIn(1);
  const start = clock.now() - 1_000;
  uploader.start();
  await clock.advance(47 * HOUR);
  const raised = states.filter(({ warning }, at) => warning !== (states[at - 1]?.warning ?? null));
  expect(raised.map(({ warning }) => warning)).toEqual([24, 36, 44]);
  expect(uploader.state).toMatchObject({ pending: 1, oldest: start, warning: 44 });
});

test('after 48 hours without a network a scan expires and is kept; younger ones are not touched', async () => {
  const { letIn, ledger, admit, online, door, uploader, clock, uploadsOf, boxOffice } =
    await openDoor();
  const [old = ''] = letIn(1);
  await online();
  door.session = null;
  uploader.start();
  await clock.advance(HOUR);
  const { clientId } = boxOffice.ids;
  const young = { code: 'Y', filter: { clientId }, platformTime: clock.now() };
  admit(young);
  await clock.advance(47 * HOUR - MINUTE);
  expect(uploadsOf(old, 'Y')).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  await clock.advance(2 * MINUTE);
  expect(uploadsOf(old, 'Y')).toMatchObject([{ state: 'expired' }, { state: 'pending' }]);
  expect(ledger.unacknowledgedCount()).toBe(1);
  expect(uploader.state.pending).toBe(1);
});

test('a kiosk whose clock nobody has confirmed gives up nothing', async () => {
  const { letIn, uploader, clock, platformClock, uploadsOf } = await openDoor();
  const [code = ''] = letIn(1);
  expect(platformClock.isKnown()).toBe(false);
  uploader.start();
  await clock.advance(50 * HOUR);
  expect(uploadsOf(code)).toMatchObject([{ state: 'pending' }]);
});

test('one answer of a platform with a wrong clock gives up nothing', async () => {
  const { letIn, online, door, uploader, clock, platformClock, uploadsOf } = await openDoor();
  const [code = ''] = letIn(1);
  await online();
  door.session = null;
  uploader.start();
  const serverDate = clock.now() + 72 * HOUR;
  platformClock.note({ serverDate, roundTrip: 20, receivedAt: clock.steady() });
  await clock.advance(10 * MINUTE);
  expect(uploadsOf(code)).toMatchObject([{ state: 'pending' }]);
});

test('the first answer after a start is of a server with a wrong clock: nothing is given up', async () => {
  const { letIn, uploader, clock, platformClock, uploadsOf } = await openDoor();
  const [code = ''] = letIn(1);
  const serverDate = clock.now() + 72 * HOUR;
  platformClock.note({ serverDate, roundTrip: 20, receivedAt: clock.steady() });
  uploader.start();
  await clock.advance(10 * MINUTE);
  expect(uploadsOf(code)).toMatchObject([{ state: 'pending' }]);
});

test.each([
  ['a week ago: it goes up as of now', 7 * 24 * HOUR, 0],
  ['two hours ago: it goes up as of then', 2 * HOUR, 2 * HOUR],
])('a guest came in at a guessed time, before the power failed: %s', async (_when, ago, sentAs) => {
  const { letIn, online, uploader, clock, boxOffice, whenPending, corrected } = await openDoor();
  const [code = ''] = letIn(1, undefined, ago, { isTimeGuessed: true });
  await online();
  uploader.start();
  await whenPending(0);
  const [scan] = boxOffice.scansOf(code);
  expect(scan?.scanTime).toBeGreaterThan(clock.now() - sentAs - MINUTE);
  expect(scan?.scanTime).toBeLessThanOrEqual(clock.now() - sentAs);
  expect(corrected, 'others are told').toEqual(ago === sentAs ? [] : [1]);
});

test.each([
  ['three days ahead: no scan expires', 72 * HOUR],
  ['three days back: no scan looks younger', -72 * HOUR],
])('somebody sets the clock %s for it', async (_what, by) => {
  const { letIn, online, door, uploader, clock, uploadsOf } = await openDoor();
  const [code = ''] = letIn(1);
  await online();
  door.session = null;
  uploader.start();
  await clock.advance(MINUTE);
  clock.setForward(by);
  await clock.advance(47 * HOUR);
  expect(uploadsOf(code)).toMatchObject([{ state: 'pending' }]);
  expect(uploader.state.warning).toBe(44);
  await clock.advance(HOUR);
  expect(uploadsOf(code)).toMatchObject([{ state: 'expired' }]);
});

test('before signing out, the scans go up', async () => {
  const { letIn, online, uploader } = await openDoor();
  letIn(3);
  await online();
  expect(await uploader.drain(5_000)).toBe(0);
});

test('before signing out without a network: nobody waits, and all stay', async () => {
  const { letIn, online, uploader, proxy } = await openDoor();
  letIn(3);
  await online();
  await proxy.cut();
  expect(await uploader.drain(5_000)).toBe(3);
});

test('before signing out in a network that hangs: bounded, all stay, and go up another time', async () => {
  const { letIn, online, uploader, proxy, clock, boxOffice, uploadsOf, whenPending } =
    await openDoor();
  const codes = letIn(3);
  await online();
  proxy.fault = () => ({ type: 'swallow-answer' });
  const before = proxy.passed.length;
  const drained = uploader.drain(5_000);
  await eventually(() => expect(proxy.passed.length).toBe(before + 1));
  await clock.advance(5_000);
  expect(await drained).toBe(3);
  expect(uploader.state).toMatchObject({ pending: 3, uploading: false });
  expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(3).fill('pending'));

  proxy.fault = () => null;
  uploader.wake();
  await whenPending(0);
  for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
});
