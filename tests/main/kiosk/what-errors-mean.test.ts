import { expect, onTestFinished, test } from 'vitest';
import { PlatformAtDoor } from '#main/kiosk/platform-at-door.ts';
import { PlatformConnection } from '#main/kiosk/platform-connection.ts';
import { meaningOf, type PlatformAnswer } from '#main/entrance/admission/platform-answer.ts';
import { Breaker } from '#main/sync/breaker.ts';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { readFailure } from '#main/sync/upload-failure.ts';
import { Session } from '#main/platform/ticketing/session.ts';
import { ERROR_CODES, ERROR_KEYS, ERROR_NAMES, isErrorCode } from '#shared/api/index.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';
import { MemoryStore } from '#tests/main/platform/ticketing/support/session.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

const HOUR = 60 * 60_000;
const STATUSES = [200, 400, 401, 403, 404, 429, 500, 503] as const;
/** One that the spec does not know, and an error without details. */
const UNKNOWN = 99;
const NOTHING = 0;

const TICKET = [8, 9, 10, 11, 12, 13, 14];
const USER = [2, 3, 4, 7];
const SESSION = [1, 5, 6, 17];

const isTrouble = (status: number) => status === 429 || status >= 500;

/** What a guest gets by it: the table of ADR 43. */
function forGuest(code: number, status: number) {
  if (TICKET.includes(code)) return 'verdict';
  if (isTrouble(status)) return 'snapshot';
  return USER.includes(code) || code === UNKNOWN ? 'undecided' : 'snapshot';
}

const ofSession = (code: number, status: number) =>
  SESSION.includes(code) && !isTrouble(status) ? 'lost' : 'signed-in';

/** What becomes of the scans of an upload that it answers (ADR 44). */
function forUpload(code: number, status: number) {
  if (status === 429) return 'busy';
  if (isTrouble(status)) return 'moment';
  if (TICKET.includes(code) || code === 15) return 'entry';
  if (code === 7) return 'client';
  return USER.includes(code) || SESSION.includes(code) ? 'session' : 'moment';
}

function said(answer: PlatformAnswer) {
  if (answer.type !== 'refused') return 'snapshot';
  const meaning = meaningOf(answer.error);
  if (meaning === 'ticket') return 'verdict';
  return meaning === 'user' || meaning === 'unknown' ? 'undecided' : 'snapshot';
}

/** A platform that answers all but a sign-in with one error, and a kiosk's connection with it. */
async function openLink() {
  const clock = new FakeClock();
  const told = { status: 200, code: 1, forceLogout: false };
  const baseUrl = await serve((request, response) => {
    request.resume();
    const isSignIn = request.url?.endsWith('/authenticate') === true;
    const { code, forceLogout } = told;
    const errorDetails = code !== NOTHING && {
      errorCodeId: code,
      errorCodeKey: isErrorCode(code) ? ERROR_KEYS[code] : 'error.other',
      errorCodeName: isErrorCode(code) ? ERROR_NAMES[code] : 'Other',
      forceLogout,
    };
    const refusal = {
      ...{ error: true, errorMessageHTML: null, errorDetails: errorDetails || null },
      // A gateway in trouble does not know the token's real expiry.
      accessTokenExpiration: told.status >= 429 ? clock.now() - HOUR : null,
    };
    const token = { error: false, errorDetails: null, accessToken: 'token' };
    response
      .writeHead(isSignIn ? 200 : told.status, { date: new Date(clock.now()).toUTCString() })
      .end(JSON.stringify(isSignIn ? token : refusal));
  });
  const logger = new RecordingLogger();
  const platformClock = createPlatformClock(clock);
  const breaker = new Breaker({ clock, probe: () => null, onChange: () => {} });
  onTestFinished(() => breaker.stop());
  const ports = { clock, logger, platformClock };
  const session: Session = new Session({
    ...ports,
    client: () => connection.client,
    formerClient: () => null,
    store: new MemoryStore(),
    onChange: () => {},
  });
  const connection = new PlatformConnection({
    ...{ ...ports, fetch: openHttp().fetch, breaker, session },
    onRoundTrip: () => {},
    onConnect: () => {},
  });
  connection.connect(baseUrl);
  const door = new PlatformAtDoor({
    ...{ clock, breaker, session, connection },
    onBarred: () => {},
  });
  /** Signed in anew, one guest and one upload later. */
  async function tell(code: number, status: number, forceLogout = false) {
    Object.assign(told, { code, status, forceLogout });
    if (session.state().status !== 'signed-in') await session.signIn('somebody', 'password');
    const credentials = session.credentials();
    if (connection.client === null || credentials === null) throw new Error('nobody could sign in');
    const upload = await connection.client.syncScans(credentials, { clientId: 1, tickets: [] });
    const afterUpload = session.state().status;
    if (afterUpload !== 'signed-in') await session.signIn('somebody', 'password');
    const opening = { baseUrl, filter: { clientId: 1 } };
    const guest = said(await door.ask(opening, 'CODE'));
    return {
      guest,
      session: session.state().status,
      upload: upload.ok ? 'taken' : readFailure(upload.error).type,
      afterUpload,
    };
  }
  return { tell, clock };
}

test.each(STATUSES)('HTTP %i: every error means what the table says', async (status) => {
  const { tell } = await openLink();
  for (const code of [...ERROR_CODES, UNKNOWN, NOTHING]) {
    expect(await tell(code, status), `code ${code}`).toEqual({
      guest: forGuest(code, status),
      session: ofSession(code, status),
      upload: forUpload(code, status),
      afterUpload: ofSession(code, status),
    });
  }
});

test.each(STATUSES)('HTTP %i and a used ticket that forces a logout: red', async (status) => {
  const { tell } = await openLink();
  expect(await tell(12, status, true)).toMatchObject({
    guest: 'verdict',
    session: isTrouble(status) ? 'signed-in' : 'lost',
  });
});

test.each(SESSION)(
  'a platform that says everything with HTTP 500: code %i is believed once the token’s time is over',
  async (code) => {
    const { tell, clock } = await openLink();
    expect(await tell(code, 500)).toMatchObject({ session: 'signed-in' });
    clock.sleep(HOUR);
    expect(await tell(code, 500)).toMatchObject({ guest: 'snapshot', afterUpload: 'lost' });
  },
);
