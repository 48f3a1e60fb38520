import Conf from 'conf';
import { expect, test } from 'vitest';
import { brokerSchema } from '#main/settings/address-schemas.ts';
import { readPolicies } from '#main/settings/policies.ts';
import { checkProvisioning, provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../ledger/support.ts';

const KEY = 'the same at all doors';
const MANAGED = {
  venueBroker: 'mqtts://broker.example:8883',
  venueUser: 'doors',
  venuePassword: 'open sesame',
  venueKey: KEY,
};

test.each([
  ['mqtts://broker.example:8883', 'mqtts://broker.example:8883'],
  [' mqtts://broker.example/ ', 'mqtts://broker.example'],
  ['mqtt://localhost:1883', 'mqtt://localhost:1883'],
  ['mqtt://192.168.20.4', 'mqtt://192.168.20.4'],
  ['mqtt://172.31.0.1:1884', 'mqtt://172.31.0.1:1884'],
  ['mqtt://[fd12::4]:1883', 'mqtt://[fd12::4]:1883'],
])('%s is where doors may meet', (typed, read) => {
  expect(brokerSchema.parse(typed)).toBe(read);
});

test.each([
  'mqtt://broker.example',
  'mqtt://172.32.0.1',
  'mqtt://8.8.8.8:1883',
  'mqtt://[2001:db8::1]',
  'http://192.168.20.4',
  'mqtts://user:password@broker.example',
  'mqtts://broker.example/path',
  'broker.example',
  '',
])('%s is not: others could listen, or it is no broker', (typed) => {
  expect(brokerSchema.safeParse(typed).success).toBe(false);
});

test('key and password are given to the kiosk, and to nobody who reads its settings', () => {
  const directory = temporaryFolder();
  const logger = new RecordingLogger();
  const own = openSettingsFile(Conf, { directory, version: '0.1.0', logger });
  const file = provisioned(own, 'settings.json', valueOf(checkProvisioning(MANAGED)));
  expect(file.secrets()).toMatchObject({ venueKey: KEY, venuePassword: 'open sesame' });
  expect(file.read()).toMatchObject({ venueBroker: MANAGED.venueBroker, venueUser: 'doors' });
  expect(JSON.stringify(file.read())).not.toMatch(/sesame|the same at all doors/);
  file.write({ volume: 0.5 });
  expect(own.secrets()).toMatchObject({ venueKey: null, venuePassword: null });
});

test('a passphrase that is short enough to be guessed is refused', () => {
  for (const venueKey of ['fifteen letters', 'short            ']) {
    expect(checkProvisioning({ venueKey })).toMatchObject({ ok: false });
  }
});

test('a policy gives no secret: whoever may read the registry would have it', () => {
  const policies = valueOf(readPolicies(new Map([['venueKey', KEY]])));
  expect(policies).toEqual({ managed: {}, unknown: ['venueKey'] });
});
