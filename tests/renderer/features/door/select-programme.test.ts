import { ok } from '#shared/result.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inMinutes } from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { lettersAreThere } from '#tests/renderer/support/page.ts';
import {
  BOARD,
  mainWithProgramme,
  performance,
  withProgramme,
} from '#tests/renderer/support/programme.ts';

const production = (productionId: number, name: string, performanceId: number, start: number) => ({
  productionId,
  productionName: name,
  performances: [{ performanceId, performanceStart: start }],
});

async function openChoice(
  state: KioskState = withProgramme({ selection: null }),
  size: Size = 'laptop',
) {
  const main = mainWithProgramme(state);
  const cancelled = performance({ performanceId: 131, standing: 'cancelled' });
  main.on('programmeBoard', () => ok({ today: [...BOARD.today, cancelled], next: [] }));
  const productions = [
    production(11, 'The Winter’s Tale', 111, inMinutes(25)),
    production(14, 'Ropes, Sails and Tar', 141, inMinutes(-540)),
    production(13, 'The Tempest', 131, inMinutes(60)),
  ];
  main.on('filterOptions', () => ok([{ id: 1, value: 'Harbour Theatre', productions }]));
  await openKiosk(state, { main, size });
  await expect.element(page.getByRole('button', { name: 'Open the door' })).toBeVisible();
  return main;
}

/** Where everything stands that can be pressed, by its words. */
const places = () =>
  Array.from(document.querySelectorAll('button, label'), (element) => {
    const { x, y } = element.getBoundingClientRect();
    return [element.querySelector('.label')?.textContent ?? element.textContent.trim(), x, y];
  });

test('the programme’s logos, venues, doors and marks stand beside what can be chosen', async () => {
  await openChoice();
  await expect.poll(() => document.images.length).toBe(3);
  await expect.element(page.getByText('Rope Walk Gallery')).toBeVisible();
  for (const name of [
    '19:35 Thu 20 Nov starts in 25 mins',
    'All day Thu 20 Nov Doors 10:00 – 18:00',
    '20:10 Thu 20 Nov Cancelled · starts in 1 hr',
  ]) {
    await expect.element(page.getByRole('radio', { name })).toBeInTheDocument();
  }
});

test('another client’s programme says nothing about it', async () => {
  await openChoice(withProgramme({ selection: null }, { clientId: 2 }));
  expect(document.images).toHaveLength(0);
  await expect
    .element(page.getByRole('radio', { name: '10:10 Thu 20 Nov started 9 hrs ago' }))
    .toBeInTheDocument();
});

test.each(Object.keys(SIZES) as Size[])(
  'nothing moves under a finger when the programme comes, and its pictures, on a %s screen',
  async (size) => {
    const come = withProgramme({ selection: null });
    const main = await openChoice(
      { ...come, programme: { ...come.programme, clientId: null, fetchedAt: null } },
      size,
    );
    await lettersAreThere();
    const before = places();
    await picture(`select-before-programme-${size}`);
    main.emit(come);
    await expect.element(page.getByRole('button', { name: 'What’s on' })).toBeVisible();
    await expect.poll(() => document.images.length).toBe(3);
    await expect.element(page.getByText('Rope Walk Gallery')).toBeVisible();
    expect(places()).toEqual(before);
  },
);
