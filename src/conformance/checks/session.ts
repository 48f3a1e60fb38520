import { setTimeout as pause } from 'node:timers/promises';
import {
  authenticationResponseSchema,
  authorizationHeader,
  ERROR,
  SCANNING_PATHS,
  scanningEnvelopeSchema,
  type AuthenticationResponse,
} from '#shared/api/index.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import type { Answer, Question } from '../http.ts';
import type { Platform, Session } from '../platform.ts';
import { membersOf, readOk } from '../reading.ts';
import { DATA, failureProblems } from './failure.ts';
import { NOBODY } from './programme-errors.ts';
import { signedIn } from './signed-in.ts';

/** How far a clock or a slow network may move what should be an hour. */
const TOLERANCE_MS = 2 * 60 * 1000;
/** The expiry's clock may tick in seconds. */
const TICK_MS = 300;
const TICKS = 8;

/** A call of a session, which moves the expiry of its token. */
interface Call {
  readonly name: string;
  readonly path: (platform: Platform) => string;
  readonly question?: (platform: Platform) => Question;
  /** It is only asked where tickets may be spent, although it spends none. */
  readonly scans?: boolean;
  /** Its answer may leave the expiry out: a failure, or one that has no envelope (spec 4.2, 5). */
  readonly mayBeSilent?: boolean;
}

const CALLS: readonly Call[] = [
  { name: 'filterOptions', path: () => SCANNING_PATHS.filterOptions },
  { name: 'validateToken', path: () => SCANNING_PATHS.validateToken },
  {
    name: 'cache/validTickets',
    // For a performance that nobody has: a large download for each try would be a burden.
    path: ({ clientId }) =>
      `${SCANNING_PATHS.validTickets}?clientId=${clientId}&performanceId=${NOBODY}`,
    mayBeSilent: true,
  },
  {
    name: 'validateTicket',
    path: () => SCANNING_PATHS.validateTicket,
    question: ({ clientId }) => ({
      method: 'POST',
      body: { clientId, barcodeString: 'conformance' },
    }),
    scans: true,
    mayBeSilent: true,
  },
  {
    name: 'cache/syncScans',
    path: () => SCANNING_PATHS.syncScans,
    question: ({ clientId }) => ({ method: 'POST', body: { clientId, tickets: [] } }),
    scans: true,
    mayBeSilent: true,
  },
];

/** Signing in, the token's life, and its end (spec 2.5, 2.6, 4.2, 5 and 8). */
export const sessionChecks: readonly Check[] = [
  {
    section: '4.2, 2.6',
    requirement: 'authenticate: a token that expires in an hour, and every field as written',
    run: authenticates,
  },
  {
    section: '4.2, 2.5',
    requirement: 'validateToken: error false while the token is valid',
    run: (platform) =>
      signedIn(platform, async ({ headers }) => {
        const answer = await platform.ask(SCANNING_PATHS.validateToken, { headers });
        const { value, problems } = readOk(scanningEnvelopeSchema, answer);
        if (value === undefined) return judge(problems, '');
        return judge(
          [
            ...problems,
            ...expectThat(!value.error, 'error is true'),
            ...expectThat(value.errorDetails === null, 'errorDetails without an error'),
            ...lifetimeProblems(value.accessTokenExpiration, answer),
          ],
          'the token is valid',
        );
      }),
  },
  {
    section: '4.2, 2.7',
    requirement: 'filterOptions: clients, productions and performances, every field as written',
    run: (platform) =>
      signedIn(platform, async () => {
        const { value, problems } = await platform.filterOptions();
        if (value === undefined) return judge(problems, '');
        const clients = value.clients ?? [];
        const mine = clients.find(({ id }) => id === platform.clientId);
        return judge(
          [...problems, ...expectThat(value.clients !== null, 'clients is null')],
          `${clients.length} clients; this one with ${mine?.productions?.length ?? 0} productions`,
        );
      }),
  },
  ...CALLS.map((call): Check => ({
    section: '2.5, 5, 8',
    requirement: `${call.name} moves the token's expiry to an hour after it`,
    run: (platform) =>
      call.scans === true && !platform.scan
        ? Promise.resolve(skipped('needs --scan'))
        : signedIn(platform, (session) => expiryMoves(platform, session, call)),
  })),
  {
    section: '4.2',
    requirement: 'invalidateToken: HTTP 200 without a body; the token is not valid any more',
    run: (platform) =>
      signedIn(platform, async () => {
        const other = await platform.signIn();
        if (other === undefined) return skipped('signing in a second time failed');
        const { headers } = other;
        const ended = await platform.signOut(headers);
        const after = await platform.ask(SCANNING_PATHS.validateToken, { headers });
        return judge(
          [
            ...expectThat(ended.status === 200, `HTTP ${ended.status} instead of 200`),
            ...expectThat(ended.length === 0, 'there is a body'),
            ...failureProblems(
              after,
              [ERROR.tokenNotValid, ERROR.tokenExpired],
              DATA.validateToken,
            ),
          ],
          'the token is not valid any more',
        );
      }),
  },
];

async function authenticates({ ask, signOut, credentials }: Platform) {
  if (credentials === undefined) return skipped('needs --username and --password');
  const answer = await ask(SCANNING_PATHS.authenticate, { method: 'POST', body: credentials });
  const { value, problems } = readOk(authenticationResponseSchema, answer);
  if (value === undefined) return judge(problems, '');
  if (value.error) {
    return judge([`code ${value.errorDetails?.errorCodeId ?? 'unknown'}: nobody is signed in`], '');
  }
  const { accessToken, accessTokenExpiration, daysTillPasswordExpires } = value;
  if (accessToken !== null) {
    const { username } = credentials;
    // This session is not used again.
    await signOut(authorizationHeader(username, accessToken));
  }
  return judge(
    [
      ...problems,
      ...expectThat(Boolean(accessToken), 'accessToken is empty'),
      ...expectThat((daysTillPasswordExpires ?? 0) >= 0, 'daysTillPasswordExpires is negative'),
      ...expectThat(
        daysFit(value, answer),
        'daysTillPasswordExpires does not fit passwordExpiresOn',
      ),
      ...lifetimeProblems(accessTokenExpiration, answer),
    ],
    'signed in',
  );
}

/** Whether the days left fit the date, if both are given; days may be begun, whole or calendar days. */
function daysFit(
  { passwordExpiresOn, daysTillPasswordExpires: days }: AuthenticationResponse,
  { at }: Answer,
): boolean {
  if (passwordExpiresOn === null || days === null) return true;
  return Math.abs(days - (passwordExpiresOn - at) / DAY) <= 1;
}

/** Asks until the expiry is another one than after the first time: the platform's clock may tick in seconds. */
async function expiryMoves(platform: Platform, { headers }: Session, call: Call) {
  const { path, question, mayBeSilent = false } = call;
  const ask = () => platform.ask(path(platform), { ...question?.(platform), headers });
  let before: number | null = null;
  for (let tick = 0; tick < TICKS; tick++) {
    const answer = await ask();
    const moved = expiryIn(answer);
    if (moved === null) {
      return mayBeSilent
        ? judge([], 'it does not say')
        : judge(['accessTokenExpiration is null'], '');
    }
    const wrong = lifetimeProblems(moved, answer);
    if (wrong.length > 0) return judge(wrong, '');
    before ??= moved;
    if (moved > before) return judge([], `moved by ${moved - before} ms`);
    await pause(TICK_MS);
  }
  return judge(['the expiry did not move'], '');
}

/** The expiry of any answer with an envelope, also of a failure; null if it has none. */
function expiryIn({ body }: Answer): number | null {
  const expiry = membersOf(body)['accessTokenExpiration'];
  return typeof expiry === 'number' ? expiry : null;
}

function lifetimeProblems(expiration: number | null, { at }: Answer): string[] {
  if (expiration === null) return ['accessTokenExpiration is null'];
  const fromAnHour = Math.abs(expiration - at - HOUR);
  return expectThat(fromAnHour <= TOLERANCE_MS, 'the expiry is not an hour away');
}
