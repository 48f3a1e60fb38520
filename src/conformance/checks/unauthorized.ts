import { authorizationHeader, ERROR, SCANNING_PATHS } from '#shared/api/index.ts';
import { skipped, type Check } from '../check.ts';
import type { Question } from '../http.ts';
import type { Platform } from '../platform.ts';
import { DATA, judgeFailure } from './failure.ts';

/** Someone who is not known to any platform. */
const STRANGER = 'nobody@conformance.invalid';

type Endpoint = 'filterOptions' | 'validTickets' | 'validateToken' | 'validateTicket' | 'syncScans';

interface Asked {
  readonly endpoint: Endpoint;
  readonly path: (platform: Platform) => string;
  readonly question: (platform: Platform) => Question;
  /** It is only asked where tickets may be spent. */
  readonly scans?: boolean;
}

const ENDPOINTS: readonly Asked[] = [
  {
    endpoint: 'filterOptions',
    path: () => SCANNING_PATHS.filterOptions,
    question: () => ({}),
  },
  {
    endpoint: 'validTickets',
    path: ({ clientId }) => `${SCANNING_PATHS.validTickets}?clientId=${clientId}`,
    question: () => ({}),
  },
  {
    endpoint: 'validateToken',
    path: () => SCANNING_PATHS.validateToken,
    question: () => ({}),
  },
  {
    endpoint: 'validateTicket',
    path: () => SCANNING_PATHS.validateTicket,
    question: ({ clientId }) => ({
      method: 'POST',
      body: { clientId, barcodeString: 'conformance' },
    }),
    scans: true,
  },
  {
    endpoint: 'syncScans',
    path: () => SCANNING_PATHS.syncScans,
    question: ({ clientId }) => ({ method: 'POST', body: { clientId, tickets: [] } }),
    scans: true,
  },
];

/** What the scanning endpoints say to somebody who has not signed in (spec 4.2, 5 and 7). */
export const unauthorizedChecks: readonly Check[] = [
  ...ENDPOINTS.flatMap((asked) => [
    refused(asked, 'without Authorization', {}, [ERROR.authorizationHeaderInvalid]),
    refused(asked, 'with an Authorization of another scheme', { Authorization: 'Bearer x' }, [
      ERROR.authorizationHeaderInvalid,
    ]),
    refused(asked, 'with an invented token', authorizationHeader(STRANGER, 'invented'), [
      ERROR.tokenNotValid,
    ]),
    afterTheEnd(asked),
  ]),
  {
    section: '4.2, 2.6',
    requirement: 'authenticate with a wrong user name: code 2, and no data',
    run: (platform) =>
      authenticate(platform, { username: STRANGER, password: 'wrong' }, ERROR.authenticationFailed),
  },
  {
    section: '4.2, 7.3',
    requirement: 'authenticate without a password: code 15, and no data',
    run: (platform) =>
      authenticate(platform, { username: STRANGER }, ERROR.inputMissingRequiredField),
  },
];

async function authenticate({ ask }: Platform, body: object, code: 2 | 15) {
  const answer = await ask(SCANNING_PATHS.authenticate, { method: 'POST', body });
  return judgeFailure(answer, [code], DATA.authenticate);
}

function afterTheEnd({ endpoint, path, question, scans = false }: Asked): Check {
  return {
    section: '4.2, 5, 7',
    requirement: `${endpoint} with a token that was invalidated: code 5 or 6, and no data`,
    async run(platform) {
      if (platform.credentials === undefined) return skipped('needs --username and --password');
      if (scans && !platform.scan) return skipped('needs --scan');
      const headers = await platform.endedSession();
      if (headers === undefined) return skipped('signing in failed');
      const answer = await platform.ask(path(platform), { ...question(platform), headers });
      return judgeFailure(answer, [ERROR.tokenExpired, ERROR.tokenNotValid], DATA[endpoint]);
    },
  };
}

function refused(
  { endpoint, path, question, scans = false }: Asked,
  how: string,
  headers: Record<string, string>,
  codes: Parameters<typeof judgeFailure>[1],
): Check {
  return {
    section: '4.2, 5, 7',
    requirement: `${endpoint} ${how}: code ${codes.join(' or ')}, and no data`,
    async run(platform) {
      if (scans && !platform.scan) return skipped('needs --scan');
      const answer = await platform.ask(path(platform), { ...question(platform), headers });
      return judgeFailure(answer, codes, DATA[endpoint]);
    },
  };
}
