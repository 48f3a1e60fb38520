import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { ProgrammePerformance } from '#shared/model/programme.ts';
import { expect, test } from 'vitest';
import { openDoor } from '#tests/renderer/support/builders.ts';
import { openKiosk, picture } from '#tests/renderer/support/open-kiosk.ts';
import { resize } from '#tests/renderer/support/page.ts';
import {
  EXHIBITION,
  mainWithProgramme,
  performance,
  withProgramme,
} from '#tests/renderer/support/programme.ts';

/** In London, where the kiosk stands. */
const MIDNIGHT = Date.parse('2025-11-20T00:00:00Z');
const ALL_DAY = {
  scope: 'performance',
  clientId: 1,
  clientName: 'Harbour Theatre',
  productionId: 14,
  productionName: EXHIBITION.productionName,
  performanceId: 111,
  performanceStart: MIDNIGHT,
} as const;
const KNOWN = { ...EXHIBITION, performanceId: 111, start: MIDNIGHT };
const NOTHING_OF_MIDNIGHT = /00:00|12:00\s?am|started/i;

async function openWith(state: KioskState, ...today: ProgrammePerformance[]) {
  const main = mainWithProgramme(state);
  main.on('programmeBoard', () => ({ ok: true, value: { today, next: [] } }));
  const { productionId, productionName, performanceStart } = ALL_DAY;
  const performances = [{ performanceId: 111, performanceStart }];
  const productions = [{ productionId, productionName, performances }];
  main.on('filterOptions', () => ({
    ok: true,
    value: [{ id: 1, value: 'Harbour Theatre', productions }],
  }));
  return openKiosk(state, { main });
}

const shown = () => document.body.innerText;

test('an open door shows when the doors of an all-day event are open', async () => {
  await openWith(withProgramme({ selection: ALL_DAY }), KNOWN);
  await expect.poll(shown).toContain('All day');
  await expect.poll(shown).toMatch(/Doors 10:00 – 18:00/);
  expect(shown()).not.toMatch(NOTHING_OF_MIDNIGHT);
  await resize(1024, 600);
  await picture('ready-all-day');
});

test('an open door shows no midnight for an event that the programme does not have', async () => {
  await openWith(openDoor({ selection: ALL_DAY }));
  await expect.poll(shown).toContain('All day');
  expect(shown()).not.toMatch(NOTHING_OF_MIDNIGHT);
});

test('a performance at midnight that the programme knows has its start', async () => {
  const late = performance({ performanceId: 111, start: MIDNIGHT });
  await openWith(withProgramme({ selection: ALL_DAY }), late);
  await expect.poll(shown).toMatch(/00:00/);
});

test.each([
  ['known', [KNOWN], /Doors 10:00 – 18:00/],
  ['unknown', [], /All day/],
] as const)('Select offers an all-day event without a start: %s', async (_how, today, doors) => {
  await openWith(withProgramme({ selection: null }), ...today);
  await expect.poll(shown).toMatch(doors);
  expect(shown()).not.toMatch(NOTHING_OF_MIDNIGHT);
  await resize(1280, 800);
  await picture(`select-all-day-${_how}`);
});

test('a guest’s door shows when the doors are open', async () => {
  const state = withProgramme({ selection: ALL_DAY });
  await openWith({ ...state, settings: { ...state.settings, audience: 'guest' } }, KNOWN);
  await expect.poll(shown).toMatch(/Doors 10:00 – 18:00/);
  expect(shown()).not.toMatch(NOTHING_OF_MIDNIGHT);
  await resize(1280, 800);
  await picture('guest-all-day');
});
