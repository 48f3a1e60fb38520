import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  authorizationHeader,
  clientIdHeader,
  PROGRAMME_VIEWS,
  programmePath,
  SCANNING_PATHS,
} from '#shared/api/index.ts';

describe('the paths', () => {
  test('of scanning are the seven of spec 4.2', () => {
    expect(Object.values(SCANNING_PATHS)).toEqual([
      '/public/scanning/authenticate',
      '/public/scanning/filterOptions',
      '/public/scanning/validateTicket',
      '/public/scanning/cache/validTickets',
      '/public/scanning/cache/syncScans',
      '/public/scanning/validateToken',
      '/public/scanning/invalidateToken',
    ]);
  });

  test('of the future events are three shapes for each of three views', () => {
    const scopes = [
      { clientId: 284 },
      { clientId: 284, productionId: 17 },
      { clientId: 284, departmentId: 1219 },
    ];
    const paths = PROGRAMME_VIEWS.flatMap((view) =>
      scopes.map((scope) => programmePath(view, scope)),
    );
    expect(paths).toEqual([
      '/public/calendar/client(284)',
      '/public/calendar/client(284)/production(17)',
      '/public/calendar/client(284)/department(1219)',
      '/public/series/client(284)',
      '/public/series/client(284)/production(17)',
      '/public/series/client(284)/department(1219)',
      '/public/events/client(284)',
      '/public/events/client(284)/production(17)',
      '/public/events/client(284)/department(1219)',
    ]);
  });
});

/** What a server makes of the header: the name, and the token after the last colon. */
function decoded({ Authorization: header }: { Authorization: string }) {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.lastIndexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

describe('the headers', () => {
  test('of the future events is the client', () => {
    expect(clientIdHeader(284)).toEqual({ clientId: '284' });
  });

  test.each([
    ['door@usher.example', 'RG9vcg'],
    ['tür:zwei🎭@usher.example', 'RG9vcg'],
    [':', 'a'],
    ['名前', 'a'],
    ['', 'a'],
  ])('of scanning carries the name %j and the token whole', (username, token) => {
    expect(decoded(authorizationHeader(username, token))).toEqual([username, token]);
  });

  test('of scanning is what the standard says', () => {
    // RFC 7617, section 2.
    expect(authorizationHeader('Aladdin', 'open sesame')).toEqual({
      Authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    });
  });

  test('of scanning carries any name and any token', () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 300 });
    const tokens = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((t) => !t.includes(':'));
    fc.assert(
      fc.property(names, tokens, (username, token) => {
        expect(decoded(authorizationHeader(username, token))).toEqual([username, token]);
      }),
    );
  });
});
