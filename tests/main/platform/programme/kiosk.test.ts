import { CLOSED_CLIENT } from '#box-office/demo/clients.ts';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { eventually } from '#tests/support/eventually.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { callsOf, newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { performance, series, TIX_REMAINING } from './support/facts.ts';
import { everythingOf, half, openPlatform } from './support/platform.ts';
import { threadsFromNow } from './support/threads.ts';
import { CLIENT } from './support/programme.ts';

/** A kiosk on a folder of its own, and everything that goes to its renderer. */
function openKiosk(baseUrl: string, settings: { programmeClientId?: number } = {}) {
  const { kiosk, dataDirectory } = newKiosk({ baseUrl }, { settings });
  return { kiosk, dataDirectory, states: watch(kiosk).states, call: callsOf(kiosk) };
}

async function boxOffice(): Promise<BoxOffice> {
  const started = await startBoxOffice({ seed: 1, tickets: 200 });
  onTestFinished(() => started.close());
  return started;
}

describe('whose programme', () => {
  test('nobody’s before anybody has signed in; then that of what can be chosen, and of the door', async () => {
    const platform = await boxOffice();
    const { kiosk } = openKiosk(platform.baseUrl);
    await kiosk.start();
    expect(kiosk.state().programme).toMatchObject({ clientId: null, fetchedAt: null });

    await kiosk.handlers.signIn(userOf(platform));
    const options = await kiosk.handlers.filterOptions(null);
    const [first] = options.ok ? options.value : [];
    await eventually(() => expect(kiosk.state().programme.clientId).toBe(first?.id));
    await eventually(() => expect(kiosk.state().programme.fetchedAt).not.toBeNull());
    expect(kiosk.state().programme.problem).toBeNull();
    const series = await kiosk.handlers.programmeSeries(null);
    expect(series.ok && series.value.length).toBeGreaterThan(0);

    const { clientId } = platform.ids;
    const selection = { scope: 'anything-open', clientId, clientName: 'The House' } as const;
    await kiosk.handlers.select({ selection });
    await kiosk.handlers.signOut(null);
    expect(kiosk.state().programme.clientId, 'the last door is remembered').toBe(clientId);
    await kiosk.stop();
  });

  test('a stop leaves no request, thread or timer behind', async () => {
    const platform = await openPlatform({ answer: half });
    const { kiosk } = openKiosk(platform.baseUrl, { programmeClientId: CLIENT });
    const threads = threadsFromNow();
    await kiosk.start();
    await eventually(() => expect(threads.running()).toBe(1));
    await kiosk.stop();
    expect(threads.running()).toBe(0);
  });
});

test('a box office that calls a client inactive is quoted', async () => {
  const platform = await boxOffice();
  const { kiosk } = openKiosk(platform.baseUrl, { programmeClientId: CLOSED_CLIENT });
  await kiosk.start();
  await eventually(() => expect(kiosk.state().programme.fetchedAt).not.toBeNull());
  expect(kiosk.state().programme.service).toMatchObject({
    isInactive: true,
    warnings: ['This client is not active.'],
  });
  await kiosk.stop();
});

describe('how many tickets remain', () => {
  /** Everything that a renderer can be told of the programme. */
  async function everything({ kiosk, call, states }: ReturnType<typeof openKiosk>) {
    const page = { productionId: null, departmentId: null, offset: 0 };
    const { year, month } = { year: new Date().getFullYear(), month: new Date().getMonth() + 1 };
    const answers = [
      await call('state', null),
      await call('programmeBoard', null),
      await call('programmeMonth', { year, month }),
      await call('programmeMonth', { year: 2026, month: 11 }),
      await call('programmeSeries', null),
      await call('programmePerformances', page),
      await call('refreshProgramme', null),
    ];
    const shown = await kiosk.handlers.programmeSeries(null);
    for (const { productionId } of shown.ok ? shown.value : []) {
      answers.push(await call('programmeDetail', { productionId }));
    }
    expect(answers.every(({ ok }) => ok)).toBe(true);
    return { answers, states };
  }

  test('never comes to the renderer, neither by its name nor by its value', async () => {
    const performances = [
      performance(),
      performance({ performanceId: 2, hasAvailableTickets: false }),
    ];
    const platform = await openPlatform(everythingOf(performances, [series()]));
    const opened = openKiosk(platform.baseUrl, { programmeClientId: CLIENT });
    await opened.kiosk.start();
    await eventually(() => expect(opened.kiosk.state().programme.fetchedAt).not.toBeNull());
    const said = await everything(opened);
    await opened.kiosk.stop();
    const text = JSON.stringify(said);
    expect(text).toContain('The Tempest');
    expect(text).not.toMatch(/tixRemaining/i);
    expect(text).not.toContain(String(TIX_REMAINING));
    const kept = readFileSync(join(opened.dataDirectory, 'programme.db'), 'latin1');
    expect(kept).toContain('The Tempest');
    expect(kept).not.toMatch(/tixRemaining/i);
  });

  test('is in nothing that a real box office’s programme becomes', async () => {
    const platform = await boxOffice();
    const { clientId } = platform.ids;
    const opened = openKiosk(platform.baseUrl, { programmeClientId: clientId });
    await opened.kiosk.start();
    await eventually(() => expect(opened.kiosk.state().programme.fetchedAt).not.toBeNull());
    const text = JSON.stringify(await everything(opened));
    await opened.kiosk.stop();
    expect(text).toContain('performanceId');
    expect(text).not.toMatch(/tixRemaining/i);
    expect(text, 'who may buy them is').toMatch(/"saleLimit":"package-holders"/);
    expect(text).toMatch(/"saleLimit":"not-on-sale"/);
  });
});
