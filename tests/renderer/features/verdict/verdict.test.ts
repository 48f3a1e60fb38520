import { ERROR_CODES } from '#shared/api/index.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { TimeStyle } from '#shared/model/settings.ts';
import type { LocalHint, TicketFor, VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { m } from '#renderer/i18n/messages.ts';
import { tick } from 'svelte';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  apiError,
  snapshotRefusal,
  FOR_THE_TEMPEST,
  inMinutes,
  openDoor,
  localHint,
  PATRON,
  refusal,
  verdict,
  STUDIO,
} from '#tests/renderer/support/builders.ts';
import { uploads } from '#tests/support/kiosk-state.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';

interface Expected {
  readonly kind: VerdictKind;
  readonly word: string;
  readonly reason: RegExp;
  readonly action: RegExp;
}

const WAIT = { kind: 'undecided', word: 'Please wait, ask staff' } as const;
const NO = { kind: 'reject', word: 'No entry' } as const;

const CODES: Record<(typeof ERROR_CODES)[number], Expected> = {
  1: { ...WAIT, reason: /sign-in was not recognised/, action: /Sign in again/ },
  2: { ...WAIT, reason: /user was not accepted/, action: /User name and password no longer fit/ },
  3: { ...WAIT, reason: /user may not check tickets/, action: /scanning permission/ },
  4: { ...WAIT, reason: /password has expired/, action: /Set a new password/ },
  5: { ...WAIT, reason: /signed out after a while/, action: /Sign in again/ },
  6: { ...WAIT, reason: /session is no longer valid/, action: /Sign in again/ },
  7: { ...WAIT, reason: /This user may not scan for this client/, action: /another client/ },
  8: { ...NO, reason: /from another organiser/, action: /show the guest the way/ },
  9: { ...NO, reason: /for another event/, action: /event on the ticket/ },
  10: { ...NO, reason: /for another performance/, action: /date and time on the ticket/ },
  11: { ...NO, reason: /not a valid ticket/, action: /look up the order/ },
  12: {
    kind: 'duplicate',
    word: 'Already scanned',
    reason: /used earlier/,
    action: /has been inside/,
  },
  13: { ...NO, reason: /was cancelled\./, action: /newer ticket/ },
  14: { ...NO, reason: /was refunded/, action: /price was paid back/ },
  15: { ...WAIT, reason: /could not be checked/, action: /missing in the question/ },
  16: { ...WAIT, reason: /system had a problem/, action: /duty manager/ },
  17: { ...WAIT, reason: /signed this kiosk out/, action: /Sign in again/ },
};

describe('each of the platform’s errors has its own answer', () => {
  test.each(ERROR_CODES)('code %i', async (code) => {
    const { kind, word, reason, action } = CODES[code];
    const shown = refusal(apiError(code));
    expect(shown.kind).toBe(kind);
    await openKiosk(openDoor({ verdict: shown }));

    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(word);
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(page.getByText(action)).toBeVisible();
    expect(root('screen')).toBe('verdict');
    expect(root('verdict')).toBe(kind);
    expect(root('code')).toBe(String(code));
    expect(root('basis')).toBe('platform');
    expect(root('sequence')).toBe(String(shown.sequence));
    await picture(`verdict-code-${String(code).padStart(2, '0')}`);
  });

  test('no two of them are worded alike', () => {
    const reasons = ERROR_CODES.map((code) => m[`error_${code}_reason`]());
    expect(new Set(reasons).size).toBe(ERROR_CODES.length);
  });

  test('an unknown code rejects and says its name', async () => {
    await openKiosk(openDoor({ verdict: refusal(apiError(42)) }));

    await expect.element(page.getByText(/refused this ticket: Ticket Too Early/)).toBeVisible();
    await expect.element(page.getByText(/Error 42 is not known here/)).toBeVisible();
    expect(root('verdict')).toBe('reject');
    expect(root('code')).toBe('42');
    await picture('verdict-code-unknown');
  });

  test('an unknown code without a name says its key', async () => {
    const error = apiError(43, { name: ' ', key: 'error.ticket.early' });
    await openKiosk(openDoor({ verdict: refusal(error) }));

    await expect.element(page.getByText(/refused this ticket: error.ticket.early/)).toBeVisible();
  });

  test('a ticket for elsewhere: the usher is told what this door is open for', async () => {
    await openKiosk(openDoor({ verdict: refusal(apiError(10)) }));

    await expect
      .element(page.getByText(/This door is open for .*The Winter’s Tale.*Thu,? 20 Nov, 19:30/))
      .toBeVisible();
  });
});

describe('without an answer', () => {
  const CAUSES: Record<OfflineReason, RegExp> = {
    refused: /not running/,
    reset: /broke off/,
    dns: /was not found/,
    tls: /no safe connection/,
    timeout: /did not answer in time/,
    'server-error': /problem of its own/,
    'captive-portal': /Something else answered/,
    firewall: /firewall refuses this kiosk \(HTTP 403\)/,
    'not-the-platform': /Something else answered/,
    unreachable: /no network/,
  };

  test.each(Object.entries(CAUSES))('%s', async (cause, reason) => {
    const shown = verdict('undecided', { type: 'no-answer', cause: cause as OfflineReason });
    await openKiosk(openDoor({ verdict: shown }));

    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(page.getByText(/^Not decided, 19:10:00$/)).toBeVisible();
    expect(root('verdict')).toBe('undecided');
    expect(root('code')).toBeNull();
    await picture(`verdict-no-answer-${cause}`);
  });

  test('nobody signed in', async () => {
    await openKiosk(openDoor({ verdict: verdict('undecided', { type: 'not-signed-in' }) }));

    await expect.element(page.getByText('This kiosk is not signed in.')).toBeVisible();
    await picture('verdict-not-signed-in');
  });
});

describe('refused by the platform, with what this kiosk knows of the ticket', () => {
  const of = (code: number, own: Partial<LocalHint>) =>
    openKiosk(openDoor({ verdict: refusal(apiError(code), { own: localHint(own) }) }));
  const says = (words: string | RegExp) => expect.element(page.getByText(words)).toBeVisible();
  const saysNot = (words: string | RegExp) =>
    expect.element(page.getByText(words)).not.toBeInTheDocument();

  test('for another event: which, when and where', async () => {
    await of(9, { ticketFor: { ...FOR_THE_TEMPEST, venue: STUDIO } });
    await says(/This ticket is for .*The Tempest.*, Fri,? 21 Nov, 19:30\./);
    await says('Show the guest the way to its door.');
    await says(/It plays at .*Studio, 5 Rope Walk, Bristol BS1 6ZJ/);
    await says(/Getting there: .*Bus 8 to Harbourside/);
    await says(/This door is open for .*The Winter’s Tale/);
  });

  describe('when a ticket’s performance is', () => {
    const WORDS = 'The Tempest, Fri, Nov 21, 2025 - 7:30 PM';
    const wall = { date: '2025-11-21', time: '19:30:00' };

    test.each<[string, Partial<TicketFor>, TimeStyle, RegExp]>([
      ['by the programme', { wall, words: WORDS }, 'auto', /The Tempest.*, Fri,? 21 Nov, 19:30\./],
      ['by the programme, 12 hours', { wall }, '12', /The Tempest.*, Fri,? 21 Nov, 7:30 pm\./],
      ['tonight', { wall: { ...wall, date: '2025-11-20' } }, 'auto', /The Tempest.*, 19:30\./],
      ['in the ticket’s words', { words: WORDS }, 'auto', /The Tempest, Fri, Nov 21, 2025 - 19:30/],
      ['in the ticket’s words, 12', { words: WORDS }, '12', /The Tempest.* - 7:30 pm/],
      ['in words that are none', { words: 'The Tempest, doors at eight' }, '12', /doors at eight/],
      ['a time that is none', { wall: { ...wall, time: 'noon' } }, '12', /Fri,? 21 Nov, noon\./],
      ['by nothing but an instant', { start: inMinutes(24 * 60) }, '12', /21 Nov, 7:10 pm\./],
    ])('%s', async (_how, ticketFor, timeStyle, words) => {
      const own = localHint({ ticketFor: { ...FOR_THE_TEMPEST, ...ticketFor } });
      const door = openDoor({ verdict: refusal(apiError(9), { own }) });
      await openKiosk({ ...door, settings: { ...door.settings, timeStyle } });
      await says(words);
    });
  });

  test('for this very performance, and the platform lets nobody in yet', async () => {
    await of(10, {
      ticketFor: { ...FOR_THE_TEMPEST, production: 'The Winter’s Tale', isHere: true },
    });
    await says(/This ticket is for .*The Winter’s Tale.*, which is not open now\./);
  });

  test.each([13, 14])('code %i: what the ticket was for', async (code) => {
    await of(code, { ticketFor: FOR_THE_TEMPEST });
    await says(/^It is for .*The Tempest/);
  });

  test('used here: at what time', async () => {
    await of(12, { firstScanAt: inMinutes(-22) });
    await says('This ticket was used here at 18:48.');
    await saysNot(/not used at this kiosk/);
  });

  test('used at another door of the house: at which one, and when', async () => {
    const usedAtDoor = { door: 'Balcony left', at: inMinutes(-22) };
    await of(12, { usedAtDoor });
    await says(/^This ticket was used at .?Balcony left.?, 18:48\.$/);
    await saysNot(/not used at this kiosk/);
  });

  test('used at a door that has not told its name', async () => {
    await of(12, { usedAtDoor: { door: null, at: inMinutes(-22) } });
    await says('This ticket was used at another door at 18:48.');
  });

  test('used elsewhere: before the copy was made', async () => {
    await of(12, { usedElsewhereBy: inMinutes(-5) });
    await says('It was used before 19:05, and not at this kiosk.');
  });

  test('used: where its seat is, each fact once and in the usual order', async () => {
    await of(12, { place: { section: 'Stalls', seat: 'C 12' } });
    const facts = page
      .getByRole('definition')
      .elements()
      .map((each) => each.textContent.trim());
    expect(facts).toEqual(['Stalls', 'C 12']);
  });

  test('used, but not here', async () => {
    await openKiosk(openDoor({ verdict: refusal(apiError(12)) }));
    await says('It was not used at this kiosk.');
  });

  test.each([7, 8])('code %i: whose door this is', async (code) => {
    await openKiosk(openDoor({ verdict: refusal(apiError(code)) }));
    await says(/This door is for .*Harbour Theatre/);
  });
});

describe('the kiosk’s copy does not decide', () => {
  const ABOUT = { copyFrom: inMinutes(-66), type: 'not-listed' } as const;

  test.each<[string, VerdictReason, RegExp]>([
    [
      'it is too old',
      { ...ABOUT, because: { type: 'old' } },
      /list is as of 18:04\. A ticket sold since is not in it/,
    ],
    [
      'some of it could not be read',
      { ...ABOUT, because: { type: 'skipped' } },
      /list is as of 18:04\. Some of its tickets could not be read/,
    ],
    [
      'the evening could not be scanned yet when it was made',
      { ...ABOUT, because: { type: 'not-covered', start: inMinutes(20) } },
      /list is as of 18:04, from before tickets for 19:30 could be scanned/,
    ],
    [
      'it says nothing of what the door is open for',
      { ...ABOUT, because: { type: 'not-covered', start: null } },
      /list is as of 18:04, and says nothing of what this door is open for/,
    ],
    [
      'it differs from one ticket’s barcode in blanks, hyphens or case alone',
      { ...ABOUT, because: { type: 'near-match', tail: '7919' } },
      /It could be ticket ….?7919/,
    ],
    [
      'it is near to several tickets',
      { ...ABOUT, because: { type: 'near-match', tail: null } },
      /It could be one of several tickets/,
    ],
    [
      'the platform has admitted what its list lacks',
      { ...ABOUT, because: { type: 'lacks-admitted' } },
      /list is as of 18:04\. The platform has admitted tickets that are not in it/,
    ],
    [
      'the ticket is for something that is not on',
      { type: 'not-on', start: inMinutes(24 * 60) },
      /seems to be for another time/,
    ],
    [
      'the ticket is used, maybe by a question that is still open',
      { type: 'word-awaited' },
      /is still being checked/,
    ],
  ])('%s', async (_why, reason, words) => {
    await openKiosk(openDoor({ verdict: verdict('undecided', reason, { basis: 'cache' }) }));
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText(/^Not decided, 19:10:00$/)).toBeVisible();
    expect(root('code')).toBeNull();
  });
});

describe('decided by the kiosk’s copy', () => {
  test.each([
    [9, /for another event/],
    [10, /for another performance/],
    [11, /not a valid ticket/],
    [12, /used earlier/],
    [13, /was cancelled or refunded/],
  ] as const)('code %i, in the platform’s stead', async (code, reason) => {
    await openKiosk(openDoor({ verdict: snapshotRefusal(code) }));

    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(page.getByText(/Decided by this kiosk, offline, 19:10:00/)).toBeVisible();
    expect(root('code')).toBe(String(code));
    expect(root('basis')).toBe('cache');
  });

  test('a ticket for elsewhere: what it is for, and what this door is open for', async () => {
    const shown = snapshotRefusal(10, {}, { own: localHint({ ticketFor: FOR_THE_TEMPEST }) });
    await openKiosk(openDoor({ verdict: shown }));
    await expect
      .element(page.getByText(/This ticket is for .*The Tempest.*, Fri,? 21 Nov, 19:30\./))
      .toBeVisible();
    await expect.element(page.getByText('The box office may exchange it.')).toBeVisible();
    await expect.element(page.getByText(/This door is open for .*Winter’s Tale/)).toBeVisible();
  });

  test('let in here before: when that was, also yesterday', async () => {
    const letIn = (minutes: number) =>
      snapshotRefusal(12, {}, { own: localHint({ firstScanAt: inMinutes(minutes) }) });
    const { main } = await openKiosk(openDoor({ verdict: letIn(-22) }));
    await expect.element(page.getByText('This ticket was used here at 18:48.')).toBeVisible();
    main.emit(openDoor({ verdict: letIn(-24 * 60) }));
    await expect
      .element(page.getByText(/This ticket was used here at Wed,? 19 Nov, 19:10\./))
      .toBeVisible();
  });

  test('not in the copy: how old it is, and that a ticket sold since may be good', async () => {
    await openKiosk(openDoor({ verdict: snapshotRefusal(11, { copyFrom: inMinutes(-65) }) }));
    await expect
      .element(
        page.getByText(/is as of 18:05\. A ticket sold since may be good: ask the box office/),
      )
      .toBeVisible();
  });

  test('an admission is one like any other, with a quiet mark', async () => {
    await openKiosk(openDoor({ verdict: admission({}, { basis: 'cache' }) }));
    await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect.element(page.getByText(/Decided by this kiosk, offline/)).toBeVisible();
  });

  test('a late admission says that the platform had admitted already', async () => {
    await openKiosk(openDoor({ verdict: admission({}, { basis: 'late' }) }));
    await expect
      .element(page.getByText('The platform had admitted this ticket already, 19:10:00'))
      .toBeVisible();
    expect(root('basis')).toBe('late');
  });

  test('without a copy it is undecided, and says why', async () => {
    const reason = { type: 'no-answer', cause: 'dns' } as const;
    await openKiosk(openDoor({ verdict: verdict('undecided', reason, { basis: 'cache' }) }));
    await expect.element(page.getByText(/no copy of the tickets on this kiosk/)).toBeVisible();
    expect(root('verdict')).toBe('undecided');
  });
});

describe('an admission', () => {
  test('says welcome and what is known of the ticket, always in the same order', async () => {
    await openKiosk(openDoor({ verdict: admission() }));

    await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    const facts = [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Name', 'Hermione Leontes'],
      ['Performance', 'The Winter’s Tale, Thursday 20 November, 19:30'],
      ['Section', 'Stalls'],
      ['Seat', 'Row F, 12'],
      ['In this order', '2 of 4 are in'],
    ]);
    await picture('verdict-admit');
  });

  test('leaves out what the platform did not say', async () => {
    await openKiosk(openDoor({ verdict: admission({ name: null, seat: '', ticketsSold: null }) }));

    const labels = [...document.querySelectorAll('dt')].map((term) => term.textContent);
    expect(labels).toEqual(['Performance', 'Section', 'In this order']);
    await expect.element(page.getByText('2 are in')).toBeVisible();
  });

  test('tells how old the count of its order is, where this kiosk’s copy has counted', async () => {
    const shown = admission({ countedAt: inMinutes(-66) }, { basis: 'cache' });
    await openKiosk(openDoor({ verdict: shown }));
    await expect.element(page.getByText('2 of 4 are in (as of 18:04)')).toBeVisible();
    await picture('verdict-admit-by-the-copy');
  });

  test('shows the patron when the platform sent one', async () => {
    await openKiosk(openDoor({ verdict: admission({ patron: PATRON }) }));

    await expect.element(page.getByText('Perdita Leontes')).toBeVisible();
    await expect.element(page.getByText('perdita@example.org')).toBeVisible();
    await expect.element(page.getByText('01179496000 (mobile)')).toBeVisible();
    await expect
      .element(page.getByText('1 Sheepcote Lane, BS1 4ND Bristol, United Kingdom'))
      .toBeVisible();
    await picture('verdict-admit-patron');
  });

  test('names a guest once who is whose name is on the ticket', async () => {
    await openKiosk(openDoor({ verdict: admission({ name: 'Perdita Leontes', patron: PATRON }) }));

    const labels = [...document.querySelectorAll('dt')].map((term) => term.textContent);
    expect(labels).toContain('Name');
    expect(labels).toContain('Phone');
    expect(labels).not.toContain('Guest');
  });

  test('a repeat of the same ticket says so, quietly', async () => {
    await openKiosk(openDoor({ verdict: admission({}, { basis: 'repeat' }) }));

    await expect.element(page.getByText('Same ticket, read again, 19:10:00')).toBeVisible();
    expect(root('basis')).toBe('repeat');
  });

  test('a guest who did not go through is welcome again, and it says that the gate opens once more', async () => {
    await openKiosk(openDoor({ verdict: admission({}, { basis: 'repeat', opensAgain: true }) }));

    await expect
      .element(page.getByText('Nobody went through: the gate opens once more, 19:10:00'))
      .toBeVisible();
    await picture('verdict-opens-again');
  });

  test('a code entered by hand says so', async () => {
    await openKiosk(openDoor({ verdict: admission({}, { source: 'manual' }) }));

    await expect.element(page.getByText(/entered by hand/)).toBeVisible();
  });
});

test('a check only has a look of its own', async () => {
  await openKiosk(openDoor({ verdict: verdict('checked', { type: 'not-known' }) }));

  await expect.element(page.getByRole('heading', { name: 'Check only' })).toBeVisible();
  await picture('verdict-checked');
});

describe('a verdict comes and goes', () => {
  test('it fills the screen in the first frame, and leaves no trace in the attributes', async () => {
    const { main } = await openKiosk(openDoor());
    main.emit(openDoor({ verdict: refusal(apiError(12)) }));
    await tick();

    const screen = document.querySelector('main');
    expect(root('screen')).toBe('verdict');
    expect(screen?.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });
    expect(screen && getComputedStyle(screen).transitionDuration).toBe('0s');
    expect(screen?.getAnimations({ subtree: true })).toEqual([]);

    main.emit(openDoor());
    await tick();
    expect(root('screen')).toBe('ready');
    for (const name of ['verdict', 'code', 'basis', 'sequence']) expect(root(name)).toBeNull();
  });

  test('one in the same words is an alert of its own, which a screen reader reads out', async () => {
    const { main } = await openKiosk(openDoor({ verdict: admission() }));
    const first = page.getByRole('alert').element();
    main.emit(openDoor({ verdict: admission({ name: 'Antigonus' }) }));
    await tick();
    expect(page.getByRole('alert').element()).not.toBe(first);
  });

  test('each new one is heard once; the one on screen when the page loads is not', async () => {
    const first = admission();
    const { main, sounds } = await openKiosk(openDoor({ verdict: first }));
    main.emit(openDoor({ verdict: first, uploads: uploads({ pending: 1 }) }));
    expect(sounds).toEqual([]);

    const second = refusal(apiError(12));
    main.emit(openDoor({ verdict: second }));
    main.emit(openDoor({ verdict: second, uploads: uploads({ pending: 2 }) }));
    main.emit(openDoor({ verdict: null, lastVerdict: second }));
    const door = openDoor({ verdict: refusal(apiError(11)) });
    main.emit({ ...door, settings: { ...door.settings, volume: 0.2 } });
    expect(sounds).toEqual([
      ['duplicate', 0.8],
      ['reject', 0.2],
    ]);
  });
});
