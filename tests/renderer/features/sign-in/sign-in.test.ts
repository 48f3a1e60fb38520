import type { OfflineReason } from '#shared/model/connection.ts';
import type { SignInFailure } from '#shared/model/session.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  apiError,
  DEMO,
  openDoor,
  refusal,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const username = page.getByLabelText('User name');
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: 'Sign in' });

async function signIn(name: string, secret: string) {
  await username.fill(name);
  await password.fill(secret);
  await press('{Enter}');
}

const LOST = {
  status: 'lost',
  user: { username: 'frances', daysTillPasswordExpires: null },
  reason: { type: 'ended-by-platform', error: apiError(5) },
} as const;

test('user name and password reach the kiosk as they were typed', async () => {
  const { main } = await openKiosk(signedOut());
  await expect.element(username).toHaveFocus();
  await signIn(' frances@example.org ', ' pass word ');

  expect(main.requests('signIn')).toEqual([
    { username: 'frances@example.org', password: ' pass word ' },
  ]);
  expect(root('screen')).toBe('sign-in');
  await picture('sign-in');
});

test('while it is under way it says so, and takes no second one', async () => {
  const main = new FakeMain(signedOut());
  let answer: (() => void) | undefined;
  main.on(
    'signIn',
    () => new Promise((resolve) => (answer = () => resolve({ ok: true, value: null }))),
  );
  await openKiosk(signedOut(), { main });
  await signIn('frances', 'secret');

  const working = page.getByRole('button', { name: 'Signing in' });
  await expect.element(working).toBeVisible();
  await working.click({ force: true });
  await press('{Enter}');
  expect(main.requests('signIn')).toHaveLength(1);
  answer?.();
  await expect.element(submit).toBeVisible();
});

test.each([
  ['', '', 'Enter the user name.', username],
  ['frances', '', 'Enter the password.', password],
])('with “%s” and “%s”: %s', async (name, secret, words, field) => {
  const { main } = await openKiosk(signedOut());
  await username.fill(name);
  await password.fill(secret);
  await submit.click();

  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(field).toHaveFocus();
  expect(main.requests('signIn')).toEqual([]);
});

test('the password can be shown', async () => {
  await openKiosk(signedOut());
  await password.fill('secret');
  await expect.element(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

describe('each failure has its own message, and leaves the form usable', () => {
  const refused = (code: number): SignInFailure => ({ type: 'refused', error: apiError(code) });
  const offline = (reason: OfflineReason): SignInFailure => ({ type: 'offline', reason });

  const FAILURES: [string, SignInFailure, RegExp, RegExp][] = [
    ['wrong password', refused(2), /password is wrong/, /type the password again/],
    ['no permission', refused(3), /may not check tickets/, /scanning permission/],
    ['password expired', refused(4), /password has expired/, /Log in to the ticketing platform/],
    ['another error', refused(16), /Unanticipated Error \(16\)/, /tell your administrator/],
    ['an unknown error', refused(77), /Ticket Too Early \(77\)/, /tell your administrator/],
    ['refused', offline('refused'), /server is not running/, /ticketing provider/],
    ['reset', offline('reset'), /broke off/, /check the network/],
    ['dns', offline('dns'), /name was not found/, /network is up/],
    ['tls', offline('tls'), /certificate is not trusted/, /date and time/],
    ['timeout', offline('timeout'), /does not answer in time/, /check the network/],
    ['server error', offline('server-error'), /problem of its own/, /in a moment/],
    ['captive portal', offline('captive-portal'), /sign-in of its own/, /welcome page/],
    ['firewall', offline('firewall'), /refuses this kiosk \(HTTP 403\)/, /ticketing provider/],
    ['something else', offline('not-the-platform'), /Something else answers/, /address/],
    ['no network', offline('unreachable'), /no network/, /cable or the Wi-Fi/],
  ];

  test.each(FAILURES)('%s', async (_, error, what, advice) => {
    const main = new FakeMain(signedOut());
    main.on('signIn', () => ({ ok: false, error }));
    await openKiosk(signedOut(), { main });
    await signIn('frances', 'secret');

    await expect.element(page.getByText(what)).toBeVisible();
    await expect.element(page.getByText(advice)).toBeVisible();
    await expect.element(username).toHaveValue('frances');
    await expect.element(password).toHaveValue('');
    await expect.element(password).toHaveFocus();

    main.on('signIn', () => ({ ok: true, value: null }));
    await password.fill('better');
    await submit.click();
    expect(main.requests('signIn')).toHaveLength(2);
    await expect.element(page.getByText(what)).not.toBeInTheDocument();
  });

  test('the kiosk itself fails', async () => {
    const main = new FakeMain(signedOut());
    main.on('signIn', () => Promise.reject(new Error('gone')));
    await openKiosk(signedOut(), { main });
    await signIn('frances', 'secret');
    await expect.element(page.getByText(/kiosk could not do this/)).toBeVisible();
  });

  test('the platform’s own words are shown', async () => {
    const main = new FakeMain(signedOut());
    const error = apiError(16, { messageHtml: '<p>Closed until <b>noon</b></p>' });
    main.on('signIn', () => ({ ok: false, error: { type: 'refused', error } }));
    await openKiosk(signedOut(), { main });
    await signIn('frances', 'secret');
    await expect.element(page.getByText('noon')).toBeVisible();
    await picture('sign-in-refused');
  });
});

test('the server can be changed', async () => {
  const { main } = await openKiosk(signedOut());
  await page.getByRole('button', { name: 'Change server' }).click();
  expect(main.requests('forgetBaseUrl')).toEqual([null]);
});

test('the server that a file sets is not changed here, and why is told', async () => {
  await openKiosk(withChanges(signedOut(), { managed: ['server'] }));
  await expect.element(page.getByText(/this kiosk’s settings file sets it/)).toBeVisible();
  const change = page.getByRole('button', { name: 'Change server' });
  await expect.element(change).not.toBeInTheDocument();
});

describe('a session that was lost', () => {
  test('to a gateway that gave no reason says so, and with which status', async () => {
    const session = { ...LOST, reason: { type: 'turned-away', status: 403 } } as const;
    await openKiosk(openDoor({ selection: null, session }));
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(page.getByRole('status').element().textContent).toContain('HTTP 403');
    await picture('sign-in-turned-away');
  });

  test('without a choice says why, and knows the user', async () => {
    await openKiosk(openDoor({ session: LOST, selection: null }));

    expect(root('screen')).toBe('sign-in');
    await expect.element(page.getByRole('status')).toBeVisible();
    await expect.element(page.getByText('Token Expired')).toBeVisible();
    await expect.element(username).toHaveValue('frances');
    await expect.element(password).toHaveFocus();
    await picture('sign-in-lost');
  });

  test('the focus stays where it is while the sign-in is under way', async () => {
    const { main } = await openKiosk(openDoor({ session: LOST, selection: null }));
    await expect.element(password).toHaveFocus();
    main.emit(signedOut({ session: { status: 'signing-in', username: 'frances' } }));
    await expect.element(page.getByRole('button', { name: 'Signing in' })).toBeVisible();
    await expect.element(password).toHaveFocus();
  });

  test('with an open door: sign-in is opened from it, survives the attempt, and leads back', async () => {
    const { main } = await openKiosk(openDoor({ session: LOST }));
    expect(root('screen')).toBe('ready');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => root('screen')).toBe('sign-in');

    await page.getByRole('button', { name: 'Back to the door' }).click();
    await expect.poll(() => root('screen')).toBe('ready');

    await page.getByRole('button', { name: 'Sign in' }).click();
    const error = apiError(2);
    main.on('signIn', () => {
      main.emit(openDoor({ session: { status: 'signing-in', username: 'frances' } }));
      main.emit(openDoor({ session: LOST }));
      return { ok: false, error: { type: 'refused', error } };
    });
    await password.fill('wrong');
    await submit.click();
    await expect.element(page.getByText(/password is wrong/)).toBeVisible();
    expect(root('screen')).toBe('sign-in');

    main.on('signIn', () => {
      main.emit(openDoor());
      return { ok: true, value: null };
    });
    await password.fill('right');
    await submit.click();
    await expect.poll(() => root('screen')).toBe('ready');
    main.emit(openDoor({ session: LOST }));
    await expect.poll(() => root('screen')).toBe('ready');
  });
});

describe('a guest is answered while somebody signs in again', () => {
  const lost = openDoor({ session: LOST });
  const signingIn = openDoor({ session: { status: 'signing-in', username: 'frances' } });

  async function typeHalfAPassword() {
    const kiosk = await openKiosk(lost);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await username.fill('fran');
    await password.fill('half a pass');
    return kiosk;
  }

  test('and what was typed comes back with its focus', async () => {
    const { main } = await typeHalfAPassword();
    await expect.element(password).toHaveFocus();
    main.emit(withChanges(lost, { verdict: admission() }));
    await expect.poll(() => root('screen')).toBe('verdict');
    await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect.poll(() => document.activeElement === document.body).toBe(true);
    expect(submit.element().closest('[inert]')).not.toBeNull();

    main.emit(lost);
    await expect.poll(() => root('screen')).toBe('sign-in');
    await expect.element(password).toHaveFocus();
    await press('w');
    await expect.element(username).toHaveValue('fran');
    await expect.element(password).toHaveValue('half a passw');
  });

  test('also while the platform is asked', async () => {
    const { main } = await typeHalfAPassword();
    main.on('signIn', () => new Promise(() => undefined));
    await submit.click();
    main.emit(signingIn);
    main.emit(withChanges(signingIn, { verdict: refusal(apiError(12)) }));
    await expect.poll(() => root('verdict')).toBe('duplicate');
    main.emit(signingIn);
    await expect.element(page.getByRole('button', { name: 'Signing in' })).toHaveFocus();
    await expect.element(password).toHaveValue('half a pass');
  });
});

describe('in a demonstration', () => {
  test('a press on a user fills the form', async () => {
    const { main } = await openKiosk(signedOut({ demo: DEMO }));
    await page.getByRole('button', { name: /front-of-house/ }).click();
    await expect.element(username).toHaveValue('front-of-house');
    await submit.click();
    expect(main.requests('signIn')).toEqual([
      { username: 'front-of-house', password: 'let-me-see' },
    ]);
  });

  test('each ticket is a picture on white, with its kind in words', async () => {
    await openKiosk(signedOut({ demo: DEMO }));
    const valid = page.getByRole('img', { name: 'Barcode: Valid ticket' });
    await expect.element(valid).toBeVisible();
    expect(valid.element().clientWidth).toBeGreaterThanOrEqual(120);
    await expect.poll(() => document.querySelectorAll('img').length).toBe(DEMO.tickets.length);
    for (const kind of ['Refunded', 'Another event', 'No such ticket']) {
      await expect.element(page.getByText(kind, { exact: true })).toBeInTheDocument();
    }
    await picture('sign-in-demo');
  });
});
