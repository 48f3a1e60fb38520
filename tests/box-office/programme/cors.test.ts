import { describe, expect, test } from 'vitest';
import { clientIdHeader, SCANNING_PATHS } from '#shared/api/index.ts';
import { openBoxOffice, send, USER, passwordOf } from '../support.ts';

const WEBSITE = 'https://www.riverside.example';
const OTHER = 'https://elsewhere.example';
const ALLOW = 'access-control-allow-origin';

const preflight = (origin: string) => ({
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'clientid',
  },
});

describe('pages in browsers', () => {
  test.each(['calendar', 'series', 'events'])(
    'may ask for the %s from a whitelisted origin only, also in advance',
    async (view) => {
      const allowedOrigins = ['http://localhost:3000', WEBSITE];
      const { boxOffice } = await openBoxOffice({ tickets: 200, allowedOrigins });
      const path = `/public/${view}/client(284)/department(1219)`;
      const ask = (origin: string) =>
        send(boxOffice, 'GET', path, { headers: { ...clientIdHeader(284), Origin: origin } });

      for (const origin of allowedOrigins) {
        const advance = await send(boxOffice, 'OPTIONS', path, preflight(origin));
        expect(advance.status).toBe(204);
        expect(advance.headers.get(ALLOW)).toBe(origin);
        expect(advance.headers.get('access-control-allow-headers')).toBe('clientId');
        expect(advance.headers.get('access-control-allow-methods')).toBe('GET');
        const answer = await ask(origin);
        expect(answer.headers.get(ALLOW)).toBe(origin);
        expect(answer.headers.get('vary')).toMatch(/^Origin\b/);
      }
      const advance = await send(boxOffice, 'OPTIONS', path, preflight(OTHER));
      expect(advance.headers.get(ALLOW)).toBeNull();
      const refused = await ask(OTHER);
      expect(refused.headers.get(ALLOW)).toBeNull();
      expect(refused.status).toBe(200);
    },
  );

  test('may ask for nothing where there is no whitelist', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 200 });
    const path = '/public/events/client(284)';
    for (const origin of [WEBSITE, 'null', '*']) {
      const headers = { ...clientIdHeader(284), Origin: origin };
      const answer = await send(boxOffice, 'GET', path, { headers });
      expect(answer.headers.get(ALLOW)).toBeNull();
    }
  });

  test('may never scan', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 200, allowedOrigins: [WEBSITE] });
    const body = JSON.stringify({ username: USER.door, password: passwordOf(USER.door) });
    const headers = { Origin: WEBSITE };
    const answer = await send(boxOffice, 'POST', SCANNING_PATHS.authenticate, { body, headers });
    expect(answer.headers.get(ALLOW)).toBeNull();
    for (const path of Object.values(SCANNING_PATHS)) {
      const advance = await send(boxOffice, 'OPTIONS', path, preflight(WEBSITE));
      expect(advance.status).toBe(404);
      expect(advance.headers.get(ALLOW)).toBeNull();
    }
  });
});
