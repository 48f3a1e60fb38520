import type { ScanningClient } from '#shared/api/filter-options.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inMinutes, openDoor } from './support/builders.ts';
import { FakeMain } from './support/fake-transport.ts';
import { openKiosk } from './support/open-kiosk.ts';
import { chooseMore } from './support/menu.ts';
import {
  detailOf,
  EXHIBITION,
  mainWithProgramme,
  SERIES,
  withProgramme,
} from './support/programme.ts';

/*
 * Platforms repeat ids. Svelte stops rendering at a repeated key: each screen here would stay empty.
 */

test('the selection offers clients, productions and performances with equal ids', async () => {
  const performances = [
    { performanceId: 1, performanceStart: inMinutes(25) },
    { performanceId: 1, performanceStart: inMinutes(85) },
  ];
  const production = { productionId: 1, productionName: 'Twice', performances };
  const client = (value: string): ScanningClient => ({
    id: 1,
    value,
    productions: [production, production],
  });
  const state = openDoor({ selection: null });
  const main = new FakeMain(state);
  main.on('filterOptions', () => ({ ok: true, value: [client('Harbour'), client('Arena')] }));
  await openKiosk(state, { main });
  await expect.poll(() => document.querySelectorAll('h2[id^=production-]').length).toBe(2);
  expect(document.querySelectorAll('input[name=client]')).toHaveLength(2);
  expect(document.querySelectorAll('.production input[name=choice]')).toHaveLength(6);
});

test('a production shows entry times and performances with equal ids', async () => {
  const state = withProgramme();
  const main = mainWithProgramme(state);
  const entryTimes = ['10:00:00', '11:00:00', '12:00:00'].map((time) => ({
    ...{ id: 1, time, soldOut: false },
  }));
  const detail = detailOf(EXHIBITION.productionId);
  const [first = EXHIBITION] = detail.performances;
  const performances = [
    { ...first, entryTimes },
    { ...first, entryTimes },
  ];
  main.on('programmeDetail', () => ({ ok: true, value: { ...detail, performances } }));
  await openKiosk(state, { main });
  await chooseMore('What’s on');
  await page.getByRole('tab', { name: 'Series' }).click();
  await page.getByRole('button', { name: EXHIBITION.productionName }).first().click();
  await expect.poll(() => document.querySelectorAll('.entries li').length).toBe(6);
});

test('the programme lists series with equal ids', async () => {
  const state = withProgramme();
  const main = mainWithProgramme(state);
  main.on('programmeSeries', () => ({
    ok: true,
    value: [SERIES[0], SERIES[0]].flatMap((one) => one ?? []),
  }));
  await openKiosk(state, { main });
  await chooseMore('What’s on');
  await page.getByRole('tab', { name: 'Series' }).click();
  await expect.poll(() => document.querySelectorAll('li.on-colour').length).toBe(2);
});
