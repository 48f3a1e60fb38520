import { describe, expect, test } from 'vitest';
import { ERROR } from '#shared/api/index.ts';
import { STEADY_STEP } from '#main/base/ports.ts';
import { eventually } from '#tests/support/eventually.ts';
import { inTurn, PORTAL, type Fault } from '#tests/support/fault-proxy.ts';
import { uploads } from '#tests/support/kiosk-state.ts';
import { openDoor, MINUTE } from './support/door.ts';
import { carrying, refusal } from './support/refusals.ts';

const ANY_TEXT: unknown = expect.stringMatching(/./);
const STILL_WAITING: unknown = expect.stringMatching(/pending|sent/);

test('the network is back: all scans go up, each with its original time', async () => {
  const { letIn, online, uploader, clock, boxOffice, whenPending, uploadsOf } = await openDoor();
  const codes = letIn(5);
  const scannedAt = codes.map((_, index) => clock.now() - (5 - index) * 1_000);
  uploader.start();
  await clock.advance(1);
  expect(uploader.state).toMatchObject({ pending: 5, oldest: scannedAt[0], uploading: false });
  await clock.advance(10 * MINUTE);
  await online();
  uploader.wake();
  await whenPending(0);
  expect(codes.map((code) => boxOffice.scansOf(code))).toEqual(
    scannedAt.map((scanTime) => [{ scanTime, offline: true }]),
  );
  expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(5).fill('recorded'));
  expect(uploader.state).toEqual(uploads());
});

test.each([
  ['anything', {}],
  ['a production', { productionId: 5101 }],
  ['a performance, as earlier versions kept it', { productionId: 5101, performanceId: 510101 }],
  ['another performance', { performanceId: 510102 }],
])(
  'carries the performance of its tickets alone where the door was open for %s',
  async (_what, filter) => {
    const { letIn, proxy, boxOffice, goUp } = await openDoor();
    const { clientId, performanceId } = boxOffice.ids;
    const [code = ''] = letIn(1, { clientId, ...filter });
    await goUp();
    expect(JSON.parse(proxy.passed.at(-1)?.body ?? '')).toEqual({
      clientId,
      performanceId,
      tickets: [expect.objectContaining({ barcode: code, barcodeString: code })],
    });
    expect(boxOffice.scansOf(code)).toHaveLength(1);
  },
);

test.each(['barcode', 'barcodeString'] as const)(
  'a platform that reads the %s alone has them all',
  async (syncKey) => {
    const { letIn, online, uploader, boxOffice, whenPending } = await openDoor({ syncKey });
    const [code = ''] = letIn(1);
    await online();
    uploader.wake();
    await whenPending(0);
    expect(boxOffice.scansOf(code)).toHaveLength(1);
  },
);

test('sends the scans of each performance together', async () => {
  const { admit, proxy, boxOffice, clock, goUp } = await openDoor();
  const { clientId } = boxOffice.ids;
  for (const [index, performanceId] of [31, 32, 31].entries()) {
    const platformTime = clock.now() - 100 + index;
    const ticketIds = { ticketId: 900 + index, performanceId };
    admit({ code: `C${index}`, filter: { clientId }, ticketIds, platformTime });
  }
  await goUp();
  const bodies = proxy.passed.slice(-2).map(({ body }) => JSON.parse(body) as object);
  expect(bodies).toMatchObject([
    { clientId, performanceId: 31, tickets: [{ barcode: 'C0' }, { barcode: 'C2' }] },
    { clientId, performanceId: 32, tickets: [{ barcode: 'C1' }] },
  ]);
});

test('a scan that the platform does not take is refused in its words; the others are recorded', async () => {
  const { letIn, admit, online, uploader, uploadsOf, clock, boxOffice, whenPending } =
    await openDoor();
  const codes = letIn(2);
  const voided = boxOffice.barcodes('voided', 1)[0] ?? '';
  const { clientId } = boxOffice.ids;
  const platformTime = clock.now() - 100;
  admit({ code: voided, filter: { clientId }, platformTime });
  await online();
  uploader.wake();
  await whenPending(0);
  expect(uploadsOf(...codes, voided)).toMatchObject([
    { state: 'recorded' },
    { state: 'recorded' },
    { state: 'refused', reason: { type: 'platform-words', text: ANY_TEXT } },
  ]);
});

test('a barcode that was admitted twice goes up in two requests, so that a refusal is about one', async () => {
  const { admit, online, uploader, boxOffice, clock, batches, uploadsOf, whenPending } =
    await openDoor();
  const filter = { clientId: boxOffice.ids.clientId };
  for (const [index, code] of ['A', 'B', 'A'].entries()) {
    const platformTime = clock.now() - 100 + index;
    admit({ code, filter, platformTime });
  }
  await online();
  uploader.wake();
  await whenPending(0);
  expect(batches()).toEqual([2, 1]);
  expect(uploadsOf('A', 'B')).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
});

describe('an answer that is lost on its way', () => {
  test.each<[string, Fault]>([
    ['the connection dies after the platform has recorded them', { type: 'drop-answer' }],
    ['the connection dies before they are through', { type: 'reset' }],
    ['a captive portal answers', PORTAL],
  ])('%s: sent again, and recorded once', async (_what, fault) => {
    const { letIn, online, uploader, proxy, clock, boxOffice, settled, whenPending } =
      await openDoor();
    const codes = letIn(3);
    proxy.fault = inTurn('syncScans', fault);
    await online();
    uploader.wake();
    await eventually(() => expect(uploader.state.lastProblem).toMatchObject({ type: 'offline' }));
    await settled();
    expect(uploader.state.pending).toBe(3);
    await clock.advance(5_000);
    await whenPending(0);
    for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
    expect(uploader.state.lastProblem).toBeNull();
  });

  test.each<Fault['type']>(['swallow-answer', 'trickle'])(
    'a network that brings nothing (%s) ends with the time limit, and they are sent again',
    async (type) => {
      const { letIn, online, uploader, proxy, clock, boxOffice, whenPending } = await openDoor();
      const codes = letIn(3);
      proxy.fault = inTurn('syncScans', { type } as Fault);
      await online();
      const before = proxy.passed.length;
      uploader.wake();
      await eventually(() => expect(proxy.passed.length).toBe(before + 1));
      await eventually(async () => {
        await clock.advance(10_000);
        expect(uploader.state.lastProblem).toEqual({ type: 'offline', reason: 'timeout' });
      });
      await clock.advance(10_000);
      await whenPending(0);
      for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
    },
  );

  test('a scan of this very moment is sent again with the same time', async () => {
    const { letIn, online, uploader, proxy, clock, boxOffice, whenPending } = await openDoor();
    await clock.advance(700);
    await online();
    const scanTime = clock.now();
    const [code = ''] = letIn(1, undefined, 0);
    proxy.fault = inTurn('syncScans', { type: 'drop-answer' });
    uploader.wake();
    await clock.advance(700 + STEADY_STEP + 5);
    await eventually(() => expect(uploader.state.lastProblem).not.toBeNull());
    await clock.advance(5_000);
    await whenPending(0);
    expect(boxOffice.scansOf(code)).toEqual([{ scanTime, offline: true }]);
  });
});

describe('the kiosk’s clock', () => {
  test('a scan whose time the platform has not surely reached waits for it', async () => {
    const { admit, online, uploader, clock, boxOffice, proxy, settled } = await openDoor();
    await clock.advance(300);
    const { clientId } = boxOffice.ids;
    await online();
    const platformTime = clock.now();
    admit({ filter: { clientId }, platformTime });
    const before = proxy.passed.length;
    uploader.wake();
    await clock.advance(299);
    expect(proxy.passed).toHaveLength(before);
    await clock.advance(STEADY_STEP + 5);
    await settled();
    expect(JSON.parse(proxy.passed.at(-1)?.body ?? '')).toMatchObject({
      tickets: [{ scanTime: platformTime }],
    });
  });

  test('a scan from hours ahead is sent with a time that has passed, and again with the same', async () => {
    const door = await openDoor();
    const { admit, online, uploader, clock, platformClock, boxOffice, proxy, whenPending } = door;
    const platformTime = clock.now() + 3 * 60 * MINUTE;
    const { clientId } = boxOffice.ids;
    admit({ filter: { clientId }, platformTime });
    await online();
    const now = platformClock.surely();
    expect(now).toBeGreaterThan(clock.now() - 2 * STEADY_STEP);
    proxy.fault = inTurn('syncScans', { type: 'drop-answer' });
    uploader.wake();
    await eventually(() => expect(uploader.state.lastProblem).not.toBeNull());
    expect(door.ledger.page({ limit: 1 }), 'also after a restart').toMatchObject([
      { platformTime: now },
    ]);
    await clock.advance(5_000);
    await whenPending(0);
    const bodies = proxy.passed.slice(-2).map(({ body }) => JSON.parse(body) as object);
    const tickets = [{ scanTime: now }];
    expect(bodies).toMatchObject([{ tickets }, { tickets }]);
  });
});

describe('a batch that is refused whole', () => {
  test('is halved until the entry at fault stands alone, with its reason', async () => {
    const { letIn, online, uploader, proxy, uploadsOf, batches, whenPending } = await openDoor();
    const codes = letIn(50);
    const guilty = codes[37] ?? '';
    proxy.fault = carrying(guilty, refusal(ERROR.inputMissingRequiredField));
    await online();
    uploader.wake();
    await whenPending(0);
    const states = uploadsOf(...codes).map((upload) => upload?.state);
    expect(states.filter((state) => state === 'recorded')).toHaveLength(49);
    expect(uploadsOf(guilty)).toMatchObject([
      { state: 'refused', reason: { type: 'platform-error', error: { code: 15 } } },
    ]);
    // Seven times halved, and the first and the last one in each of six forms.
    expect(batches().length, String(batches())).toBeLessThanOrEqual(19);
  });

  test.each<[string, Fault]>([
    ['by everything that breaks', { type: 'answer', status: 500, body: 'oops' }],
    ['by an unanticipated error', refusal(ERROR.unanticipatedError)],
    ['by an error that nobody knows', refusal(4711)],
  ])('%s: it waits and the others pass; nothing is refused for it', async (_what, fault) => {
    const { letIn, online, uploader, proxy, uploadsOf, minutesPass, boxOffice } = await openDoor();
    const codes = letIn(20);
    const guilty = codes[3] ?? '';
    proxy.fault = carrying(guilty, fault);
    await online();
    uploader.wake();
    await minutesPass(5);
    expect(uploader.state.pending).toBe(1);
    await minutesPass(5);
    expect(uploadsOf(guilty)).toMatchObject([{ state: STILL_WAITING }]);
    proxy.fault = () => null;
    await minutesPass(2);
    expect(uploader.state.pending).toBe(0);
    expect(boxOffice.scansOf(guilty)).toHaveLength(1);
  });

  test('all of it, because the platform has stumbled: nothing is refused for that', async () => {
    const { letIn, online, uploader, proxy, uploadsOf, minutesPass } = await openDoor();
    const codes = letIn(8);
    proxy.fault = ({ path }) =>
      path.endsWith('/syncScans') ? refusal(ERROR.unanticipatedError) : null;
    await online();
    uploader.wake();
    await minutesPass(20);
    expect(uploader.state).toMatchObject({ pending: 8, lastProblem: { type: 'refused' } });
    proxy.fault = () => null;
    await minutesPass(2);
    expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(8).fill('recorded'));
  });

  test('by a failure that names a barcode in another form: the scan is found all the same', async () => {
    const { letIn, online, uploader, proxy, uploadsOf, whenPending } = await openDoor();
    const codes = letIn(10);
    const guilty = codes[6] ?? '';
    const failedBarcodes = [{ barcode: ` ${guilty} `, reason: 'Not in this form.' }];
    const body = JSON.stringify({ failedBarcodes });
    proxy.fault = carrying(guilty, { type: 'answer', status: 200, body });
    await online();
    uploader.wake();
    await whenPending(0);
    const refused = codes.filter((code) => uploadsOf(code)[0]?.state === 'refused');
    expect(refused).toEqual([guilty]);
  });
});

test('scans of another platform wait, also when this one knows their numbers and barcodes', async () => {
  const { admit, letIn, online, uploader, proxy, clock, boxOffice, whenPending, uploadsOf } =
    await openDoor();
  const [code = ''] = boxOffice.barcodes('valid', 2).slice(1);
  const { clientId } = boxOffice.ids;
  const baseUrl = 'https://before.example';
  admit({ baseUrl, code, filter: { clientId }, platformTime: clock.now() - MINUTE });
  const [own = ''] = letIn(1);
  await online();
  uploader.wake();
  await whenPending(1);
  expect(uploadsOf(own, code)).toMatchObject([{ state: 'recorded' }, { state: 'pending' }]);
  expect(boxOffice.scansOf(code)).toEqual([]);
  expect(proxy.passed.filter(({ body }) => body.includes(`"${code}"`))).toEqual([]);
});

describe('the session', () => {
  test('ends in the middle: all is kept, and goes up after the next sign-in, as another user', async () => {
    const {
      letIn,
      online,
      door,
      uploader,
      proxy,
      batches,
      clock,
      boxOffice,
      settled,
      whenPending,
    } = await openDoor();
    const codes = letIn(4);
    proxy.fault = inTurn(
      'syncScans',
      refusal(ERROR.unanticipatedErrorForcedLogout, { forceLogout: true }),
    );
    await online('door@usher.example');
    uploader.start();
    await eventually(() => expect(uploader.state.lastProblem).toMatchObject({ type: 'refused' }));
    await settled();
    door.session = null;
    await clock.advance(5 * MINUTE);
    expect(uploader.state.pending).toBe(4);
    expect(batches(), 'a dead token is not tried again').toEqual([4]);

    await online('foyer@usher.example');
    uploader.wake();
    await whenPending(0);
    for (const code of codes) expect(boxOffice.scansOf(code)).toHaveLength(1);
  });

  test('may not upload for a client: its scans wait, and hold up nobody', async () => {
    const {
      letIn,
      admit,
      online,
      uploader,
      clock,
      boxOffice,
      batches,
      whenPending,
      uploadsOf,
      settled,
    } = await openDoor();
    const { otherClientId } = boxOffice.ids;
    const platformTime = clock.now() - MINUTE;
    const filter = { clientId: otherClientId };
    admit({ code: 'X1', filter, platformTime });
    letIn(2);
    await online('door@usher.example');
    uploader.start();
    await whenPending(1);
    const refused = { type: 'refused', error: { code: ERROR.userWrongClient } };
    for (let minute = 0; minute < 3; minute += 1) {
      expect(uploader.state.lastProblem, 'why one waits, though others went').toMatchObject(
        refused,
      );
      await clock.advance(MINUTE);
      await settled();
    }
    expect(batches(), 'asked again after two minutes').toEqual([1, 2, 1]);
    expect(uploadsOf('X1')).toMatchObject([{ state: 'pending' }]);

    await online('harbour@usher.example');
    uploader.wake();
    await whenPending(0);
    expect(uploader.state.lastProblem).toBeNull();
  });

  test('nobody is signed in: nothing is sent', async () => {
    const { letIn, uploader, proxy, clock } = await openDoor();
    letIn(1);
    const before = proxy.passed.length;
    uploader.start();
    await clock.advance(10 * MINUTE);
    expect(proxy.passed).toHaveLength(before);
  });
});

describe('while the snapshot of the tickets is waited for', () => {
  test('nothing starts an upload, until it has come', async () => {
    const { letIn, online, uploader, batches, clock, whenPending } = await openDoor();
    letIn(2);
    await online();
    uploader.waitForSnapshot();
    uploader.start();
    uploader.wake();
    uploader.noteQueued();
    await clock.advance(4_999);
    expect(batches()).toEqual([]);
    uploader.noteDownload();
    await whenPending(0);
  });

  test('but not for longer than five seconds', async () => {
    const { letIn, online, uploader, clock, whenPending } = await openDoor();
    letIn(2);
    await online();
    uploader.waitForSnapshot();
    await clock.advance(5_000);
    await whenPending(0);
  });

  test('who signs out does not wait for it', async () => {
    const { letIn, online, uploader } = await openDoor();
    letIn(2);
    await online();
    uploader.waitForSnapshot();
    expect(await uploader.drain(1_500)).toBe(0);
  });
});

test('a platform that asks to come again later is left alone for so long, whoever wakes the kiosk', async () => {
  const { letIn, online, uploader, proxy, batches, clock, whenPending } = await openDoor();
  letIn(2);
  proxy.fault = inTurn('syncScans', {
    type: 'answer',
    status: 429,
    body: '',
    headers: { 'retry-after': '120' },
  });
  await online();
  uploader.start();
  await eventually(() => expect(uploader.state.lastProblem?.type).toBe('busy'));
  expect(uploader.state.lastProblem).toEqual({ type: 'busy', until: clock.now() + 120_000 });
  await clock.advance(119_000);
  uploader.wake();
  uploader.noteQueued();
  expect(await uploader.drain(1_000)).toBe(2);
  expect(batches()).toEqual([2]);
  await clock.advance(1_000);
  await whenPending(0);
});

test('a platform that asks to come again at once is asked again after a pause all the same', async () => {
  const { letIn, online, uploader, proxy, batches, clock, whenPending } = await openDoor();
  letIn(1);
  const headers = { 'retry-after': '0' };
  proxy.fault = inTurn('syncScans', { type: 'answer', status: 429, body: '', headers });
  await online();
  uploader.start();
  await eventually(() => expect(uploader.state.lastProblem?.type).toBe('busy'));
  await clock.advance(4_999);
  expect(batches()).toEqual([1]);
  await clock.advance(1);
  await whenPending(0);
});

test('failures are not hurried after: 5 s, 10 s, 20 s, 40 s, then a minute', async () => {
  const { letIn, online, uploader, proxy, clock, settled } = await openDoor();
  letIn(1);
  await online();
  await proxy.cut();
  uploader.wake();
  for (const wait of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    await eventually(() => expect(uploader.state.uploading).toBe(false));
    await clock.advance(wait - 1);
    expect(uploader.state.uploading).toBe(false);
    await clock.advance(1);
  }
  await settled();
});
