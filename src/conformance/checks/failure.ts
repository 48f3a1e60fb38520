import {
  endsSession,
  ERROR_NAMES,
  isErrorCode,
  scanningEnvelopeSchema,
  type ErrorCode,
} from '#shared/api/index.ts';
import { expectThat, judge, type Outcome } from '../check.ts';
import type { Answer } from '../http.ts';
import { membersOf, read } from '../reading.ts';

/** The data members that are null on failure (spec 2.6 to 2.10 and 7.2). */
export const DATA = {
  authenticate: [
    'accessTokenExpiration',
    'accessToken',
    'passwordExpiresOn',
    'daysTillPasswordExpires',
  ],
  filterOptions: ['clients'],
  validateTicket: [
    'name',
    'performance',
    'section',
    'seat',
    'ticketsScanned',
    'ticketsSold',
    'successMsg',
    'patron',
  ],
  // The spec calls clientId not nullable, and what the caller asked for may come back.
  validTickets: ['tickets'],
  validateToken: [],
  // Whether its answer has more than failedBarcodes is written in two ways (spec 2.5 and 4.2).
  syncScans: [],
} as const;

/** Errors of a ticket (spec 7.3): they do not affect the token, says 2.5. */
const TICKET_CODES: readonly number[] = [8, 9, 10, 11, 12, 13, 14];

/** Whether the answer is a failure as the spec writes it (2.5, 7.2 to 7.4), with one of the codes. */
export function judgeFailure(
  answer: Answer,
  codes: readonly ErrorCode[],
  data: readonly string[],
): Outcome {
  return judge(failureProblems(answer, codes, data), `code ${codeText(answer)}`);
}

export function failureProblems(
  answer: Answer,
  codes: readonly ErrorCode[],
  data: readonly string[],
): string[] {
  const { value, problems } = read(scanningEnvelopeSchema, answer);
  if (value === undefined) return [...problems];
  const { error, errorMessageHTML, errorDetails } = value;
  if (!error) return [...problems, 'error is false'];
  if (errorDetails === null) return [...problems, 'errorDetails is null'];
  // The document lists only the keys that were seen (7.4): others are no breach.
  const { errorCodeId: code, errorCodeName, forceLogout } = errorDetails;
  const members = membersOf(answer.body);
  return [
    ...problems,
    ...expectThat(
      codes.some((expected) => expected === code),
      `code ${code} instead of ${codes.join(' or ')}`,
    ),
    ...expectThat(errorMessageHTML !== null, 'errorMessageHTML is null'),
    ...expectThat(
      !isErrorCode(code) || errorCodeName === ERROR_NAMES[code],
      'errorCodeName is not the one of this code',
    ),
    ...expectThat(
      forceLogout || code === 1 || !endsSession({ code, forceLogout: false }),
      `forceLogout is false with code ${code}`,
    ),
    ...expectThat(
      !forceLogout || !TICKET_CODES.includes(code),
      `forceLogout is true with code ${code}, which is the ticket's`,
    ),
    ...data
      .filter((member) => members[member] !== null)
      .map((member) => `${member} is ${member in members ? 'not null' : 'missing'}`),
  ];
}

function codeText(answer: Answer): string {
  const { errorDetails } = scanningEnvelopeSchema.safeParse(answer.body).data ?? {};
  return String(errorDetails?.errorCodeId ?? 'unknown');
}
