import { describe, expect, test } from 'vitest';
import { ERROR } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { HOUR, MINUTE, openDoor } from './support/door.ts';
import { answering, bareRefusal, carrying, everyUpload, refusal } from './support/refusals.ts';

describe('a platform in maintenance condemns nothing', () => {
  test.each<[string, Fault]>([
    ['503 and an envelope without details', bareRefusal(503)],
    ['500 and a code that nobody knows', refusal(4711, { status: 500 })],
    ['a code that nobody knows', refusal(4711)],
    ['an envelope without details', bareRefusal(200)],
    ['an unanticipated error', refusal(ERROR.unanticipatedError)],
    ['502 and a code of a ticket', refusal(ERROR.ticketNotValid, { status: 502 })],
    ['503 and missing data', refusal(ERROR.inputMissingRequiredField, { status: 503 })],
    ['500 and a user who may not', refusal(ERROR.notAuthorized, { status: 500 })],
    ['503 and a list of failures', answering({ failedBarcodes: [{ barcode: null }] }, 503)],
    ['JSON of a captive portal', answering({ ok: true })],
    ['404 and an empty object', answering({}, 404)],
    ['200 and an empty object', answering({})],
    ['200 and no more than that nothing is wrong', answering({ error: false })],
  ])('%s: it is asked a few times only, and all go up afterwards', async (_what, fault) => {
    const { letIn, online, uploader, proxy, clock, batches, settled, whenPending, uploadsOf } =
      await openDoor();
    const codes = letIn(12);
    proxy.fault = everyUpload(fault);
    await online();
    uploader.start();
    await eventually(() => expect(batches().length).toBeGreaterThan(0));
    await settled();
    const atOnce = batches().length;
    expect(atOnce, 'asked once in each form, without a pause').toBeLessThanOrEqual(6);
    await clock.advance(4_000);
    expect(batches(), 'left alone for 5 s').toHaveLength(atOnce);
    for (let second = 0; second < 15 * 60; second += 15) {
      await clock.advance(15_000);
      await settled();
    }
    expect(batches().length, 'once a minute at last').toBeLessThanOrEqual(atOnce * 22);
    expect(uploader.state.pending).toBe(12);

    proxy.fault = () => null;
    await clock.advance(MINUTE);
    await whenPending(0);
    expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(12).fill('recorded'));
  });

  test('429 and a code of a ticket: it is left alone for a while', async () => {
    const { letIn, online, uploader, proxy, clock, batches, whenPending } = await openDoor();
    letIn(1);
    proxy.fault = everyUpload(refusal(ERROR.ticketNotValid, { status: 429 }));
    await online();
    uploader.start();
    await eventually(() => expect(uploader.state.lastProblem?.type).toBe('busy'));
    await clock.advance(29_000);
    expect(batches()).toEqual([1]);
    proxy.fault = () => null;
    await clock.advance(1_000);
    await whenPending(0);
  });
});

test.each<[string, Fault]>([
  ['a server error', { type: 'answer', status: 500, body: '' }],
  ['an unanticipated error', refusal(ERROR.unanticipatedError)],
])('%s for one performance holds up no other', async (_what, fault) => {
  const { admit, letIn, online, uploader, proxy, clock, uploadsOf, boxOffice, minutesPass } =
    await openDoor();
  const filter = { clientId: boxOffice.ids.clientId };
  for (let guest = 0; guest < 40; guest += 1) {
    const ticketIds = { ticketId: guest + 1, performanceId: 99_999 };
    admit({ code: `X${guest}`, filter, ticketIds, platformTime: clock.now() - HOUR });
  }
  const codes = letIn(5);
  proxy.fault = ({ path, body }) =>
    path.endsWith('/syncScans') && body.includes('"performanceId":99999') ? fault : null;
  await online();
  uploader.start();
  await minutesPass(1);
  expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(5).fill('recorded'));

  const [late = ''] = letIn(1);
  uploader.noteQueued();
  await minutesPass(2);
  expect(uploadsOf(late)).toMatchObject([{ state: 'recorded' }]);
  expect(uploader.state.pending).toBe(40);
});

test.each([
  ['by its number', { errorCodeId: 13, errorCodeKey: '', errorCodeName: '' }],
  ['by its key', { errorCodeId: 990, errorCodeKey: 'error.ticket.voided', errorCodeName: '' }],
])('an error of a ticket, known %s, blames the one that it is about', async (_how, details) => {
  const { letIn, proxy, uploadsOf, goUp } = await openDoor();
  const codes = letIn(8);
  const guilty = codes[5] ?? '';
  const errorDetails = { ...details, forceLogout: false };
  const envelope = { accessTokenExpiration: null, error: true, errorMessageHTML: null };
  proxy.fault = carrying(guilty, answering({ ...envelope, errorDetails }));
  await goUp();
  expect(codes.filter((code) => uploadsOf(code)[0]?.state === 'refused')).toEqual([guilty]);
});

describe('a user who may not upload', () => {
  test.each([
    ['2', ERROR.authenticationFailed],
    ['3', ERROR.notAuthorized],
    ['4', ERROR.passwordExpired],
    ['7', ERROR.userWrongClient],
  ])('code %s: the scans wait, and are tried again after minutes, ever fewer', async (_, code) => {
    const { letIn, online, uploader, proxy, clock, batches, settled, minutesPass, whenPending } =
      await openDoor();
    letIn(3);
    proxy.fault = everyUpload(refusal(code));
    await online();
    uploader.start();
    await eventually(() => expect(batches()).toEqual([3]));
    await settled();
    await clock.advance(MINUTE);
    expect(batches(), 'not within two minutes').toEqual([3]);
    await minutesPass(2);
    expect(batches()).toEqual([3, 3]);
    await minutesPass(13);
    expect(batches(), 'in a quarter of an hour').toEqual([3, 3, 3, 3]);
    expect(uploader.state.pending).toBe(3);

    proxy.fault = () => null;
    await minutesPass(18);
    await whenPending(0);
  });

  test('somebody else signs in: the scans go up at once', async () => {
    const { letIn, online, uploader, proxy, batches, settled, whenPending } = await openDoor();
    letIn(3);
    proxy.fault = everyUpload(refusal(ERROR.notAuthorized));
    await online('door@usher.example');
    uploader.start();
    await eventually(() => expect(batches()).toEqual([3]));
    await settled();
    proxy.fault = () => null;
    await online('foyer@usher.example');
    uploader.wake();
    await whenPending(0);
  });
});

describe('an answer that says of nothing that it failed', () => {
  test.each<[string, unknown]>([
    ['null instead of a list', { failedBarcodes: null }],
    ['an envelope without a list', { accessTokenExpiration: null, error: false }],
    ['error as text', { accessTokenExpiration: null, error: 'false', failedBarcodes: [] }],
  ])('%s: all are recorded, and sent once', async (_what, body) => {
    const { letIn, proxy, batches, uploadsOf, goUp } = await openDoor();
    const codes = letIn(3);
    proxy.fault = everyUpload(answering(body));
    await goUp();
    expect(batches()).toEqual([3]);
    expect(uploadsOf(...codes).map((upload) => upload?.state)).toEqual(Array(3).fill('recorded'));
  });
});

describe('a failure', () => {
  test.each([[{ reason: null }], [{}], [{ reason: [7] }]])(
    'without a reason (%j) is one without words; the others are recorded',
    async (about) => {
      const { letIn, proxy, batches, uploadsOf, goUp } = await openDoor();
      const [first = '', ...others] = letIn(3);
      proxy.fault = everyUpload(answering({ failedBarcodes: [{ barcode: first, ...about }] }));
      await goUp();
      expect(batches()).toEqual([3]);
      expect(uploadsOf(first)).toMatchObject([
        { state: 'refused', reason: { type: 'platform-words', text: '' } },
      ]);
      expect(uploadsOf(...others)).toMatchObject([{ state: 'recorded' }, { state: 'recorded' }]);
    },
  );

  test.each([[{ reason: 'No.' }], [{ barcode: null, reason: 'No.' }], [null]])(
    'that names no barcode (%j): the scan is found all the same',
    async (failed) => {
      const { letIn, proxy, uploadsOf, goUp } = await openDoor();
      const codes = letIn(6);
      const guilty = codes[4] ?? '';
      proxy.fault = carrying(guilty, answering({ failedBarcodes: [failed] }));
      await goUp();
      expect(codes.filter((code) => uploadsOf(code)[0]?.state === 'refused')).toEqual([guilty]);
    },
  );
});
