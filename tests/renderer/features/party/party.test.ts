import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Party, PartyGuest, PartyRefusal, PartyTicket } from '#shared/model/party.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  apiError,
  BALCONY,
  openDoor,
  refusal,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import {
  LOCKED,
  NO_PIN,
  UNLOCKED,
  withChanges,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';

const control = page.getByRole('button', { name: 'Rest of the party' });
const all = page.getByRole('button', { name: /^Let in all/ });
const chosen = page.getByRole('button', { name: /^Let in those ticked/ });
const seat = (number: number) =>
  page.getByRole('checkbox', { name: new RegExp(`Row F, ${number}`) });

/** A good ticket of the party, beside the one of Row F, 12. */
const ticket = (number: number, changes: Partial<PartyTicket> = {}): PartyTicket => ({
  ...{ id: `t${number}`, ticketId: 500 + number, section: 'Stalls', seat: `Row F, ${number}` },
  ...{ standing: { type: 'valid', copyFrom: 0 }, isGood: true, ...changes },
});
const PARTY: Party = { tickets: [13, 14, 15].map((at) => ticket(at)), sold: 4, isWhole: true };
const guest = (number: number, outcome: PartyGuest['outcome'] = null): PartyGuest => ({
  ...{ id: `t${number}`, ticketId: 500 + number, section: 'Stalls', seat: `Row F, ${number}` },
  outcome,
});
const decided = (kind: VerdictKind, reason: VerdictReason = { type: 'admitted' }) =>
  ({ type: 'decided', kind, basis: 'platform', reason }) as const;
const done = { ok: true, value: null } as const;

const ENTRY = 'that-scan';
const FIRST = admission({ ticketsScanned: 1 }, { entryId: ENTRY });

/** The first of a party of four was let in, at a kiosk with a PIN. */
async function openParty(party: Party = PARTY, changes: StateChanges = {}, size: Size = 'laptop') {
  const state = openDoor({ verdict: FIRST, lock: UNLOCKED, ...changes });
  const main = new FakeMain(state);
  main.on('findParty', () => ({ ok: true, value: party }));
  for (const name of ['letInParty', 'stopParty', 'leaveParty'] as const) main.on(name, () => done);
  const { sounds } = await openKiosk(state, { main, size });
  /** What is heard from now on. */
  const heard = () => sounds.map(([kind]) => kind);
  return { main, state, heard };
}

test('the verdict makes way for a list with seats, none ticked, and all are let in with one press', async () => {
  const { main } = await openParty();
  await picture('party-control');
  await control.click();
  await expect.poll(() => root('screen')).toBe('party');
  expect(main.requests('findParty')).toEqual([{ entryId: 'that-scan' }]);
  for (const number of [13, 14, 15]) await expect.element(seat(number)).not.toBeChecked();
  await expect.element(chosen).toHaveAttribute('aria-disabled', 'true');
  await expect.element(all).toHaveTextContent('Let in all 3');
  await expectAccessible();
  await picture('party');
  await all.click();
  expect(main.requests('letInParty')).toEqual([{ ids: ['t13', 't14', 't15'] }]);
});

test.each([
  ['light', 'en'],
  ['high-contrast', 'de'],
  ['dark', 'ar'],
  ['high-contrast', 'ar'],
] as const)('it fits on a small screen: %s, %s', async (theme, language) => {
  const { main, state } = await openParty(PARTY, {}, 'small');
  await control.click();
  await expect.element(seat(13)).toBeInTheDocument();
  main.emit({ ...state, settings: { ...state.settings, theme, language } });
  await expect.poll(() => document.documentElement.lang).toBe(language);
  for (const box of page.getByRole('checkbox').elements()) {
    const { left, right } = (box.closest('label') ?? box).getBoundingClientRect();
    expect([left >= 0, right <= innerWidth]).toEqual([true, true]);
  }
  await picture(`party-${theme}-${language}`);
});

test('where they are not exactly those that are missing, only who is ticked is let in', async () => {
  const { main } = await openParty({
    ...{ sold: 4, isWhole: false },
    tickets: [
      ...PARTY.tickets,
      ticket(16, {
        standing: { type: 'copy', code: 12, firstScanAt: null, copyFrom: 0 },
        isGood: false,
      }),
    ],
  });
  await control.click();
  await expect.element(seat(13)).toBeInTheDocument();
  await expect.element(all).not.toBeInTheDocument();
  await expect.element(seat(16)).not.toBeInTheDocument();
  await expect.element(page.getByText('Already scanned')).toBeVisible();
  await page.getByText('Stalls, Row F, 14').click();
  await page.getByText('Stalls, Row F, 15').click();
  await page.getByText('Stalls, Row F, 14').click();
  await expect.element(chosen).toHaveTextContent('Let in those ticked (1)');
  await picture('party-ticked');
  await chosen.click();
  expect(main.requests('letInParty')).toEqual([{ ids: ['t15'] }]);
});

test('without a tick nobody is let in, whatever is pressed', async () => {
  const { main } = await openParty({ ...PARTY, isWhole: false });
  await control.click();
  chosen.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(seat(13)).not.toBeChecked();
  expect(main.requests('letInParty')).toEqual([]);
});

test('it is done by the keyboard alone', async () => {
  const { main } = await openParty();
  const go = async (to: Element) => {
    for (let keys = 0; keys < 12 && document.activeElement !== to; keys += 1) await press('{Tab}');
    expect(document.activeElement).toBe(to);
  };
  await go(control.element());
  await press('{Enter}');
  await expect.element(seat(14)).toBeInTheDocument();
  await go(seat(14).element());
  await press(' ');
  await expect.element(seat(14)).toBeChecked();
  await go(chosen.element());
  await press('{Enter}');
  await expect.poll(() => main.requests('letInParty')).toEqual([{ ids: ['t14'] }]);
});

test('what becomes of each is told, with the reason of those who are not let in, and it can be stopped', async () => {
  const { main, state } = await openParty();
  await control.click();
  main.emit(
    withChanges(state, {
      party: {
        of: ENTRY,
        isRunning: true,
        guests: [guest(13, decided('admit')), guest(14), guest(15)],
      },
    }),
  );
  await expect.element(page.getByText('1 of 3 decided.')).toBeVisible();
  await picture('party-running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  expect(main.requests('stopParty')).toHaveLength(1);
  const guests = [
    guest(13, decided('admit')),
    guest(14, decided('duplicate', { type: 'platform-error', error: apiError(12) })),
    guest(15, decided('elsewhere', { type: 'elsewhere', entrance: BALCONY })),
    guest(16, { type: 'not-asked' }),
    guest(17, { type: 'not-recorded' }),
  ];
  main.emit(withChanges(state, { party: { of: ENTRY, isRunning: false, guests } }));
  await expect.element(page.getByText('1 of 5 let in.')).toBeVisible();
  await expect.element(page.getByText('This ticket was used earlier.')).toBeVisible();
  await expect.element(page.getByText(BALCONY.name)).toBeVisible();
  await expect.element(page.getByText('Not asked: this ticket is as it was.')).toBeVisible();
  await expect.element(page.getByText('do not let in', { exact: false })).toBeVisible();
  await expectAccessible();
  await picture('party-result');
  await page.getByRole('button', { name: 'Done' }).click();
  expect(main.requests('leaveParty')).toHaveLength(1);
  await expect.poll(() => root('screen')).toBe('verdict');
});

test.each<[string, readonly PartyGuest['outcome'][], readonly VerdictKind[]]>([
  ['all come in', [decided('admit'), decided('admit')], ['admit']],
  ['one is refused', [decided('admit'), decided('duplicate'), decided('admit')], ['duplicate']],
  ['one is refused and one sent on', [decided('elsewhere'), decided('reject')], ['reject']],
  ['one could not be recorded', [decided('admit'), { type: 'not-recorded' }], ['undecided']],
  ['somebody stops it', [decided('admit'), { type: 'not-asked' }], []],
  ['somebody stops it after a refusal', [decided('held'), { type: 'not-asked' }], ['held']],
])('it is heard once, at the end: %s', async (_, outcomes, sounds) => {
  const { main, state, heard } = await openParty();
  await control.click();
  const guests = outcomes.map((outcome, at) => guest(13 + at, outcome));
  const running = guests.map((_, at) => guest(13 + at, at === 0 ? outcomes[0] : null));
  main.emit(withChanges(state, { party: { of: ENTRY, isRunning: true, guests: running } }));
  await expect.element(page.getByText(/decided\.$/)).toBeVisible();
  expect(heard()).toEqual([]);
  const party = { of: ENTRY, isRunning: false, guests };
  main.emit(withChanges(state, { party }));
  await expect.element(page.getByText(/of \d let in\.$/)).toBeVisible();
  main.emit(withChanges(state, { party, waiting: 1 }));
  expect(heard()).toEqual(sounds);
});

test('so fast that nobody saw it begin, it is heard; a kind that the house wants to be silent is not', async () => {
  const { main, state, heard } = await openParty();
  await control.click();
  const end = (id: number, settings = state.settings) =>
    main.emit(
      withChanges(state, {
        settings,
        party: { of: ENTRY, isRunning: false, guests: [guest(id, decided('admit'))] },
      }),
    );
  end(13);
  expect(heard()).toEqual(['admit']);
  end(14);
  expect(heard()).toEqual(['admit', 'admit']);
  end(15, { ...state.settings, silent: ['admit'] });
  expect(heard()).toHaveLength(2);
});

test('notes about them come with it', async () => {
  const note = { id: 'n', kind: 'wheelchair', text: 'needs the ramp', mustBeSeen: false } as const;
  const { main, state } = await openParty();
  await control.click();
  const guests = [
    guest(13, { ...decided('admit'), notes: [note] }),
    guest(14, { ...decided('admit'), notes: 'hidden' }),
  ];
  main.emit(withChanges(state, { party: { of: ENTRY, isRunning: false, guests } }));
  await expect.element(page.getByText('Wheelchair: needs the ramp')).toBeVisible();
  await expect.element(page.getByText('There is a note for staff.')).toBeVisible();
});

test('the next guests get their answers meanwhile, and nothing that was ticked is lost', async () => {
  const { main, state } = await openParty();
  await control.click();
  await page.getByText('Stalls, Row F, 14').click();
  main.emit(withChanges(state, { verdict: refusal(apiError(11)) }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(withChanges(state, { verdict: null }));
  await expect.poll(() => root('screen')).toBe('party');
  await expect.element(seat(14)).toBeChecked();
  expect(main.requests('findParty')).toHaveLength(1);
  expect(main.requests('leaveParty')).toHaveLength(0);
});

test('another guest’s party is looked for, although what became of the one before is still there', async () => {
  const { main, state } = await openParty();
  await control.click();
  const guests = [guest(13, decided('admit'))];
  const party = { of: ENTRY, isRunning: false, guests };
  main.emit(withChanges(state, { party }));
  await expect.element(page.getByText('1 of 1 let in.')).toBeVisible();
  const next = { ...FIRST, entryId: 'another', sequence: FIRST.sequence + 1 };
  main.emit(withChanges(state, { party, verdict: next }));
  await control.click();
  await expect.element(seat(14)).toBeVisible();
  await expect.element(page.getByText('1 of 1 let in.')).not.toBeInTheDocument();
  expect(main.requests('findParty')).toMatchObject([{ entryId: ENTRY }, { entryId: 'another' }]);
  // Forgotten by the kiosk, when the other one was asked for.
  main.emit(withChanges(state, { party: null, verdict: null }));
  await expect.element(seat(14)).toBeVisible();
});

test('a page that was lost while a party comes in shows it again', async () => {
  await openParty(PARTY, {
    verdict: null,
    party: { of: ENTRY, isRunning: true, guests: [guest(13, decided('admit')), guest(14)] },
  });
  await expect.poll(() => root('screen')).toBe('party');
  await expect.element(page.getByText('1 of 2 decided.')).toBeVisible();
});

test('when it is forgotten, the door is back', async () => {
  const { main, state } = await openParty();
  await control.click();
  main.emit(
    withChanges(state, {
      party: { of: ENTRY, isRunning: false, guests: [guest(13, decided('admit'))] },
    }),
  );
  await expect.element(page.getByText('1 of 1 let in.')).toBeVisible();
  main.emit(withChanges(state, { verdict: null, party: null }));
  await expect.poll(() => root('screen')).toBe('ready');
});

test('at a locked kiosk the PIN comes first, and nothing was looked for before', async () => {
  const { main, state } = await openParty(PARTY, { lock: LOCKED });
  await control.click();
  await expect.poll(() => root('screen')).toBe('unlock');
  expect(main.requests('findParty')).toEqual([]);
  main.emit(withChanges(state, { lock: UNLOCKED }));
  await expect.poll(() => root('screen')).toBe('party');
});

test.each<[string, StateChanges]>([
  ['without a PIN', { lock: NO_PIN }],
  ['for a single ticket', { verdict: admission({ ticketsScanned: 1, ticketsSold: 1 }) }],
  ['where all are in', { verdict: admission({ ticketsScanned: 4, ticketsSold: 4 }) }],
  ['where nobody has counted', { verdict: admission({ ticketsScanned: null, ticketsSold: null }) }],
  ['for somebody who is not let in', { verdict: refusal(apiError(12)) }],
])('it is not offered %s', async (_, changes) => {
  await openParty(PARTY, changes);
  await expect.element(control).not.toBeInTheDocument();
});

test.each<[PartyRefusal | 'ledger', RegExp]>([
  ['no-pin', /Set a PIN first/],
  ['not-open', /lets nobody in now/],
  ['no-admission', /Nobody was let in with this scan/],
  ['long-ago', /more than ten minutes ago/],
  ['not-listed', /does not have this one/],
  ['no-buyer', /who has bought this ticket/],
  ['alone', /No other ticket/],
  ['too-many', /More than 50 tickets/],
  ['busy', /Another party/],
  ['failed', /could not be read/],
  ['ledger', /file with this kiosk’s scans is damaged/],
])('where there is none it says why: %s', async (because, words) => {
  const { main } = await openParty();
  main.on('findParty', () => ({
    ok: false,
    error:
      because === 'ledger' ? { type: 'ledger', code: 'damaged' } : { type: 'no-party', because },
  }));
  await control.click();
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
});

test('one that is gone meanwhile has to be asked for again', async () => {
  const { main } = await openParty();
  main.on('letInParty', () => ({ ok: false, error: { type: 'gone' } }));
  await control.click();
  await all.click();
  await expect.element(page.getByRole('alert').getByText(/took too long/)).toBeVisible();
});
