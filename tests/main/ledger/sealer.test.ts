import { Sealer } from '#main/ledger/sealer.ts';
import { expect, test } from 'vitest';
import { HOUSE, OTHER_CLIENT, OTHER_PLATFORM, testVault, vaultOf } from './support.ts';

const sealer = new Sealer(testVault);
const lookup = (clientRef: typeof HOUSE, code: string) =>
  sealer.lookup(clientRef, code).toString('hex');

test('the same code of the same house is found again, with the same key alone', () => {
  expect(lookup(HOUSE, 'A1')).toBe(lookup({ ...HOUSE }, 'A1'));
  const other = new Sealer(vaultOf('two'));
  expect(other.lookup(HOUSE, 'A1').toString('hex')).not.toBe(lookup(HOUSE, 'A1'));
});

test('codes, clients and platforms that look alike when written together are not taken for each other', () => {
  const { baseUrl } = HOUSE;
  const alike = [
    lookup(HOUSE, 'A1'),
    lookup(OTHER_CLIENT, 'A1'),
    lookup(OTHER_PLATFORM, 'A1'),
    lookup({ baseUrl, clientId: 71 }, '2'),
    lookup({ baseUrl, clientId: 7 }, '12'),
    lookup({ baseUrl, clientId: 7 }, '1:2'),
    lookup({ baseUrl: `${baseUrl}:7`, clientId: 1 }, '2'),
    lookup({ baseUrl: `${baseUrl}",7,"`, clientId: 7 }, 'A1'),
    lookup({ baseUrl, clientId: 7 }, '",7,"A1'),
  ];
  expect(new Set(alike).size).toBe(alike.length);
});
