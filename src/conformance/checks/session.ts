import { setTimeout as pause } from 'node:timers/promises';
import {
  authenticationResponseSchema,
  authorizationHeader,
  ERROR,
  SCANNING_PATHS,
  scanningEnvelopeSchema,
} from '#shared/api/index.ts';
import { HOUR } from '#shared/time.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import type { Answer } from '../http.ts';
import type { Platform, Session } from '../platform.ts';
import { readOk } from '../reading.ts';
import { DATA, failureProblems } from './failure.ts';
import { signedIn } from './signed-in.ts';

/** How far a clock or a slow network may move what should be an hour. */
const TOLERANCE_MS = 2 * 60 * 1000;
/** The expiry's clock may tick in seconds. */
const TICK_MS = 300;
const TICKS = 8;

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
  {
    section: '2.5, 5, 8',
    requirement: "every call moves the token's expiry to an hour after it",
    run: (platform) => signedIn(platform, (session) => expiryMoves(platform, session)),
  },
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
      ...lifetimeProblems(accessTokenExpiration, answer),
    ],
    'signed in',
  );
}

async function expiryMoves({ ask }: Platform, { headers, expiration }: Session) {
  let moved = expiration;
  for (let tick = 0; tick < TICKS && moved <= expiration; tick++) {
    await pause(TICK_MS);
    const answer = await ask(SCANNING_PATHS.filterOptions, { headers });
    const { value, problems } = readOk(scanningEnvelopeSchema, answer);
    if (value === undefined) return judge(problems, '');
    const wrong = lifetimeProblems(value.accessTokenExpiration, answer);
    if (wrong.length > 0) return judge(wrong, '');
    moved = value.accessTokenExpiration ?? 0;
  }
  return judge(
    expectThat(moved > expiration, 'the expiry did not move'),
    `moved by ${moved - expiration} ms`,
  );
}

function lifetimeProblems(expiration: number | null, { at }: Answer): string[] {
  if (expiration === null) return ['accessTokenExpiration is null'];
  const fromAnHour = Math.abs(expiration - at - HOUR);
  return expectThat(fromAnHour <= TOLERANCE_MS, 'the expiry is not an hour away');
}
