import type { OfflineReason } from '#shared/model/connection.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { m } from '#renderer/i18n/messages.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  apiError,
  SNAPSHOT,
  inMinutes,
  NOW,
  offline,
  openDoor,
  SIGNED_IN,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { snapshot, uploads, withChanges } from '#tests/support/kiosk-state.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { scan } from '#tests/renderer/support/keys.ts';
import { steppedClock } from '#tests/renderer/support/stepped-clock.ts';
import { saysOnce, silentOf } from '#tests/renderer/support/on-screen.ts';

/** Each of them once; the compiler knows when one is missing. */
const OFFLINE_REASONS = Object.keys({
  refused: true,
  reset: true,
  dns: true,
  tls: true,
  timeout: true,
  'server-error': true,
  'captive-portal': true,
  firewall: true,
  'not-the-platform': true,
  unreachable: true,
} satisfies Record<OfflineReason, true>) as OfflineReason[];

describe('the network is gone while the door is open', () => {
  test('why, since when, by what is decided, and what is kept', async () => {
    const waiting = uploads({ pending: 1234, oldest: inMinutes(-20) });
    await openKiosk(openDoor({ connection: offline(), snapshot: SNAPSHOT, uploads: waiting }));
    await saysOnce(/Offline since 18:48\.\s+The server’s name was not found\./);
    await saysOnce(/decides by its copy of 900 tickets as of 19:05\./);
    await saysOnce(/1,234 scans are kept here and go up when the platform answers\./);
    await saysOnce('1,234 waiting to be sent');
    expect(root('connection')).toBe('offline');
    expect(root('pending')).toBe('1234');
    expect(root('tickets')).toBe('900');
  });

  test.each(OFFLINE_REASONS)('because of: %s', async (reason) => {
    await openKiosk(openDoor({ connection: offline({ reason }), snapshot: SNAPSHOT }));
    await saysOnce(new RegExp(m[`offline_${reason}_what`]().replace(/[()]/g, '\\$&')));
  });

  test('the platform answers, but too slowly for guests', async () => {
    const connection = offline({ reason: 'timeout', slow: true });
    await openKiosk(openDoor({ connection, snapshot: SNAPSHOT }));
    await saysOnce(/answers too slowly for guests\. This kiosk decides; uploads go on\./);
    await silentOf(/does not answer in time/);
  });

  test('without a copy: guests cannot be decided, and what to do', async () => {
    await openKiosk(openDoor({ connection: offline() }));
    await saysOnce(/no copy of the tickets here, so guests cannot be decided/);
    await saysOnce(/Send guests to another door or the box office/);
    expect(root('tickets')).toBeNull();
  });

  test('it is back: nothing of it is left on the screen', async () => {
    const { main } = await openKiosk(openDoor({ connection: offline(), snapshot: SNAPSHOT }));
    await saysOnce(/Offline since/);
    main.emit(openDoor({ snapshot: SNAPSHOT }));
    await silentOf(/Offline since/);
    await silentOf(/decides by its copy/);
  });

  test('a session that ended while online: the copy decides, too', async () => {
    const reason = { type: 'ended-by-platform', error: apiError(5) } as const;
    const session = { status: 'lost', user: SIGNED_IN.user, reason } as const;
    await openKiosk(openDoor({ session, snapshot: SNAPSHOT }));
    await saysOnce(/decides by its copy of 900 tickets/);
  });
});

describe('when it is tried next', () => {
  const clock = steppedClock();

  test('counts down in seconds to now, without being read out each time', async () => {
    const connection = offline({ nextTry: NOW + 2500 });
    await openKiosk(openDoor({ connection, snapshot: SNAPSHOT }), { now: clock.now });
    await saysOnce('Next try in 3 secs.');
    for (const words of ['Next try in 2 secs.', 'Next try in 1 sec.', 'Trying now.']) {
      clock.pass(1000);
      await saysOnce(words);
    }
    const countdown = page.getByText('Trying now.').element();
    expect(countdown.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  });

  test('while it is under way it says so', async () => {
    await openKiosk(openDoor({ connection: offline({ nextTry: null }), snapshot: SNAPSHOT }));
    await saysOnce('Trying now.');
  });
});

describe('scans wait to be uploaded', () => {
  const waiting = (changes: Partial<KioskState['records']['uploads']>) =>
    openDoor({ uploads: uploads({ pending: 12, oldest: inMinutes(-35), ...changes }) });
  const looks = () =>
    page
      .getByText(/12 scans wait/)
      .element()
      .closest('.notice')?.className;

  test('for a moment, with the platform at hand: only the bar tells', async () => {
    const { main } = await openKiosk(waiting({}));
    await saysOnce('12 waiting to be sent');
    await silentOf(/12 scans wait/);
    main.emit(waiting({ uploading: true }));
    await saysOnce('Sending 12');
  });

  test('the longer the oldest waits, the more urgent it is', async () => {
    const hours = (h: number) => inMinutes(-60 * h);
    const { main } = await openKiosk(waiting({ oldest: hours(25), warning: 24 }));
    await saysOnce(/oldest is from Wed,? 19 Nov, 18:10, 25 hrs ago/);
    await saysOnce(/there are 23 hrs left.*today/);
    expect(looks()).toContain('quiet');

    main.emit(waiting({ oldest: hours(36.5), warning: 36 }));
    await saysOnce(/After 48 hours the platform takes them no longer: 11 hrs 30 mins left/);
    expect(looks()).toContain('banner');

    main.emit(waiting({ oldest: hours(45), warning: 44 }));
    await saysOnce(/Only 3 hrs left.*now\./);
    expect(looks()).toContain('urgent');

    main.emit(waiting({ oldest: hours(48), warning: 44 }));
    await saysOnce(/takes scans for 48 hours only/);
  });

  test('their age is reckoned on the platform’s clock', async () => {
    const clockSkew = -120 * 60_000;
    const wrong = uploads({ pending: 12, oldest: inMinutes(-27 * 60), warning: 24 });
    await openKiosk(openDoor({ uploads: wrong, clockSkew }));
    await saysOnce(/25 hrs ago/);
  });

  test('the platform is busy; the platform refuses; the session has ended', async () => {
    const { main } = await openKiosk(
      waiting({ lastProblem: { type: 'busy', until: NOW + 90_000 } }),
    );
    await saysOnce(/busy and asks to be left alone until 19:11:30/);
    main.emit(waiting({ lastProblem: { type: 'refused', error: apiError(16) } }));
    await saysOnce(/refused the upload: Unanticipated Error \(16\)/);
    main.emit(waiting({ lastProblem: { type: 'refused', error: apiError(7) } }));
    await saysOnce(/a client this user may not scan for: User Wrong Client \(7\)/);
    main.emit(waiting({ lastProblem: { type: 'refused', error: apiError(5) } }));
    await saysOnce(/ended the session: Token Expired \(5\)/);
  });

  test('nobody is signed in: they go up at the next sign-in', async () => {
    const { main } = await openKiosk(signedOut({ uploads: uploads({ pending: 3 }) }));
    await saysOnce('3 scans of this kiosk wait. They go up at the next sign-in.');
    main.emit(signedOut({ uploads: uploads({ pending: 1 }) }));
    await saysOnce('1 scan of this kiosk waits. It goes up at the next sign-in.');
    main.emit(signedOut());
    await silentOf(/of this kiosk wait/);
  });
});

test('a clock that is wrong is told, quietly', async () => {
  await openKiosk(openDoor({ clockSkew: 182 * 60_000 }));
  await saysOnce(
    'This machine’s clock is 3 hrs 2 mins behind the platform’s. Scan times are right all the same; set the clock.',
  );
});

test('a scan is taken while the kiosk decides alone', async () => {
  const state = openDoor({ connection: offline(), snapshot: snapshot({ ...SNAPSHOT }) });
  const { main } = await openKiosk(state);
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  main.emit(withChanges(state, { verdict: admission({}, { basis: 'cache' }) }));
  await saysOnce(/Decided by this kiosk, offline, 19:10:00/);
  expect(root('basis')).toBe('cache');
});
