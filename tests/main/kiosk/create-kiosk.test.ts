import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';
import { Admission } from '#main/entrance/admission/admission.ts';
import { ADMISSION_TIMINGS, type AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { Kiosk } from '#main/kiosk/kiosk.ts';
import type { Fetch } from '#main/base/ports.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import type { Fault, KioskState } from '#shared/model/kiosk-state.ts';
import type { DemoRole } from '#shared/model/demo-guide.ts';
import type { Selection } from '#shared/model/selection.ts';
import { PATRON_DETAILS, type PatronDetail } from '#shared/model/settings.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';

/** Verdicts follow each other at once here, so that tests do not wait for the screen. */
const TIMINGS = { ...PATIENT_TIMINGS, verdictAtLeast: 0, verdictAtMost: 60_000 };

/** As long as a guest waits at a door, for a platform that does not answer in time. */
const AS_AT_A_DOOR = { ...TIMINGS, onlineBudget: ADMISSION_TIMINGS.onlineBudget };

interface Rig {
  readonly boxOffice: BoxOffice;
  readonly logger: RecordingLogger;
  /** Starts a kiosk on the same data folder. */
  readonly start: (start?: Start) => Promise<RunningKiosk>;
}

interface Start {
  readonly fault?: Fault;
  /** Puts something between the kiosk and its network. */
  readonly wrap?: (fetch: Fetch) => Fetch;
  readonly patronDetails?: readonly PatronDetail[];
  readonly timings?: AdmissionTimings;
}

interface RunningKiosk extends Kiosk {
  readonly verdicts: ShownVerdict[];
  readonly states: KioskState[];
  readonly signIn: (role?: DemoRole) => Promise<unknown>;
  readonly choose: () => Promise<Selection>;
  readonly scan: (code: string) => void;
}

async function rig(options: BoxOfficeOptions = {}): Promise<Rig> {
  const boxOffice = await startBoxOffice({ seed: 1, ...options });
  const directory = temporaryFolder();
  const logger = new RecordingLogger();
  onTestFinished(() => boxOffice.close());
  return { boxOffice, logger, start: (start) => startKiosk(boxOffice, directory, logger, start) };
}

/** A kiosk whose door is open. */
async function openDoor(options: BoxOfficeOptions = {}, start: Start = {}) {
  const opened = await rig(options);
  const kiosk = await opened.start(start);
  await kiosk.signIn();
  await kiosk.choose();
  return { ...opened, kiosk };
}

async function startKiosk(
  boxOffice: BoxOffice,
  dataDirectory: string,
  logger: RecordingLogger,
  { fault, wrap = (fetch) => fetch, patronDetails = [], timings = TIMINGS }: Start = {},
): Promise<RunningKiosk> {
  const { kiosk } = newKiosk(
    { baseUrl: boxOffice.baseUrl, fault: fault ?? null, timings },
    {
      ...{ logger, dataDirectory, fetch: wrap(openHttp({ logger }).fetch) },
      ...(patronDetails.length > 0 && { settings: { patronDetails: [...patronDetails] } }),
    },
  );
  const { verdicts, states } = watch(kiosk);
  await kiosk.start();
  return {
    ...kiosk,
    verdicts,
    states,
    async signIn(role) {
      return kiosk.handlers.signIn(userOf(boxOffice, role));
    },
    choose: () => choose(kiosk.handlers),
    scan: (code) => void kiosk.handlers.scan({ code, source: 'wedge' }),
  };
}

/** A platform that takes requests to `path` and never answers them. */
function hang(path: string) {
  return (request: { readonly path: string }) =>
    request.path.includes(path) ? new Promise<undefined>(() => undefined) : undefined;
}

/** The platform ends the session with a guest's scan. */
async function loseSession(kiosk: RunningKiosk): Promise<void> {
  kiosk.scan(RESERVED_BARCODES.unanticipatedForcedLogout);
  await eventually(() => expect(kiosk.state().session.current.status).toBe('lost'));
}

function requestsTo(boxOffice: BoxOffice, path: string): number {
  return boxOffice.requests.filter((request) => request.path.endsWith(path)).length;
}

describe('a door that is open', () => {
  test('answers each kind of ticket with its own verdict', async () => {
    const { boxOffice, kiosk } = await openDoor();
    const kinds = [
      ['valid', 'admit', null],
      ['scanned', 'duplicate', 12],
      ['voided', 'reject', 13],
      ['refunded', 'reject', 14],
      ['other-performance', 'reject', 10],
      ['other-series', 'reject', 9],
      ['other-client', 'reject', 8],
      ['unknown', 'reject', 11],
    ] as const;
    for (const [kind] of kinds) kiosk.scan(boxOffice.barcodes(kind, 1)[0] ?? '');
    await eventually(() => expect(kiosk.verdicts).toHaveLength(kinds.length));
    expect(
      kiosk.verdicts.map(({ kind, reason }) => [
        kind,
        reason.type === 'platform-error' ? reason.error.code : null,
      ]),
    ).toEqual(kinds.map(([, verdict, code]) => [verdict, code]));
    await kiosk.stop();
  });

  test('shows the patron where it may and the user may see patrons, and nowhere else', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start({ patronDetails: PATRON_DETAILS });
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    await kiosk.signIn('scanner');
    await kiosk.choose();
    kiosk.scan(first);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(1));
    await kiosk.signIn('scanner-with-patrons');
    kiosk.scan(second);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(2));
    expect(kiosk.verdicts.map(({ ticket }) => ticket?.patron === null)).toEqual([true, false]);
    await kiosk.stop();
  });

  test('unless a setting says so, nothing of a person is in any state', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await kiosk.signIn('scanner-with-patrons');
    await kiosk.choose();
    kiosk.scan(boxOffice.barcodes('valid', 1)[0] ?? '');
    await eventually(() => expect(kiosk.verdicts).toHaveLength(1));
    const { ticket } = kiosk.verdicts[0] ?? {};
    expect(ticket).toMatchObject({ name: null, patron: null, successHtml: null });
    expect(ticket?.seat).toBeTruthy();
    await kiosk.stop();
  });

  test('says “undecided” when the platform has gone before it gave its tickets, and why', async () => {
    const { boxOffice, kiosk } = await openDoor({
      hooks: { beforeAnswer: hang('cache/validTickets') },
    });
    await boxOffice.close();
    // The first scan may still find the old connection, and see it die.
    for (const code of ['123456789012', '123456789013']) kiosk.scan(code);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(2));
    expect(kiosk.verdicts[1]).toMatchObject({
      kind: 'undecided',
      reason: { type: 'no-answer', cause: 'refused' },
    });
    expect(kiosk.state().session.connection).toMatchObject({ status: 'offline' });
    await kiosk.stop();
  });

  test('a session that the platform ends leaves the door open and asks for a sign-in', async () => {
    const { boxOffice, kiosk } = await openDoor();
    await loseSession(kiosk);
    kiosk.scan(boxOffice.barcodes('valid', 1)[0] ?? '');
    await eventually(() => expect(kiosk.verdicts).toHaveLength(2));
    expect(kiosk.verdicts.map(({ kind }) => kind)).toEqual(['undecided', 'undecided']);
    expect(kiosk.state().door.selection).not.toBeNull();

    await kiosk.signIn();
    kiosk.scan(boxOffice.barcodes('valid', 2)[1] ?? '');
    await eventually(() => expect(kiosk.verdicts.at(-1)?.kind).toBe('admit'));
    await kiosk.stop();
  });

  /** A platform whose scan window can end while its performance is still on. */
  function withScanWindow() {
    const window = { isOver: false };
    const beforeAnswer = (request: { readonly path: string }) =>
      window.isOver && request.path.endsWith('filterOptions')
        ? new Response(JSON.stringify({ error: false, accessTokenExpiration: null, clients: [] }))
        : undefined;
    return { window, options: { hooks: { beforeAnswer } } };
  }

  test('the same user signs in again between scan windows and finds the same door open', async () => {
    const { window, options } = withScanWindow();
    const { boxOffice, kiosk, start } = await openDoor(options);
    const {
      door: { selection },
    } = kiosk.state();
    window.isOver = true;
    await loseSession(kiosk);
    await kiosk.signIn();
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection },
    });
    kiosk.scan(boxOffice.barcodes('valid', 1)[0] ?? '');
    await eventually(() => expect(kiosk.verdicts.at(-1)?.kind).toBe('admit'));

    const next = await start();
    expect(next.state(), 'after a crash, too').toMatchObject({ door: { selection } });
    await next.handlers.signOut(null);
    await next.signIn('scanner-with-patrons');
    expect(next.state().door.selection, 'another user').toBeNull();
    await next.stop();
  });

  test('a door is not kept between scan windows for a user whom the platform has barred', async () => {
    const { window, options } = withScanWindow();
    const { beforeAnswer } = options.hooks;
    const errorDetails = {
      errorCodeId: 7,
      errorCodeKey: '',
      errorCodeName: '',
      forceLogout: false,
    };
    const { kiosk } = await openDoor({
      hooks: {
        beforeAnswer: (request) =>
          window.isOver && request.path.endsWith('validateTicket')
            ? new Response(JSON.stringify({ error: true, errorMessageHTML: null, errorDetails }))
            : beforeAnswer(request),
      },
    });
    window.isOver = true;
    kiosk.scan('whatever');
    await eventually(() => expect(kiosk.verdicts).toHaveLength(1));
    expect(kiosk.verdicts).toMatchObject([{ kind: 'undecided' }]);
    expect(kiosk.state().door.selection, 'not in front of a guest').not.toBeNull();
    window.isOver = false;
    await loseSession(kiosk);
    window.isOver = true;
    await kiosk.signIn();
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection: null },
    });
    await kiosk.stop();
  });

  test('a seat that is no text costs nobody who was admitted their welcome', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start({
      patronDetails: ['name'],
      wrap: (fetch) => async (url, init) => {
        const answer = await fetch(url, init);
        if (!url.endsWith('validateTicket')) return answer;
        const body = JSON.parse((await textOf(answer, Infinity)) ?? '') as object;
        return Response.json({ ...body, seat: 12, patron: 'nobody' });
      },
    });
    await kiosk.signIn();
    await kiosk.choose();
    kiosk.scan(boxOffice.barcodes('valid', 1)[0] ?? '');
    await eventually(() => expect(kiosk.verdicts).toHaveLength(1));
    expect(kiosk.verdicts[0]).toMatchObject({
      kind: 'admit',
      ticket: { name: expect.any(String) as string, seat: '12', patron: null },
    });
    await kiosk.stop();
  });

  test('looks a code up before its first guest, without a snapshot and with it', async () => {
    const warmUps = vi.spyOn(Admission.prototype, 'warmUp');
    onTestFinished(() => warmUps.mockRestore());
    const { kiosk } = await openDoor();
    await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
    await eventually(() => expect(warmUps).toHaveBeenCalledTimes(2));
    await kiosk.stop();
  });

  test('a platform that goes silent keeps one guest waiting, and nobody else', async () => {
    let isSilent = false;
    const { boxOffice, kiosk } = await openDoor(
      { hooks: { beforeAnswer: () => (isSilent ? new Promise(() => undefined) : undefined) } },
      { timings: AS_AT_A_DOOR },
    );
    isSilent = true;
    const [first = '', ...others] = boxOffice.barcodes('valid', 3);
    kiosk.scan(first);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(1));
    expect(kiosk.state().session.connection).toMatchObject({
      status: 'offline',
      reason: 'timeout',
    });
    for (const code of others) kiosk.scan(code);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(3));
    expect(requestsTo(boxOffice, 'validateTicket')).toBe(1);
    await kiosk.stop();
  });

  test('a guest whose ticket is being checked as the operator signs out sees a verdict, and nobody else comes in', async () => {
    const { boxOffice, kiosk } = await openDoor(
      { hooks: { beforeAnswer: hang('validateTicket') } },
      { timings: AS_AT_A_DOOR },
    );
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    kiosk.scan(first);
    const signedOut = kiosk.handlers.signOut(null);
    const late = await kiosk.handlers.scan({ code: second, source: 'wedge' });
    expect(late).toEqual({ ok: true, value: { taken: false } });
    await signedOut;
    expect(kiosk.verdicts).toHaveLength(1);
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      door: { selection: null },
    });
    await kiosk.stop();
  });

  test('whoever signs in next and may not scan here finds the door closed', async () => {
    const { kiosk } = await openDoor();
    await loseSession(kiosk);
    await kiosk.signIn('other-client');
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection: null },
    });
    await kiosk.stop();
  });

  test('a verdict that comes after the door was closed is shown to nobody', async () => {
    let release = (): void => undefined;
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const { boxOffice, kiosk } = await openDoor(
      {
        hooks: {
          beforeAnswer: ({ path }) => (path.endsWith('validateTicket') ? released : undefined),
        },
      },
      { timings: AS_AT_A_DOOR },
    );
    kiosk.scan(boxOffice.barcodes('valid', 1)[0] ?? '');
    await eventually(() => expect(requestsTo(boxOffice, 'validateTicket')).toBe(1));
    await kiosk.handlers.signOut(null);
    release();
    await eventually(() => expect(kiosk.state().verdict.waiting).toBe(0));
    expect(kiosk.state()).toMatchObject({ verdict: { shown: null, last: null } });
    await kiosk.stop();
  });

  test('takes no scan while it is closed', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await kiosk.signIn();
    const code = boxOffice.barcodes('valid', 1)[0] ?? '';
    expect(await kiosk.handlers.scan({ code, source: 'wedge' })).toEqual({
      ok: true,
      value: { taken: false },
    });
    expect(requestsTo(boxOffice, 'validateTicket')).toBe(0);
    await kiosk.stop();
  });
});

describe('from one start to the next', () => {
  test('a clean close ends the token on the platform; the next sign-in opens the door again', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await kiosk.signIn();
    const selection = await kiosk.choose();
    await kiosk.stop();
    expect(requestsTo(boxOffice, 'invalidateToken')).toBe(1);

    const next = await start();
    expect(next.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      door: { selection: null },
    });
    await next.signIn();
    expect(next.state().door.selection).toEqual(selection);
    expect(
      next.states.some(
        ({ session: { current: session }, door: { selection: open } }) =>
          session.status === 'signed-in' && open === null,
      ),
      'nobody sees the choice in between',
    ).toBe(false);
    await next.stop();
  });

  test('after a crash the session goes on, and the door is open again without a person', async () => {
    const { start } = await rig();
    const crashed = await start();
    await crashed.signIn();
    const selection = await crashed.choose();

    const next = await start();
    expect(next.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection },
    });
    await next.stop();
  });

  test('a fault asks no platform for anything, and leaves the session for the next start', async () => {
    const { boxOffice, start } = await rig();
    const crashed = await start();
    await crashed.signIn();
    const asked = boxOffice.requests.length;

    const faulty = await start({ fault: { type: 'demo-failed' } });
    expect(faulty.state()).toMatchObject({
      session: { current: { status: 'signed-out' } },
      door: { selection: null },
    });
    await faulty.stop();
    expect(boxOffice.requests).toHaveLength(asked);

    const next = await start();
    expect(next.state().session.current.status).toBe('signed-in');
    await next.stop();
  });

  test('what one user may scan opens no door for the next one', async () => {
    const { start } = await rig();
    const first = await start();
    await first.signIn();
    await first.choose();
    await first.stop();

    let held = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const kiosk = await start({
      wrap: (fetch) => async (url, init) => {
        const answer = await fetch(url, init);
        if (url.endsWith('filterOptions') && held++ === 0) await released;
        return answer;
      },
    });
    const cancelled = kiosk.signIn('scanner');
    await eventually(() => expect(held).toBe(1));
    await kiosk.handlers.signOut(null);
    await kiosk.signIn('other-client');
    release();
    await cancelled;
    expect(kiosk.state()).toMatchObject({
      session: { current: { status: 'signed-in' } },
      door: { selection: null },
    });
    await kiosk.stop();
  });

  test('no password, token, barcode or name of a guest is in the log', async () => {
    const { boxOffice, start, logger } = await rig();
    const kiosk = await start({ patronDetails: PATRON_DETAILS });
    await kiosk.signIn('scanner-with-patrons');
    await kiosk.choose();
    const codes = boxOffice.barcodes('valid', 3);
    codes.forEach(kiosk.scan);
    kiosk.scan(RESERVED_BARCODES.unanticipated);
    await eventually(() => expect(kiosk.verdicts).toHaveLength(4));
    await kiosk.stop();
    const log = logger.lines.join('\n');
    const secrets = [
      ...codes,
      ...boxOffice.guide.users.flatMap(({ username, password }) => [username, password]),
      ...kiosk.verdicts.flatMap(({ ticket }) => [ticket?.name, ticket?.patron?.email]),
    ].filter((secret) => typeof secret === 'string');
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });
});

describe('which platform', () => {
  test('an address is checked before it is kept', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await kiosk.handlers.forgetBaseUrl(null);
    expect(kiosk.state().session.baseUrl).toBeNull();
    expect(await kiosk.handlers.useBaseUrl({ address: 'http://tickets.example' })).toEqual({
      ok: false,
      error: { type: 'not-secure' },
    });
    expect(kiosk.state().session.baseUrl).toBeNull();
    expect((await kiosk.handlers.useBaseUrl({ address: `${boxOffice.baseUrl}/` })).ok).toBe(true);
    expect(kiosk.state().session.baseUrl).toBe(boxOffice.baseUrl);
    await kiosk.stop();
  });

  test('that one was offline is nothing against the next', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await boxOffice.close();
    await kiosk.signIn();
    expect(kiosk.state().session.connection.status).toBe('offline');
    await kiosk.handlers.forgetBaseUrl(null);
    expect(kiosk.state().session.connection).toEqual({ status: 'online' });
    await kiosk.stop();
  });

  test('leaving a platform ends the token there', async () => {
    const { boxOffice, start } = await rig();
    const kiosk = await start();
    await kiosk.signIn();
    await kiosk.handlers.forgetBaseUrl(null);
    expect(requestsTo(boxOffice, 'invalidateToken')).toBe(1);
    expect(kiosk.state()).toMatchObject({
      session: { baseUrl: null, current: { status: 'signed-out' } },
    });
    await kiosk.stop();
  });
});
