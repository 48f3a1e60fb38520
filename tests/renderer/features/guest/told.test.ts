import { describe, expect, test } from 'vitest';
import { guestState } from '#main/kiosk/guest-state.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { STATES } from '#tests/renderer/support/all-states.ts';
import { VERDICTS } from '#tests/renderer/support/all-verdicts.ts';
import { apiError, openDoor, refusal } from '#tests/renderer/support/builders.ts';
import { uploads, withChanges } from '#tests/support/kiosk-state.ts';

/** What must not come to guests, wherever in the kiosk's state it stands. */
const OF_STAFF = [
  ...['frances', 'Main foyer', 'https://tickets.example', '/etc/usher.json', 'ledger.db', 'k-1'],
  ...['Ask Otto', 'Lounge', 'Stage door', 'goodwill', '31415', '27182'],
  ...['"codeTail":"3931"', 'gnome_libsecret', '0.1.0', '"status":"offline"'],
];

/** Everything at once that staff may have to know. */
const MUCH_TO_KNOW = openDoor({
  fault: null,
  baseUrl: 'https://tickets.example',
  uploads: uploads({ pending: 31_415, warning: 44 }),
  discrepancies: 27_182,
  lastVerdict: refusal(apiError(12, { messageHtml: '<b>Ask Otto</b>' })),
  managed: ['theme'],
  managedBy: '/etc/usher.json',
  clockSkew: 300_000,
});

const ALL: readonly (readonly [string, KioskState])[] = [
  ['much to know', MUCH_TO_KNOW],
  ...Object.entries(STATES),
  ...Object.entries(VERDICTS).flatMap(([name, all]) =>
    all.map(
      (verdict, index) => [`${name} ${index}`, withChanges(MUCH_TO_KNOW, { verdict })] as const,
    ),
  ),
];

describe('what the guest’s side is told', () => {
  test.each(ALL)('has nothing that is for staff: %s', (_name, state) => {
    const told = JSON.stringify(guestState(state));
    expect(OF_STAFF.filter((word) => told.includes(word))).toEqual([]);
  });

  test('what these tests look for stands in what staff are told', () => {
    const told = JSON.stringify(ALL);
    expect(OF_STAFF.filter((word) => !told.includes(word))).toEqual([]);
  });

  test('has where the guest sits, and the sentence’s reason', () => {
    const [verdict] = VERDICTS.admitted;
    const told = guestState(withChanges(MUCH_TO_KNOW, { verdict: verdict ?? null })).verdict.shown;
    expect(told).toMatchObject({ kind: 'admit', reason: { type: 'admitted' } });
    const { section, seat } = verdict?.ticket ?? {};
    expect(told?.ticket).toEqual({ section, seat });
  });

  test('is a closed entrance while staff rehearse', () => {
    const verdict = refusal(apiError(12));
    const told = guestState(openDoor({ rehearsal: true, waiting: 2, verdict }));
    expect(told.door.selection).toBeNull();
    expect(told.verdict).toEqual({ shown: null, notice: null, waiting: 0 });
  });

  test('has how the house looks and speaks to guests', () => {
    const state = openDoor();
    const ofHouse = { venueName: 'Old Mill', accent: '#2fb5a8', scannerAt: 'below' } as const;
    const spoken = { language: 'pl', languages: ['pl', 'en'], secondLanguage: 'en' } as const;
    const settings = { ...state.settings, ...ofHouse, ...spoken, lowControls: true };
    const told = guestState({ ...state, settings }).settings;
    expect(told).toMatchObject({ ...ofHouse, ...spoken, lowControls: true });
  });

  test('tells the same ticket, held there for longer, from the next one', () => {
    const verdict = refusal(apiError(12));
    const again = { ...verdict, basis: 'repeat', sequence: verdict.sequence + 1 } as const;
    const told = [verdict, again].map(
      (shown) => guestState(openDoor({ verdict: shown })).verdict.shown,
    );
    expect(told.map((shown) => shown?.entryId)).toEqual([verdict.entryId, verdict.entryId]);
    expect(told.map((shown) => shown?.basis)).toEqual(['platform', 'repeat']);
  });
});
