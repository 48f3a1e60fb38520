import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { TicketingClient } from '#main/platform/ticketing/client.ts';
import { openClient } from './support/client.ts';
import { deadPort, serve, serveAlways } from './support/serve.ts';

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
    expect(await ask(client)).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ method: 'GET', url, headers: { clientid: '284' } }]);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  test('with errors in it is still an answer: the platform is there', async () => {
    const { client, outcomes } = await openHouse();
    const answer = await client.events(scope);
    const pieces: Uint8Array[] = [];
    if (answer.ok) for await (const piece of answer.value) if (piece.ok) pieces.push(piece.value);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(ENVELOPE);
    expect(outcomes).toMatchObject([
      { type: 'answered', credentials: null, refusal: null, accessTokenExpiration: null },
    ]);
  });

  test('of another shape is not the platform', async () => {
    const body = JSON.stringify({ ...ENVELOPE, clientId: 'The House' });
    const { client, outcomes } = openClient(await serveAlways(200, body));
    expect(await client.events(scope)).toMatchObject({
      ok: false,
      error: { type: 'offline', reason: 'not-the-platform' },
    });
    expect(outcomes, 'it says nothing about the checking of tickets').toEqual([]);
  });

  test('that cannot be reached tells of the connection', async () => {
    const { client, outcomes } = openClient(`http://127.0.0.1:${await deadPort()}`);
    expect((await client.series(scope)).ok).toBe(false);
    expect(outcomes).toEqual([{ type: 'offline', reason: 'refused' }]);
  });
});
