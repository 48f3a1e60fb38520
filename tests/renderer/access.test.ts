import type { KioskState } from '#shared/model/kiosk-state.ts';
import type {} from '@vitest/browser-playwright';
import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import {
  admission,
  apiError,
  DEMO,
  inMinutes,
  openDoor,
  PATRON,
  refusal,
  SIGNED_IN,
  signedOut,
} from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { openKiosk, root } from './support/open-kiosk.ts';

const reason = { type: 'ended-by-platform', error: apiError(5) } as const;
const user = { username: 'frances', daysTillPasswordExpires: 3 };

const STATES: Record<string, KioskState> = {
  fault: openDoor({ fault: { type: 'settings-file', path: '/etc/usher.json', detail: 'wrong' } }),
  server: signedOut({ server: null }),
  'sign-in': signedOut(),
  'sign-in, lost': openDoor({ selection: null, session: { status: 'lost', user, reason } }),
  'sign-in, demo': signedOut({ demo: DEMO }),
  select: openDoor({ selection: null, session: { ...SIGNED_IN, user } }),
  ready: openDoor({ lastVerdict: refusal(apiError(12)), pending: 3 }),
  'ready, lost and offline': openDoor({
    session: { status: 'lost', user, reason },
    connection: { status: 'offline', reason: 'tls', since: inMinutes(-3) },
  }),
  admit: openDoor({ verdict: admission({ patron: PATRON, successHtml: '<b>Lounge</b>' }) }),
  reject: openDoor({ verdict: refusal(apiError(11)) }),
  duplicate: openDoor({ verdict: refusal(apiError(12)) }),
  undecided: openDoor({ verdict: refusal(apiError(16)) }),
};

describe('axe finds nothing', () => {
  test.each(Object.entries(STATES))('%s', async (_, state) => {
    const main = new FakeMain(state);
    const performances = [{ performanceId: 1, performanceStart: inMinutes(5) }];
    const productions = [{ productionId: 1, productionName: 'The Tempest', performances }];
    const clients = ['One', 'Two'].map((value, id) => ({ id, value, productions }));
    main.on('filterOptions', () => ({ ok: true, value: clients }));
    await openKiosk(state, { main });
    if (root('screen') === 'select') {
      await expect.element(page.getByRole('button', { name: 'Open the door' })).toBeVisible();
    }
    document.title = 'Usher';
    const { violations } = await axe.run(document, {
      runOnly: [
        'wcag2a',
        'wcag2aa',
        'wcag2aaa',
        'wcag21a',
        'wcag21aa',
        'wcag22aa',
        'best-practice',
      ],
    });
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]),
    ).toEqual([]);
  });
});

describe('with reduced motion', () => {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });

  afterEach(() => emulate('no-preference'));

  const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');

  test('nothing moves; without it, only the invitation pulses', async () => {
    await openKiosk(openDoor());
    expect(moving()).toHaveLength(1);
    await emulate('reduce');
    expect(moving()).toHaveLength(0);
  });

  test('a scan that takes long is still seen to be under way', async () => {
    await emulate('reduce');
    await openKiosk(openDoor({ waiting: 1 }));
    await expect.element(page.getByText('Checking')).toBeVisible();
  });
});
