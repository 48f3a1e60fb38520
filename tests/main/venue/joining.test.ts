import { request } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/system-clock.ts';
import { joinHouse as joinUntil } from '#main/venue/join-house.ts';
import { readJoinCode, writeJoinCode } from '#main/venue/join-code.ts';
import { offerJoining } from '#main/venue/join-offer.ts';
import type { Membership } from '#main/venue/membership.ts';
import { isJoinCode, joinCodeInGroups, JOIN_CODE_LASTS } from '#shared/model/join.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { silentKiosk } from './silent-kiosk.ts';

const HOUSE: Membership = {
  broker: 'mqtt://192.168.7.2:1883',
  ...{
    user: 'doors',
    password: 'a password',
    key: 'the same at all doors',
    salt: 'salt',
    ca: null,
  },
};

/** Joins, and is never cancelled. */
const joinHouse = (code: string) => joinUntil(code, new AbortController().signal);

async function offered({ clock = systemClock }: { clock?: FakeClock | typeof systemClock } = {}) {
  const ends: string[] = [];
  const offer = await offerJoining({
    ...{ address: '127.0.0.1', membership: HOUSE, clock },
    onEnd: (how) => ends.push(how),
  });
  onTestFinished(() => offer.stop());
  return { ...offer, ends };
}

test('a kiosk that reads the code is a door of the same house', async () => {
  const { code, ends } = await offered();
  expect(await joinHouse(code)).toEqual({ ok: true, value: HOUSE });
  expect(ends).toEqual(['taken']);
});

test('a cancelled request ends without waiting for the other kiosk', async () => {
  const { code, asked } = await silentKiosk();
  const cancelled = new AbortController();
  const answer = joinUntil(code, cancelled.signal);
  await asked;
  cancelled.abort();
  expect(await answer).toEqual({ ok: false, error: { type: 'not-reached' } });
});

test('a code counts once', async () => {
  const { code, ends } = await offered();
  await joinHouse(code);
  const again = await joinHouse(code);
  expect(again).toMatchObject({ ok: false, error: { type: 'not-reached' } });
  expect(ends).toEqual(['taken']);
});

test('after five minutes a code counts no more', async () => {
  const clock = new FakeClock();
  const { code, ends } = await offered({ clock });
  await clock.advance(JOIN_CODE_LASTS);
  expect(ends).toEqual(['over']);
  expect(await joinHouse(code)).toMatchObject({ ok: false });
});

test('it can be typed: in small letters, in groups, with O for 0 and I for 1', async () => {
  const { code } = await offered();
  expect(code).toMatch(/^USHERJOIN[0-9A-Z]{32}$/);
  const [prefix, ...groups] = joinCodeInGroups(code).toLowerCase().split('-');
  const typed = [prefix, ...groups.map((group) => group.replaceAll('0', 'o').replaceAll('1', 'l'))];
  expect(await joinHouse(` ${typed.join(' ')} `)).toMatchObject({ ok: true });
});

test('a mistake in it is found before anybody is asked', () => {
  const code = writeJoinCode({ address: '10.1.2.3', port: 40_123, secret: Buffer.alloc(13, 5) });
  expect(readJoinCode(code)).toEqual({
    address: '10.1.2.3',
    port: 40_123,
    secret: Buffer.alloc(13, 5),
  });
  let found = 0;
  for (let at = 'USHERJOIN'.length; at < code.length; at += 1) {
    const other = code[at] === '7' ? '8' : '7';
    if (readJoinCode(code.slice(0, at) + other + code.slice(at + 1)) === null) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(31);
  for (const wrong of [
    code.slice(0, -1),
    `${code}7`,
    'USHERJOIN',
    'USHERJOIN!!',
    '4006381333931',
  ]) {
    expect(readJoinCode(wrong), wrong).toBeNull();
  }
});

test('whoever knocks without the code learns nothing, and does not use it up', async () => {
  const { code, ends } = await offered();
  const { port } = readJoinCode(code) ?? { port: 0 };
  const [nothing, much] = [Buffer.alloc(0), Buffer.alloc(3_000_000, 1)];
  for (const body of [nothing, Buffer.from('let me in'), much]) {
    expect(await knock(port, body)).not.toBe(200);
  }
  const forged = writeJoinCode({ address: '127.0.0.1', port, secret: Buffer.alloc(13) });
  expect(await joinHouse(forged)).toEqual({ ok: false, error: { type: 'code-over' } });
  expect(ends).toEqual([]);
  expect(await joinHouse(code)).toMatchObject({ ok: true });
});

test('those who only hold the line keep nobody from joining, and go with the code', async () => {
  const offer = await offered();
  const { code } = offer;
  const { port } = readJoinCode(code) ?? { port: 0 };
  const silent: Socket[] = [];
  for (let line = 0; line < 8; line += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\n');
    silent.push(socket);
  }
  expect(await joinHouse(code)).toEqual({ ok: true, value: HOUSE });
  offer.stop();
  const isGone = (socket: Socket) => expect(socket.destroyed).toBe(true);
  silent.forEach((socket) => socket.resume());
  await eventually(() => silent.forEach(isGone));
});

test('a code of any kiosk is known at every kiosk, however it is typed', () => {
  const code = writeJoinCode({ address: '10.1.2.3', port: 1, secret: Buffer.alloc(13) });
  expect([code, code.toLowerCase(), ` ${joinCodeInGroups(code)} `].map(isJoinCode)).toEqual([
    true,
    true,
    true,
  ]);
  expect(isJoinCode('USHER-00001')).toBe(false);
});

async function knock(port: number, body: Buffer): Promise<number> {
  return await new Promise((resolve) => {
    const asking = request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.on('error', () => resolve(0));
    asking.end(body);
  });
}

test('connections from another machine cut off nobody who is asking', async () => {
  const { code } = await offered();
  const { port } = readJoinCode(code) ?? { port: 0 };
  const from = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    await once(socket.on('error', () => undefined).resume(), 'connect');
    return socket;
  };
  const asking = await from('127.0.0.1');
  const flood: Socket[] = [];
  for (let line = 0; line < 12; line += 1) flood.push(await from('127.0.0.2'));
  await eventually(() => expect(flood[0]?.destroyed).toBe(true));
  expect(asking.destroyed).toBe(false);
});
