import type { KioskState } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import { wcagContrast } from 'culori';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAtRest } from '#tests/renderer/support/at-rest.ts';
import {
  admission,
  apiError,
  boardAfter,
  NOW,
  offline,
  SIGNED_IN,
} from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { frame, press } from '#tests/renderer/support/press.ts';
import {
  COLOURS,
  detailOf,
  EXHIBITION,
  mainWithProgramme,
  performance,
  series,
  SERIES,
  withProgramme,
} from '#tests/renderer/support/programme.ts';
import { scan, typeByHand } from '#tests/renderer/support/keys.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';

let clock = NOW;
beforeEach(() => {
  clock = NOW;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const whatsOn = page.getByRole('button', { name: 'What’s on' });
const more = page.getByRole('button', { name: 'More', exact: true });
/** At the open door it is kept under “More”. */
const goThere = () => (root('screen') === 'ready' ? chooseMore('What’s on') : whatsOn.click());
const tab = (name: string) => page.getByRole('tab', { name });
const listed = () => document.querySelectorAll('.list .item').length;

async function open(state: KioskState = withProgramme(), main = mainWithProgramme(state)) {
  const kiosk = await openKiosk(state, { main, now: () => clock });
  await goThere();
  await expect.poll(() => root('screen')).toBe('programme');
  return kiosk;
}

const lost = {
  status: 'lost',
  user: SIGNED_IN.user,
  reason: { type: 'ended-by-platform', error: apiError(5) },
} as const;

describe('how it is reached, and left', () => {
  test.each<[string, KioskState, string, string]>([
    ['an open door', withProgramme(), 'Back to the door', 'ready'],
    ['a door with a lost session', withProgramme({ session: lost }), 'Back to the door', 'ready'],
    ['the choice', withProgramme({ selection: null }), 'Back to the choice', 'select'],
    [
      'the sign-in',
      withProgramme({ selection: null, session: { status: 'signed-out' } }),
      'Back to sign-in',
      'sign-in',
    ],
  ])('from %s', async (_, state, back, screen) => {
    await open(state);
    await page.getByRole('button', { name: back }).click();
    await expect.poll(() => root('screen')).toBe(screen);
    await goThere();
    await press('{Escape}');
    await expect.poll(() => root('screen')).toBe(screen);
  });

  test('nobody’s programme is not offered; one without a copy only at the open door', async () => {
    const nobody = withProgramme({}, { clientId: null });
    const { main } = await openKiosk(nobody);
    await more.click();
    await expect.element(whatsOn).not.toBeInTheDocument();
    main.emit(withProgramme({}, { fetchedAt: null }));
    await expect.element(whatsOn).toBeVisible();
    main.emit(withProgramme({ selection: null }, { fetchedAt: null }));
    await expect.poll(() => root('screen')).toBe('select');
    await expect.element(whatsOn).not.toBeInTheDocument();
  });

  test('the way back stays at its place', async () => {
    await open();
    const place = () => {
      const back = page.getByRole('button', { name: 'Back to the door' }).element();
      const { left, top } = back.getBoundingClientRect();
      return [Math.round(left), Math.round(top)];
    };
    const at = place();
    for (const name of ['Series', 'Performances', 'Calendar']) {
      await tab(name).click();
      expect(place(), name).toEqual(at);
    }
    await tab('Series').click();
    await page.getByRole('button', { name: 'The Tempest' }).click();
    await expect.element(page.getByText('About')).toBeVisible();
    expect(place()).toEqual(at);
  });

  test('nobody there any more: the ready screen comes back', async () => {
    const state = boardAfter(60_000, withProgramme());
    await open(state);
    clock += 59_999;
    vi.advanceTimersByTime(1000);
    await frame();
    expect(root('screen')).toBe('programme');
    clock += 1;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => root('screen')).toBe('ready');
    await press('{ArrowUp}');
    await frame();
    expect(root('screen')).toBe('ready');
    expect(root('board')).toBeNull();
  });
});

describe('scans meanwhile', () => {
  test('are taken if the door is open; the verdict comes, and afterwards the door', async () => {
    const { main } = await open();
    main.on('scan', () => {
      main.emit(withProgramme({ verdict: admission() }));
      return ok({ taken: true });
    });
    await scan('4006381333931{Enter}');
    await expect.poll(() => root('screen')).toBe('verdict');
    expect(main.requests('scan')).toEqual([{ code: '4006381333931', source: 'wedge' }]);
    main.emit(withProgramme());
    await expect.poll(() => root('screen')).toBe('ready');
  });

  test('change nothing if it is not', async () => {
    const { main } = await open(withProgramme({ selection: null }));
    await scan('4006381333931{Enter}');
    expect(main.requests('scan')).toEqual([{ code: '4006381333931', source: 'wedge' }]);
    expect(root('screen')).toBe('programme');
  });
});

describe('the copy', () => {
  test('its age, and why it is not newer', async () => {
    const { main } = await open();
    await expect.element(page.getByText('What’s on, as of 19:05')).toBeVisible();
    main.emit(withProgramme({ connection: offline() }));
    await expect.element(page.getByText('The server’s name was not found.')).toBeVisible();
    main.emit(withProgramme({}, { problem: 'refused' }));
    await expect.element(page.getByText('The platform did not give the programme.')).toBeVisible();
    await picture('programme-refused');
  });

  test('is asked for anew on demand, which is seen', async () => {
    const { main } = await open();
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect(main.requests('refreshProgramme')).toEqual([null]);
    main.emit(withProgramme({}, { refreshing: true }));
    const refreshing = page.getByRole('button', { name: 'Refreshing' });
    await expect.element(refreshing).toHaveAttribute('aria-disabled', 'true');
    (refreshing.element() as HTMLElement).click();
    expect(main.requests('refreshProgramme')).toHaveLength(1);
    // However long the platform takes.
    await expectAtRest();
  });

  test('a call that fails says so, until one does not', async () => {
    const state = withProgramme();
    const main = mainWithProgramme(state);
    main.on('programmeSeries', () => Promise.reject(new Error('broken')));
    await open(state, main);
    await expect.element(page.getByText(/The kiosk could not do this/)).toBeVisible();
    main.on('programmeSeries', () => ok(SERIES));
    main.emit(withProgramme({}, { revision: 2 }));
    await expect.element(page.getByText(/could not do this/)).not.toBeInTheDocument();
  });
});

describe('series', () => {
  test('names, venues, dates and alerts; a picture that does not come is left out', async () => {
    const state = withProgramme();
    const main = mainWithProgramme(state);
    const broken = series({ productionId: 99, name: 'No picture', logo: 'data:image/png,no' });
    main.on('programmeSeries', () => ok([...SERIES, broken]));
    await open(state, main);
    await tab('Series').click();
    for (const words of [
      'Harbour Theatre presents',
      'by William Shakespeare',
      'Bring proof of age for reduced tickets.',
      'Every seat is taken. Returns at the box office.',
      'Online sales have ended; tickets at the door.',
      'Rope Walk Gallery · Exhibitions',
      '20 Nov – 14 Dec 2025',
      '20 Nov 2025',
    ]) {
      await expect.element(page.getByText(words).first(), { message: words }).toBeInTheDocument();
    }
    const card = page.getByRole('listitem').filter({ hasText: 'No picture' });
    await expect.poll(() => card.element().querySelector('img')).toBeNull();
  });

  test('each of the ten colours carries dark ink that can be read', async () => {
    const state = withProgramme();
    const main = mainWithProgramme(state);
    main.on('programmeSeries', () =>
      ok(COLOURS.map((colour, i) => series({ productionId: i, name: `Colour ${i}`, colour }))),
    );
    await open(state, main);
    await tab('Series').click();
    await expect.poll(() => document.querySelectorAll('.dates').length).toBe(10);
    const grounds = [...document.querySelectorAll('.dates')].map((dates) => {
      const { color, backgroundColor } = getComputedStyle(dates.closest('li') ?? dates);
      expect(wcagContrast(color, backgroundColor), backgroundColor).toBeGreaterThanOrEqual(7);
      return backgroundColor;
    });
    expect(new Set(grounds).size).toBe(10);
    await picture('programme-colours');
  });

  test('none', async () => {
    const state = withProgramme();
    const main = mainWithProgramme(state);
    main.on('programmeSeries', () => ok([]));
    await open(state, main);
    await tab('Series').click();
    await expect.element(page.getByText('Nothing is announced.')).toBeVisible();
  });
});

describe('performances', () => {
  test('a page at a time, on demand; a new copy brings as many as were shown', async () => {
    const { main } = await open();
    await tab('Performances').click();
    await expect.poll(listed).toBe(100);
    await expect.element(page.getByText('100 of 250')).toBeInTheDocument();
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(listed).toBe(200);
    main.emit(withProgramme({}, { revision: 2 }));
    await expect
      .poll(() => main.requests('programmePerformances').slice(2))
      .toEqual([0, 100].map((offset) => ({ productionId: null, departmentId: null, offset })));
    expect(listed()).toBe(200);
    await more.click();
    await expect.poll(listed).toBe(250);
    await expect.element(more).not.toBeInTheDocument();
  });

  test('of a department, of a production, of all', async () => {
    const { main } = await open();
    await tab('Performances').click();
    await expect.poll(listed).toBe(100);
    const choose = (name: string) => page.getByRole('radio', { name }).click({ force: true });
    await choose('Music');
    await expect.poll(listed).toBe(83);
    await choose('The Tempest');
    await expect
      .poll(
        () => new Set([...document.querySelectorAll('.list h3')].map((h) => h.textContent.trim())),
      )
      .toEqual(new Set(['The Tempest']));
    await choose('Everything');
    await expect.poll(listed).toBe(100);
    const scopes = main.requests('programmePerformances').slice(1);
    expect(scopes).toEqual([
      { productionId: null, departmentId: 2, offset: 0 },
      { productionId: 13, departmentId: null, offset: 0 },
      { productionId: null, departmentId: null, offset: 0 },
    ]);
  });

  test('in portrait the filter folds away; Escape folds it', async () => {
    const state = withProgramme();
    await openKiosk(state, { main: mainWithProgramme(state), size: 'portrait' });
    await goThere();
    await tab('Performances').click();
    const fold = page.getByRole('button', { name: /^Show: / });
    await fold.click();
    await page.getByRole('radio', { name: 'Music' }).click({ force: true });
    await expect.element(page.getByRole('button', { name: 'Show: Music' })).toBeVisible();
    await picture('programme-filter-portrait');
    await press('{Escape}');
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    expect(root('screen')).toBe('programme');
  });

  test('what the fields carry is shown: marks, messages, doors, entry times, notes', async () => {
    const state = withProgramme();
    const main = mainWithProgramme(state);
    const shown = [
      performance({ performanceId: 1, standing: 'cancelled', notes: 'With an interval' }),
      performance({ performanceId: 2, standing: 'sold-out', noTicketsMessage: 'Try the queue' }),
      performance({ performanceId: 3, standing: 'message', message: 'Moved indoors' }),
      performance({ performanceId: 4, message: 'Not to be seen', salesOverMessage: 'At the door' }),
      performance({ ...EXHIBITION, performanceId: 5 }),
      performance({ performanceId: 6, superTitle: 'Gala night', subTitle: 'With the author' }),
    ];
    main.on('programmePerformances', () => ok({ performances: shown, total: 6 }));
    await open(state, main);
    await tab('Performances').click();
    await expect.poll(listed).toBe(6);
    const rows = [...document.querySelectorAll<HTMLElement>('.list li.item')].map(
      (row) => row.innerText,
    );
    expect(rows[0]).toMatch(/Cancelled\s+With an interval/);
    expect(rows[1]).toMatch(/Sold out\s+Try the queue/);
    expect(rows[2]).toContain('Moved indoors');
    expect(rows[3]).toContain('At the door');
    expect(rows.join()).not.toContain('Not to be seen');
    expect(rows[4]).toMatch(/10:00\s+doors, until 18:00/);
    expect(rows[4]).toMatch(/Entry\s+10:00\s+11:30\s+sold out\s+13:00/);
    expect(rows[4]).toContain('Unreserved seats');
    expect(rows[4]).not.toContain('19:30');
    expect(rows[5]).toMatch(/Gala night\s+The Winter’s Tale\s+With the author/);
    await picture('programme-marks');
  });
});

describe('a production', () => {
  const openDetail = async (main = mainWithProgramme(withProgramme())) => {
    const kiosk = await open(withProgramme(), main);
    await tab('Series').click();
    await page.getByRole('button', { name: 'The Winter’s Tale' }).click();
    return kiosk;
  };

  test('venue, description, and the next performances with their entry times', async () => {
    await openDetail();
    for (const words of [
      'Main house',
      '1 Quay Street',
      '0117 496 0123',
      'Bus 8 to Harbourside',
      /Thu,? 20 Nov 2025, 19:30/,
      'Captioned performance',
      '11:30',
      'A winter evening',
      'Two hours and forty minutes, one interval',
    ]) {
      await expect
        .element(page.getByText(words).first(), { message: String(words) })
        .toBeInTheDocument();
    }
    await expect.element(page.getByRole('heading', { name: 'The Winter’s Tale' })).toHaveFocus();
  });

  test('all of its performances', async () => {
    const { main } = await openDetail();
    await page.getByRole('button', { name: 'All performances' }).click();
    await expect
      .poll(() => main.requests('programmePerformances'))
      .toEqual([{ productionId: 11, departmentId: null, offset: 0 }]);
    await expect.element(page.getByRole('radio', { name: 'The Winter’s Tale' })).toBeChecked();
  });

  test('one that is gone says so', async () => {
    const main = mainWithProgramme(withProgramme());
    main.on('programmeDetail', () => ok({ series: null, descriptionHtml: null, performances: [] }));
    await openDetail(main);
    await expect.element(page.getByText('This is no longer in the programme.')).toBeVisible();
  });

  test('a late answer about another is dropped', async () => {
    const main = mainWithProgramme(withProgramme());
    const late: (() => void)[] = [];
    main.on('programmeDetail', ({ productionId }) => {
      const answer = ok(detailOf(productionId));
      if (productionId !== 11) return answer;
      return new Promise((resolve) => late.push(() => resolve(answer)));
    });
    await openDetail(main);
    await expect.element(page.getByText('Loading')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'The Tempest' }).click();
    await expect.element(page.getByRole('heading', { name: 'The Tempest' })).toBeVisible();
    for (const answer of late) answer();
    await frame();
    await expect.element(page.getByRole('heading', { name: 'The Tempest' })).toBeVisible();
    expect(document.querySelector('article')?.textContent).not.toContain('Winter');
  });
});

test('the tabs are walked with the arrows', async () => {
  await open();
  await expect.element(tab('Calendar')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(tab('Series')).toHaveFocus();
  await expect.element(tab('Series')).toHaveAttribute('aria-selected', 'true');
  await typeByHand('{ArrowLeft}{ArrowLeft}');
  await expect.element(tab('Performances')).toHaveFocus();
  await press('{Home}');
  await expect.element(tab('Calendar')).toHaveFocus();
});
