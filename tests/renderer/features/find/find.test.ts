import type {} from '@vitest/browser-playwright';
import { describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { FindFailure, FoundTicket } from '#shared/model/find.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { admission, inMinutes, NOW } from '#tests/renderer/support/builders.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  FOUND,
  foundTicket,
  mainThatFinds,
  notGood,
  searching,
} from '#tests/renderer/support/find.ts';
import type { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { scan, typeByHand } from '#tests/renderer/support/keys.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { frame } from '#tests/renderer/support/press.ts';
import { LOCKED, withChanges } from '#tests/support/kiosk-state.ts';
import { says } from '#tests/renderer/support/on-screen.ts';

interface Opening {
  state?: KioskState;
  main?: FakeMain;
  size?: Size;
}

async function openFind({ state = searching(), main = mainThatFinds(state), size }: Opening = {}) {
  await openKiosk(state, { main, ...(size && { size }) });
  await chooseMore('Find a ticket');
  await expect.poll(() => root('screen')).toBe('find');
  return main;
}

const field = () => page.getByRole('combobox', { name: 'Name, ticket number or seat' });
const options = () => page.getByRole('option');
const marked = () => page.getByRole('option', { selected: true });
const dialog = () => page.getByRole('dialog');
/** A kiosk that looks for nothing, and says why. */
function mainWith(state: KioskState, failure: FindFailure) {
  const main = mainThatFinds(state);
  main.on('findTickets', () => ({ ok: false, error: failure }));
  return main;
}

describe('looking', () => {
  test('begins in the field, and goes on as one types', async () => {
    const main = await openFind();
    await expect.element(field()).toHaveFocus();
    expect(main.requests('findTickets')).toEqual([{ query: '' }]);
    await expect.element(options()).not.toBeInTheDocument();
    await typeByHand('her');
    await expect.poll(() => options().elements().length).toBe(FOUND.length);
    expect(main.requests('findTickets').slice(1)).toEqual([
      { query: 'h' },
      { query: 'he' },
      { query: 'her' },
    ]);
    await says('6 tickets found.');
    await says('100,000 tickets are searched. The copy is from 19:05.');
  });

  test('tells whose each ticket is, where, for what, and what it is worth', async () => {
    await openFind();
    await field().fill('her');
    const rows = () =>
      options()
        .elements()
        .map((row) => row.textContent.replace(/\s+/g, ' '));
    await expect.poll(rows).toHaveLength(FOUND.length);
    const [good, plusOne, scanned, other, cancelled, unknown] = rows();
    for (const words of [
      'Hermione Leontes',
      'Stalls, Row C, Seat 12',
      'Ticket 5000012',
      '19:35',
      'Good',
    ])
      expect(good).toContain(words);
    expect(plusOne).toMatch(/Guest: .?Perdita Polixenes/);
    expect(scanned).toContain('Already scanned');
    expect(scanned).toContain('Let in here: 19:07');
    expect(other).toContain('Another performance');
    expect(other).toContain('Fri 21 Nov');
    expect(cancelled).toContain('Cancelled or refunded');
    expect(unknown).toContain('Without a name');
    expect(unknown).toContain('Not known');
  });

  test('says how many there are where not all are listed', async () => {
    const state = searching();
    const many = Array.from({ length: 50 }, (_, number) => foundTicket(number));
    await openFind({ state, main: mainThatFinds(state, many, 1_234) });
    await field().fill('h');
    await says('The first 50 of 1,234 tickets. Type more to see fewer.');
    await expectAccessible();
  });

  test('says where there is none, and what the copy cannot know', async () => {
    const state = searching();
    await openFind({ state, main: mainThatFinds(state, []) });
    await field().fill('xyz');
    await says('No ticket fits.');
    await says(/What was sold after 19:05 is not in this copy/);
    await expectAccessible();
  });

  test('says how far the copy is read, and looks when it is', async () => {
    const off = searching({ find: { status: 'off' } });
    const main = mainWith(off, { type: 'building' });
    await openFind({ state: off, main });
    main.emit(searching({ find: { status: 'building', read: 40_000, tickets: 100_000 } }));
    await says('Reading this kiosk’s copy of the tickets: 40,000 of 100,000.');
    await field().fill('her');
    await expectAccessible();
    main.on('findTicketsAgain', () => ({ ok: true, value: { tickets: FOUND, total: 6 } }));
    main.emit(searching());
    await expect.poll(() => options().elements().length).toBe(6);
    expect(main.requests('findTicketsAgain').at(-1)).toEqual({ query: 'her' });
  });

  test('looks again in a new copy, which counts as nobody’s touch', async () => {
    const main = await openFind();
    await field().fill('her');
    const before = main.requests('findTickets').length;
    main.emit(searching({ find: { status: 'ready', tickets: 9, builtAt: inMinutes(-1) } }));
    await expect.poll(() => main.requests('findTicketsAgain')).toEqual([{ query: 'her' }]);
    expect(main.requests('findTickets')).toHaveLength(before);
    await says('9 tickets are searched. The copy is from 19:09.');
  });

  test('does not begin by itself what nobody has waited for', async () => {
    const main = await openFind();
    const before = main.requests('findTickets').length;
    main.emit(searching({ find: { status: 'off' } }));
    await expect.element(page.getByText(/are searched/)).not.toBeInTheDocument();
    expect(main.requests('findTickets')).toHaveLength(before);
  });

  test.each<[FindFailure, string | RegExp]>([
    [{ type: 'no-pin' }, 'Guests can be found only behind a PIN.'],
    [{ type: 'no-snapshot' }, 'There is no copy of the tickets to search.'],
    [{ type: 'no-patron-permission' }, 'You may not see who has bought a ticket.'],
    [{ type: 'failed' }, 'The copy of the tickets could not be read.'],
    [{ type: 'ledger', code: 'damaged' }, /scans is damaged/],
  ])('says why not: %j', async (failure, words) => {
    const state = searching({ find: { status: 'off' } });
    await openFind({ state, main: mainWith(state, failure) });
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(options()).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('choosing', () => {
  test('with the keyboard alone: the arrows mark, Enter asks, and the harmless answer has the focus', async () => {
    const main = await openFind();
    await typeByHand('her');
    await expect.element(marked().getByText(/Seat 12/)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(marked().getByText(/Perdita/)).toBeVisible();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    await expect.element(dialog()).toBeVisible();
    await expect
      .element(dialog().getByRole('heading', { name: /Let in .*Hermione Leontes.*\?/ }))
      .toBeVisible();
    for (const words of [
      'Good',
      'Stalls',
      'Row C, Seat 12',
      'The Winter’s Tale',
      '5000012',
      '4 tickets',
    ])
      await expect.element(dialog().getByText(words).first()).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Back' })).toHaveFocus();
    await expectAccessible();
    await picture('find-confirm');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
    expect(main.requests('admitFound')).toEqual([]);
  });

  test('with a finger: once on the ticket, once more to let in; the verdict covers all', async () => {
    const main = await openFind();
    await field().fill('her');
    await options().nth(1).click();
    await expect
      .element(dialog().getByRole('heading', { name: /Perdita Polixenes/ }))
      .toBeVisible();
    await dialog().getByRole('button', { name: 'Let in' }).click();
    await expect.poll(() => main.requests('admitFound')).toEqual([{ id: FOUND[1]?.id }]);
    main.emit(searching({ verdict: admission() }));
    await expect.poll(() => root('screen')).toBe('verdict');
    await expect.element(dialog()).not.toBeInTheDocument();
    main.emit(searching());
    await expect.poll(() => root('screen')).toBe('ready');
  });

  test.each<[string, Partial<FoundTicket>, string]>([
    ['a ticket for another performance', { standing: notGood(10) }, 'Another performance'],
    ['one that was let in', { standing: notGood(12, inMinutes(-3)) }, 'Let in here: 19:07'],
    ['one that was cancelled', { standing: notGood(13) }, 'Cancelled or refunded'],
  ])('%s says so once more', async (_which, changes, words) => {
    const state = searching();
    await openFind({ state, main: mainThatFinds(state, [foundTicket(1, changes)]) });
    await field().fill('her');
    await options().first().click();
    await expect.element(dialog().getByText(words).first()).toBeVisible();
    await expect
      .element(dialog().getByRole('button', { name: 'Scan it all the same' }))
      .toBeVisible();
  });

  test('while tickets are only looked up, nobody is said to be let in', async () => {
    const state = searching();
    const main = await openFind({ state });
    main.emit(withChanges(state, { looksUpOnly: true }));
    await field().fill('her');
    await options().first().click();
    await expect
      .element(dialog().getByRole('heading', { name: /Check the ticket of/ }))
      .toBeVisible();
    await dialog().getByRole('button', { name: 'Check', exact: true }).click();
    await expect.poll(() => main.requests('admitFound')).toHaveLength(1);
  });

  test('a ticket that cannot be taken says why', async () => {
    const main = await openFind();
    main.on('admitFound', () => ({ ok: false, error: { type: 'gone' } }));
    await field().fill('her');
    await options().first().click();
    await dialog().getByRole('button', { name: 'Let in' }).click();
    await says('The search has ended meanwhile.');
    await expect.element(field()).toHaveFocus();
    await field().fill('herm');
    await expect.element(page.getByText('The search has ended')).not.toBeInTheDocument();
  });

  test('an older answer is not chosen from', async () => {
    const main = await openFind();
    await field().fill('her');
    await expect.poll(() => options().elements().length).toBe(6);
    main.on('findTickets', () => new Promise(() => undefined));
    await typeByHand('m');
    await expect.poll(() => main.requests('findTickets').at(-1)).toEqual({ query: 'herm' });
    await typeByHand('{Enter}');
    await frame();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('with an input method', () => {
  /** What it has made of the keys so far. */
  const compose = (text: string) =>
    cdp().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const settle = (text: string) => cdp().send('Input.insertText', { text });

  test('what is composed is looked for when it stands, and nothing cuts it before', async () => {
    const main = await openFind();
    for (const text of ['h', 'へ', 'へr', 'へる']) await compose(text);
    await expect.element(field()).toHaveValue('へる');
    // Another snapshot is looked through anew.
    main.emit(searching({ find: { status: 'ready', tickets: 100_000, builtAt: NOW } }));
    await says(/The copy is from 19:10/);
    // The input method's own keys: they choose what the letters become.
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      const event = { key, isComposing: true, bubbles: true, cancelable: true };
      expect(field().element().dispatchEvent(new KeyboardEvent('keydown', event)), key).toBe(true);
    }
    await frame();
    expect(root('screen')).toBe('find');
    await expect.element(field()).toHaveValue('へる');
    expect(main.requests('findTickets'), 'nothing half').toEqual([{ query: '' }]);
    expect(document.body.textContent, 'nor an answer to it').not.toContain('No ticket fits.');
    await settle('経る');
    await expect.element(field()).toHaveValue('経る');
    await expect
      .poll(() => main.requests('findTickets'))
      .toEqual([{ query: '' }, { query: '経る' }]);
  });

  test('what was composed and dropped leaves what was found', async () => {
    const main = await openFind();
    await field().fill('her');
    await expect.poll(() => options().elements().length).toBe(FOUND.length);
    await compose('へ');
    await expect.element(field()).toHaveValue('herへ');
    expect(options().elements()).toHaveLength(FOUND.length);
    await compose('');
    await expect.element(field()).toHaveValue('her');
    const asked = () => main.requests('findTickets');
    await expect.poll(asked).toEqual(['', 'her', 'her'].map((query) => ({ query })));
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
  });
});

test('a scan that comes meanwhile is a scan', async () => {
  const main = await openFind();
  await field().fill('her');
  await scan('4006381333931{Enter}');
  await expect.poll(() => main.requests('scan')).toHaveLength(1);
  await expect.element(field()).toHaveValue('her');
});

test('a kiosk that is locked keeps nothing of what was found', async () => {
  const main = await openFind();
  await field().fill('her');
  await expect.poll(() => options().elements().length).toBe(6);
  const locked = searching({ lock: LOCKED });
  main.emit(locked);
  await expect.poll(() => root('screen')).not.toBe('find');
  expect(document.body.textContent).not.toContain('Hermione');
});

test('a kiosk that is locked asks for the PIN first', async () => {
  const state = searching({ lock: LOCKED });
  const main = mainThatFinds(state);
  await openKiosk(state, { main });
  await chooseMore('Find a ticket');
  await expect.poll(() => root('screen')).toBe('unlock');
  expect(main.requests('findTickets')).toEqual([]);
  main.emit(searching());
  await expect.poll(() => root('screen')).toBe('find');
  await expect.element(field()).toHaveFocus();
});

describe('nothing keeps anybody out, and nothing is cut off', () => {
  test.each(['small', 'portrait', 'laptop'] as const)('on a %s', async (size) => {
    await openFind({ size });
    await field().fill('her');
    await expect.poll(() => options().elements().length).toBe(6);
    for (const option of options().elements()) {
      const { height } = option.getBoundingClientRect();
      expect(height).toBeGreaterThanOrEqual(48);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    await expectAccessible();
    await picture(`find-${size}`);
  });

  test.each(['de', 'ar'] as const)('in %s', async (language) => {
    const state = searching();
    const settings = { ...state.settings, language };
    const main = mainThatFinds({ ...state, settings });
    await openKiosk({ ...state, settings }, { main });
    await page.getByRole('button', { name: language === 'de' ? 'Mehr' : 'المزيد' }).click();
    const title = language === 'de' ? 'Ticket suchen' : 'البحث عن تذكرة';
    await page.getByRole('button', { name: title }).click();
    await expect.poll(() => root('screen')).toBe('find');
    await page.getByRole('combobox').fill('her');
    await expect.poll(() => options().elements().length).toBe(6);
    await expectAccessible();
    await picture(`find-${language}`);
    await options().first().click();
    await expectAccessible();
    await picture(`find-confirm-${language}`);
  });
});
