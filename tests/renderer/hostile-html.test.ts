import { sanitise } from '#renderer/lib/sanitise.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { admission, apiError, openDoor, refusal, signedOut } from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { openKiosk } from './support/open-kiosk.ts';

declare global {
  interface Window {
    harmed?: boolean;
  }
}

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
