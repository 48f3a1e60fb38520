import {
  authorizationHeader,
  ERROR,
  SCANNING_PATHS,
  scanningEnvelopeSchema,
  validateTicketResponseSchema,
  validTicketsResponseSchema,
  type ErrorCode,
} from '#shared/api/index.ts';
import type { Cases } from '../cases.ts';
import { expectThat, judge, skipped, type Check, type Outcome } from '../check.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';
import { DATA, failureProblems, judgeFailure } from './failure.ts';
import { masked, takeTicket, validate } from './tickets.ts';

/** What needs more than one user who may scan: it is asked where `--cases` names what it takes. */
export const caseChecks: readonly Check[] = [
  {
    section: '7.3, 2.6',
    requirement: 'authenticate of a user who may not scan: code 3, and no data',
    run: (platform) => signInRefused(platform, 'notAuthorized', ERROR.notAuthorized),
  },
  {
    section: '7.3, 2.6',
    requirement: 'authenticate with a password that has expired: code 4, and no data',
    run: (platform) => signInRefused(platform, 'passwordExpired', ERROR.passwordExpired),
  },
  {
    section: '5, 7.3, 8',
    requirement: 'validateToken with a token that has expired: code 5',
    run: (platform) =>
      given(platform, 'expiredToken', async ({ username, token }) => {
        const headers = authorizationHeader(username, token);
        const answer = await platform.ask(SCANNING_PATHS.validateToken, { headers });
        return judgeFailure(answer, [ERROR.tokenExpired], DATA.validateToken);
      }),
  },
  {
    section: '2.5, 7.3',
    requirement: 'an unanticipated error: code 16, and the token is as good as before',
    run: (platform) =>
      provoked(platform, 'unanticipated', ERROR.unanticipatedError, (alive) =>
        expectThat(alive, 'the token is not valid any more'),
      ),
  },
  {
    section: '2.5, 7.3',
    requirement:
      'an unanticipated error with forced logout: code 17, and the token is not valid any more',
    run: (platform) =>
      provoked(platform, 'forcedLogout', ERROR.unanticipatedErrorForcedLogout, (alive) =>
        expectThat(!alive, 'the token is still valid'),
      ),
  },
  {
    section: '2.10, 5',
    requirement: 'a user with the patronReporting permission: patrons in the download',
    run: (platform) =>
      patrons(platform, 'withPatrons', (count) => expectThat(count > 0, 'no ticket has a patron')),
  },
  {
    section: '2.10, 5',
    requirement: 'a user without the patronReporting permission: no patrons in the download',
    run: (platform) =>
      patrons(platform, 'withoutPatrons', (count) =>
        expectThat(count === 0, `${count} tickets have a patron`),
      ),
  },
  {
    section: '2.8, 5',
    requirement: 'a user with the patronReporting permission: the patron of an admitted ticket',
    run: (platform) =>
      patronAdmitted(platform, 'withPatrons', (isShown) => expectThat(isShown, 'patron is null')),
  },
  {
    section: '2.8, 5',
    requirement: 'a user without the patronReporting permission: no patron of an admitted ticket',
    run: (platform) =>
      patronAdmitted(platform, 'withoutPatrons', (isShown) =>
        expectThat(!isShown, 'there is a patron'),
      ),
  },
];

/** Whether a user sees the patron of a ticket that is admitted (spec 2.8), which spends it. */
function patronAdmitted(
  platform: Platform,
  name: 'withPatrons' | 'withoutPatrons',
  problemsOf: (isShown: boolean) => string[],
): Promise<Outcome> {
  if (!platform.scan) return Promise.resolve(skipped('needs --scan'));
  return given(platform, name, async (credentials) => {
    const session = await platform.signIn(credentials);
    if (session === undefined) return skipped('signing in failed');
    const { headers } = session;
    const path = `${SCANNING_PATHS.validTickets}?clientId=${platform.clientId}`;
    const listed = readOk(validTicketsResponseSchema, await platform.ask(path, { headers }));
    // A ticket may be of nobody: then there is nothing to see.
    const ofSomebody = new Set(
      listed.value?.tickets?.filter(({ patron }) => patron !== null).map((one) => one.ticketId),
    );
    const needed = name === 'withPatrons';
    const ticket = await takeTicket(platform, (one) => !needed || ofSomebody.has(one.ticketId));
    if (ticket === undefined) return skipped('no such ticket');
    const answer = await validate(platform, headers, ticket.barcode);
    await platform.signOut(headers);
    const { value, problems } = readOk(validateTicketResponseSchema, answer);
    if (value?.error !== false) {
      const code = value?.errorDetails?.errorCodeId ?? 'unknown';
      return judge([...problems, `${masked(ticket.barcode)} has code ${code}`], '');
    }
    return judge([...problems, ...problemsOf(value.patron !== null)], masked(ticket.barcode));
  });
}

async function given<Name extends keyof Cases>(
  { cases }: Platform,
  name: Name,
  run: (one: NonNullable<Cases[Name]>) => Promise<Outcome>,
): Promise<Outcome> {
  const one = cases[name];
  return one === undefined ? skipped(`needs ${name} in --cases`) : run(one);
}

function signInRefused(platform: Platform, name: 'notAuthorized' | 'passwordExpired', code: 3 | 4) {
  return given(platform, name, async (body) => {
    const answer = await platform.ask(SCANNING_PATHS.authenticate, { method: 'POST', body });
    return judgeFailure(answer, [code], DATA.authenticate);
  });
}

/** Provokes an error in a session of its own, and sees what has become of its token. */
async function provoked(
  platform: Platform,
  name: 'unanticipated' | 'forcedLogout',
  code: ErrorCode,
  problemsOf: (alive: boolean) => string[],
): Promise<Outcome> {
  if (!platform.scan) return skipped('needs --scan');
  return given(platform, name, async (barcode) => {
    const session = await platform.signIn();
    if (session === undefined) return skipped('signing in failed');
    const { headers } = session;
    const answer = await validate(platform, headers, barcode);
    const after = await platform.ask(SCANNING_PATHS.validateToken, { headers });
    const { value, problems } = readOk(scanningEnvelopeSchema, after);
    await platform.signOut(session.headers);
    return judge(
      [
        ...failureProblems(answer, [code], DATA.validateTicket),
        ...problems,
        ...problemsOf(value?.error === false),
      ],
      `code ${code}`,
    );
  });
}

function patrons(
  platform: Platform,
  name: 'withPatrons' | 'withoutPatrons',
  problemsOf: (count: number) => string[],
): Promise<Outcome> {
  return given(platform, name, async (credentials) => {
    const session = await platform.signIn(credentials);
    if (session === undefined) return skipped('signing in failed');
    const path = `${SCANNING_PATHS.validTickets}?clientId=${platform.clientId}`;
    const answer = await platform.ask(path, { headers: session.headers });
    await platform.signOut(session.headers);
    const { value, problems } = readOk(validTicketsResponseSchema, answer);
    const tickets = value?.tickets ?? [];
    if (value !== undefined && tickets.length === 0) return skipped('there are no tickets');
    const count = tickets.filter(({ patron }) => patron !== null).length;
    return judge([...problems, ...problemsOf(count)], `${count} of ${tickets.length} tickets`);
  });
}
