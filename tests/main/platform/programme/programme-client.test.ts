import { programmeClientOf, type ClientHints } from '#main/platform/programme/programme-client.ts';
import { expect, test } from 'vitest';

const SERVER = 'https://tickets.example';
const NOTHING: ClientHints = {
  baseUrl: SERVER,
  selection: null,
  lastSelection: null,
  programmeClientId: null,
  offered: null,
};
const opened = (clientId: number) =>
  ({ scope: 'anything-open', clientId, clientName: '' }) as const;
const before = (clientId: number, server = SERVER) => ({ server, selection: opened(clientId) });

test.each<[string, Partial<ClientHints>, number | null]>([
  ['nothing is known', {}, null],
  ['there is no server', { baseUrl: null, selection: opened(1), programmeClientId: 3 }, null],
  ['the door is open', { selection: opened(1), lastSelection: before(2) }, 1],
  ['the door was open', { lastSelection: before(2), programmeClientId: 3 }, 2],
  ['it was, for another server', { lastSelection: before(2, 'https://other.example') }, null],
  ['the settings name one', { programmeClientId: 3, offered: { baseUrl: SERVER, clientId: 4 } }, 3],
  ['there is a choice', { offered: { baseUrl: SERVER, clientId: 4 } }, 4],
  ['the choice is another server’s', { offered: { baseUrl: 'https://o', clientId: 4 } }, null],
])('when %s', (_when, hints, clientId) => {
  const clientRef = clientId === null ? null : { baseUrl: SERVER, clientId };
  expect(programmeClientOf({ ...NOTHING, ...hints })).toEqual(clientRef);
});
