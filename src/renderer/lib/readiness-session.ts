import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { SessionState } from '#shared/model/session.ts';
import { adviceOf } from './advice.ts';
import { good, type Line, type Reading } from './readiness-line.ts';
import { isolated } from './selection-text.ts';

/** From this many days before its end on, a password's expiry is spoken of. */
export const PASSWORD_WARNING = 14;

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** Who is signed in, until when, and whether they could sign in again. */
export function sessionLine(reading: Reading): Line {
  const { session } = reading.state;
  switch (session.status) {
    case 'signed-in':
      return signedInLine(reading, session);
    case 'signing-in':
      return {
        state: 'attention',
        facts: [m.session_signingIn({ user: isolated(session.username) })],
        remedy: null,
      };
    case 'signed-out': {
      const { what, advice } = adviceOf('session_none');
      return { state: 'stop', facts: [what], remedy: advice };
    }
    case 'lost': {
      const { name, code } = session.reason.error;
      const user = isolated(session.user.username);
      return {
        state: 'stop',
        facts: [m.session_lost_what({ user, name: isolated(name), code })],
        remedy: m.session_lost_advice(),
      };
    }
    default:
      return assertNever(session);
  }
}

function signedInLine({ state, format, platformNow }: Reading, session: SignedIn): Line {
  const user = isolated(session.user.username);
  const time = format.since(session.expiresAt, platformNow);
  // The platform's word ends a session, and that cannot be heard now.
  const isOverdue = state.connection.status === 'offline' && session.expiresAt <= platformNow;
  const facts = [
    m.session_signedIn({ user }),
    isOverdue ? m.session_overdue_what({ time }) : m.session_until({ time }),
  ];

  const days = session.user.daysTillPasswordExpires;
  if (days !== null && days < 0) {
    return {
      state: 'stop',
      facts: [m.session_passwordOver_what({ user }), ...facts],
      remedy: m.session_passwordOver_advice(),
    };
  }
  const isNear = days !== null && days <= PASSWORD_WARNING;
  if (!isNear && !isOverdue) return good(...facts);
  return {
    state: 'attention',
    facts,
    remedy: isNear ? m.passwordExpires({ days: format.inDays(days) }) : m.session_overdue_advice(),
  };
}
