import { m } from '#renderer/i18n/messages.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { LostReason, SessionState } from '#shared/model/session.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import { passwordWords } from '#renderer/lib/password-words.ts';
import { good, type Line, type Reading } from '#renderer/lib/readiness-line.ts';
import { isolated } from '#renderer/lib/selection-text.ts';

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** Who is signed in, until when, and whether they could sign in again. */
export function sessionLine(reading: Reading): Line {
  const {
    session: { current: session },
  } = reading.state;
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
      const user = isolated(session.user.username);
      return {
        state: 'stop',
        facts: [lostFact(session.reason, user)],
        remedy: m.session_lost_advice(),
      };
    }
    default:
      return assertNever(session);
  }
}

function lostFact(reason: LostReason, user: string): string {
  switch (reason.type) {
    case 'ended-by-platform': {
      const { name, code } = reason.error;
      return m.session_lost_what({ user, name: isolated(name), code });
    }
    case 'turned-away':
      return m.session_turnedAway_what({ user, status: reason.status });
    default:
      return assertNever(reason);
  }
}

function signedInLine({ state, format, platformNow }: Reading, session: SignedIn): Line {
  const user = isolated(session.user.username);
  const time = format.since(session.expiresAt, platformNow);
  // The platform's word ends a session, and that cannot be heard now.
  const isOverdue =
    state.session.connection.status === 'offline' && session.expiresAt <= platformNow;
  const facts = [
    m.session_signedIn({ user }),
    isOverdue ? m.session_overdue_what({ time }) : m.session_until({ time }),
  ];

  const password = passwordWords(session.user, format);
  if (password?.isOver) {
    return { state: 'stop', facts: [password.text, ...facts], remedy: password.advice };
  }
  if (password !== null || isOverdue) {
    const remedy = password?.text ?? m.session_overdue_advice();
    return { state: 'attention', facts, remedy };
  }
  return good(...facts);
}
