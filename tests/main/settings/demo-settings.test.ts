import { demoSettings } from '#main/settings/demo-settings.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { OutputSetting } from '#shared/model/output.ts';
import Conf from 'conf';
import { expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('a demonstration leaves the kiosk’s platform and choice as they were', () => {
  const directory = temporaryFolder();
  const open = () =>
    openSettingsFile(Conf, { directory, version: '0.1.0', logger: new RecordingLogger() });
  const selection = { scope: 'anything-open', clientId: 1, clientName: 'Playhouse' } as const;
  const own = { server: 'https://tickets.example', selection };
  const settings = open();
  settings.write({ server: own.server, lastSelection: own, volume: 0.3 });

  const demo = demoSettings(settings);
  expect(demo.read()).toMatchObject({ server: null, lastSelection: null, volume: 0.3 });
  demo.write({ server: 'http://127.0.0.1:5000', volume: 0.4 });
  demo.write({ lastSelection: { server: 'http://127.0.0.1:5000', selection } });
  expect(demo.read()).toMatchObject({
    server: 'http://127.0.0.1:5000',
    lastSelection: { server: 'http://127.0.0.1:5000' },
  });
  expect(open().read()).toMatchObject({ server: own.server, lastSelection: own, volume: 0.4 });
});

test('a demonstration’s gates and its way out end with it', () => {
  const directory = temporaryFolder();
  const settings = openSettingsFile(Conf, {
    ...{ directory, version: '0.1.0', logger: new RecordingLogger() },
  });
  const gate: OutputSetting = {
    ...{ name: 'Gate', purpose: 'gate', follows: ['admit'], pulse: 500 },
    way: { type: 'relay', channel: 1 },
  };
  settings.write({ outputs: [gate], reentry: 'once' });

  const demo = demoSettings(settings);
  expect(demo.read()).toMatchObject({ outputs: [gate], isWayOut: false });
  demo.write({ outputs: [], isWayOut: true });
  expect(demo.read()).toMatchObject({ outputs: [], isWayOut: true, reentry: 'once' });
  expect(settings.read()).toMatchObject({ outputs: [gate], isWayOut: false });
});
