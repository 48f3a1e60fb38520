import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { TicketingClient } from '#main/ticketing/client.ts';
import { openClient } from './support/client.ts';
import { serve, serveAlways } from './support/serve.ts';

const ENVELOPE = {
  serviceMessages: {},
  departmentId: null,
  clientId: 284,
  clientName: 'The House',
  clientActive: true,
  errors: ['something to know'],
  warnings: [],
  performancesByDateDisplay: { '2026-11-20': [] },
  seriesInformation: [],
  performances: [],
};

/** A platform with an empty programme, and what it was asked. */
async function openHouse() {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const baseUrl = await serve(({ method, url, headers }, response) => {
    asked.push({ method, url, headers });
    response.end(JSON.stringify(ENVELOPE));
  });
  return { asked, ...openClient(`${baseUrl}/api`) };
}

describe('the programme', () => {
  const scope = { clientId: 284 };
  test.each<[string, (client: TicketingClient) => Promise<unknown>]>([
    ['/api/public/calendar/client(284)', (client) => client.calendar(scope)],
    [
      '/api/public/calendar/client(284)/production(17)?year=2026&month=12',
      (client) => client.calendar({ ...scope, productionId: 17 }, { year: 2026, month: 12 }),
    ],
    ['/api/public/series/client(284)', (client) => client.series(scope)],
    [
      '/api/public/series/client(284)/department(1219)',
      (client) => client.series({ ...scope, departmentId: 1219 }),
    ],
    ['/api/public/events/client(284)', (client) => client.events(scope)],
  ])('%s is asked for with the client in the header, and no other credential', async (url, ask) => {
    const { client, asked } = await openHouse();
    expect(await ask(client)).toMatchObject({ ok: true, value: { clientName: 'The House' } });
    expect(asked).toMatchObject([{ method: 'GET', url, headers: { clientid: '284' } }]);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  test('with errors in it is still an answer: the platform is there', async () => {
    const { client, outcomes } = await openHouse();
    expect(await client.events(scope)).toMatchObject({
      ok: true,
      value: { errors: ['something to know'] },
    });
    expect(outcomes).toMatchObject([
      { type: 'answered', credentials: null, refusal: null, accessTokenExpiration: null },
    ]);
  });

  test('of another shape is not the platform', async () => {
    const body = JSON.stringify({ ...ENVELOPE, performances: [{ performanceId: 1 }] });
    const { client } = openClient(await serveAlways(200, body));
    expect(await client.events(scope)).toEqual({
      ok: false,
      error: { type: 'offline', reason: 'not-the-platform' },
    });
  });
});
