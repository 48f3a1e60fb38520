import { sanitise, sanitiseProse } from '#renderer/lib/sanitise.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '#shared/result.ts';
import {
  admission,
  apiError,
  boardAfter,
  snapshotRefusal,
  FOR_THE_TEMPEST,
  NOW,
  openDoor,
  localHint,
  refusal,
  signedOut,
} from './support/builders.ts';
import { discrepancy, mainWithDiscrepancies } from './support/discrepancies.ts';
import { FakeMain } from './support/fake-transport.ts';
import { chooseMore } from './support/menu.ts';
import { openKiosk, root } from './support/open-kiosk.ts';
import { mainWithProgramme, performance, series, withProgramme } from './support/programme.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

declare global {
  interface Window {
    harmed?: boolean;
  }
}

let clock = NOW;
const HARM = 'window.harmed = true';
const HOSTILE = [
  `<script>${HARM}</script>`,
  `<img src="x" onerror="${HARM}">`,
  `<svg onload="${HARM}"><animate onbegin="${HARM}" attributeName="x"/></svg>`,
  `<a href="javascript:${HARM}">here</a>`,
  `<p style="position:fixed;inset:0" onclick="${HARM}" id="app" class="verdict">over it all</p>`,
  `<iframe srcdoc="<script>parent.${HARM}</script>"></iframe>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${HARM}&gt;">`,
  `<form action="https://example.org"><input name="password"><button>Send</button></form>`,
  `<style>* { display: none !important }</style>`,
  `<meta http-equiv="refresh" content="0;url=https://example.org"><base href="https://example.org">`,
];

function inDocument(html: string): HTMLElement {
  const element = document.createElement('div');
  element.append(sanitise(html));
  return element;
}

describe('the platform’s HTML is reduced to formatting', () => {
  test('what formats stays', () => {
    const html =
      '<p>Use <b>door</b> <strong>4</strong><br><i>or</i> <em>5</em></p><ul><li>A</li></ul>';
    expect(inDocument(html).innerHTML).toBe(html);
  });

  test.each(HOSTILE)('%s', (html) => {
    const element = inDocument(`<p>before</p>${html}<p>after</p>`);
    for (const child of element.querySelectorAll('*')) {
      expect(child.tagName).toMatch(/^(B|I|EM|STRONG|BR|P|SPAN|UL|OL|LI)$/);
      expect(child.attributes).toHaveLength(0);
    }
    expect(element.textContent).toContain('before');
  });
});

const everything = HOSTILE.join('');

function expectHarmless() {
  expect(window.harmed).toBeUndefined();
  expect(document.querySelectorAll('#app iframe, #app img, #app a, #app form form')).toHaveLength(
    0,
  );
  expect(document.querySelectorAll('#app [onclick], #app [onerror], #app [style]')).toHaveLength(0);
  expect(document.querySelectorAll('#app script, #app style')).toHaveLength(0);
}

describe('hostile words in any field do no harm', () => {
  test('of an admission', async () => {
    const text = { name: everything, performance: everything, section: everything };
    const patron = {
      email: everything,
      firstName: everything,
      lastName: everything,
      billingAddress: null,
      shippingAddress: null,
      primaryPhoneNumber: { phoneNumber: everything, type: everything },
    };
    const shown = admission({ ...text, seat: everything, successHtml: everything, patron });
    await openKiosk(openDoor({ verdict: shown }));
    expectHarmless();
  });

  test('of a refusal', async () => {
    const error = apiError(99, { name: everything, key: everything, messageHtml: everything });
    await openKiosk(openDoor({ verdict: refusal(error, { codeTail: '<b>' }) }));
    expectHarmless();
  });

  test('of scans that the platform does not accept', async () => {
    const state = openDoor();
    const words = { name: everything, performance: everything, seat: everything };
    const main = mainWithDiscrepancies(state, [
      discrepancy({ ...words, reason: { type: 'platform-words', text: everything } }),
      discrepancy({
        ...words,
        id: 'second',
        code: everything,
        reason: { type: 'platform-error', error: apiError(99, { name: everything }) },
      }),
    ]);
    await openKiosk(withChanges(state, { discrepancies: 2 }), { main });
    await page.getByRole('button', { name: 'Look at them' }).click();
    await expect.poll(() => document.querySelectorAll('.code').length).toBe(2);
    expectHarmless();
  });

  test('of the copy of the tickets', async () => {
    const venue = {
      ...{ name: everything, location: everything, phone: everything, transit: everything },
      address: [everything],
    };
    const wall = { date: '2025-11-21', time: everything };
    const ticketFor = {
      ...FOR_THE_TEMPEST,
      production: everything,
      wall,
      words: everything,
      venue,
    };
    const shown = snapshotRefusal(10, {}, { own: localHint({ ticketFor }) });
    await openKiosk(openDoor({ verdict: shown }));
    expectHarmless();
  });

  test('of a sign-in', async () => {
    const main = new FakeMain(signedOut());
    const error = apiError(99, { name: everything, messageHtml: `<b>Closed</b>${everything}` });
    main.on('signIn', () => ({ ok: false, error: { type: 'refused', error } }));
    const { screen } = await openKiosk(signedOut(), { main });
    await screen.getByLabelText('User name').fill('frances');
    await screen.getByLabelText('Password', { exact: true }).fill('secret');
    await screen.getByRole('button', { name: 'Sign in' }).click();
    await expect.element(page.getByText('Closed')).toBeVisible();
    expect(document.querySelectorAll('#app input')).toHaveLength(2);
    expectHarmless();
  });

  test('of a description: only its formatting, headings and tables are left', () => {
    const element = document.createElement('div');
    const tags = '<h1>A</h1><div>B</div><table><tr><td>C</td></tr></table>';
    element.append(sanitiseProse(`${tags}${everything}<h6>D</h6>`));
    expect([...element.querySelectorAll('h3')].map(({ textContent }) => textContent)).toContain(
      'A',
    );
    expect(element.querySelector('td')?.textContent).toBe('C');
    for (const child of element.querySelectorAll('*')) {
      expect(child.tagName).toMatch(
        /^(B|I|EM|STRONG|BR|P|SPAN|UL|OL|LI|H3|DIV|BLOCKQUOTE|TABLE|TBODY|TR|T[DH])$/,
      );
      expect(child.attributes).toHaveLength(0);
    }
  });

  test('of the programme: names, notes, messages, venues and descriptions', async () => {
    const state = boardAfter(1, withProgramme());
    const main = mainWithProgramme(state);
    const words = {
      superTitle: everything,
      subTitle: everything,
      noTicketsMessage: everything,
      salesOverMessage: everything,
      departmentName: everything,
      logo: null,
    };
    const shown = performance({
      ...words,
      productionName: everything,
      notes: everything,
      standing: 'message',
      message: everything,
      venueName: everything,
      times: { type: 'starts', time: everything, text: everything },
      entryTimes: [{ id: 1, time: everything, soldOut: true }],
    });
    const venue = {
      name: everything,
      location: everything,
      phone: everything,
      transit: everything,
      address: [everything],
    };
    const production = series({
      ...words,
      name: everything,
      venue,
      purchaseAlert: everything,
      logoAlt: everything,
    });
    main.on('programmeBoard', () => ok({ today: [shown], next: [shown] }));
    main.on('programmeSeries', () => ok([production]));
    main.on('programmePerformances', () => ok({ performances: [shown], total: 1 }));
    main.on('programmeMonth', (month) => {
      const weeks = [[{ date: '2025-11-20', performances: [shown] }]];
      return ok({ ...month, weeks, fetchedAt: 1 });
    });
    main.on('programmeDetail', () =>
      ok({ series: production, descriptionHtml: everything, performances: [shown] }),
    );
    const harmless = () => {
      expect(window.harmed).toBeUndefined();
      expect(
        document.querySelectorAll(
          '#app :is(iframe, img, a, form, script, style, [onclick], [onerror], [onload])',
        ),
      ).toHaveLength(0);
    };
    const { screen } = await openKiosk(state, { main, now: () => clock });
    clock += 1;
    await expect.poll(() => root('board'), { timeout: 5000 }).toBe('idle');
    harmless();
    main.emit(boardAfter(null, state));
    await chooseMore('What’s on');
    await expect.poll(() => document.querySelectorAll('.name').length).toBeGreaterThan(0);
    harmless();
    await screen.getByRole('tab', { name: 'Series' }).click();
    harmless();
    await screen.getByRole('tab', { name: 'Performances' }).click();
    await expect.poll(() => document.querySelectorAll('.list li').length).toBeGreaterThan(0);
    harmless();
    document.querySelector<HTMLElement>('.list h3 button')?.click();
    await expect.poll(() => document.querySelector('.prose')).not.toBeNull();
    harmless();
  });

  test('of the names on the ready screen', async () => {
    const selection = {
      scope: 'production',
      clientId: 1,
      clientName: everything,
      productionId: 2,
      productionName: everything,
    } as const;
    await openKiosk(openDoor({ selection, kiosk: { id: 'k', name: everything } }));
    expect(window.harmed).toBeUndefined();
    expect(document.querySelectorAll('#app iframe, #app img, #app a')).toHaveLength(0);
  });
});
