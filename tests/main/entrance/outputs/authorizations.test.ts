import Conf from 'conf';
import { expect, onTestFinished, test } from 'vitest';
import { checkProvisioning, provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import type { TypedOutput } from '#shared/model/output.ts';
import { valueOf } from '#tests/main/ledger/support.ts';
import { newKiosk } from '#tests/support/new-kiosk.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startHttpDevice } from './devices.ts';

const SECRET = 'Bearer 55d1-of-the-settings-file';

/**
 * A kiosk whose settings file for many kiosks has this, and the policies of its machine that, beside an output that
 * somebody has set up here.
 */
async function openKiosk(
  own: object[],
  given: object,
  policies: object = {},
  dataDirectory = temporaryFolder(),
) {
  const logger = new RecordingLogger();
  const file = openSettingsFile(Conf, { directory: dataDirectory, version: '0.1.0', logger });
  const { outputs = [] } = valueOf(checkProvisioning({ outputs: own }));
  file.write({ outputs });
  const byFile = provisioned(file, 'fleet.json', valueOf(checkProvisioning(given)));
  const settingsFile = provisioned(byFile, 'HKLM', valueOf(checkProvisioning(policies)));
  const { kiosk } = newKiosk({}, { dataDirectory, logger, settingsFile });
  onTestFinished(() => kiosk.stop());
  await kiosk.start();
  return kiosk;
}

const gateAt = (url: string): TypedOutput => ({
  ...{ name: 'Gate', purpose: 'gate', follows: ['admit', 'exit'], pulse: 50 },
  way: { type: 'http', url },
});

test('what the settings file sends as Authorization goes to the outputs that it lists', async () => {
  const device = await startHttpDevice();
  const given = { outputs: [gateAt(device.url)], outputAuthorizations: { Gate: SECRET } };
  const kiosk = await openKiosk([], given);
  expect(await kiosk.handlers.testOutput({ name: 'Gate' })).toMatchObject({ ok: true });
  expect(device.heard.at(-1)?.authorization).toBe(SECRET);
});

test('it does not go to an output of the same name that was set up here, at whatever address', async () => {
  const device = await startHttpDevice();
  const given = { outputAuthorizations: { Gate: SECRET } };
  const kiosk = await openKiosk([gateAt(device.url)], given);
  expect(await kiosk.handlers.testOutput({ name: 'Gate' })).toMatchObject({ ok: true });
  expect(device.heard).toMatchObject([{ authorization: undefined }]);
  expect(await kiosk.handlers.outputs(null)).toMatchObject({
    value: [{ hasAuthorization: false }],
  });
});

test('nor to one that is set up later, or was set up before the file listed its own', async () => {
  const [ours, theirs] = [await startHttpDevice(), await startHttpDevice()];
  const given = { outputs: [gateAt(theirs.url)], outputAuthorizations: { Gate: SECRET } };
  const kiosk = await openKiosk([gateAt(ours.url)], given);
  const { handlers } = kiosk;
  expect(await handlers.testOutput({ name: 'Gate' })).toMatchObject({ ok: true });
  expect(theirs.heard).toMatchObject([{ authorization: SECRET }]);
  const output = gateAt(ours.url);
  expect(await handlers.keepOutput({ was: 'Gate', output, authorization: null })).toEqual({
    ...{ ok: false, error: { type: 'managed' } },
  });
  expect(ours.heard).toEqual([]);
});

test.each<[string, object, string | undefined]>([
  ['the file lists the output at the same server', { sameServer: true }, SECRET],
  ['the file lists no outputs: it was given for this one', {}, SECRET],
  [
    'the file lists the output at another server: it was given for that one',
    { other: true },
    undefined,
  ],
])('outputs of a policy, and an Authorization of the file: %s', async (_, listed, sent) => {
  const [policys, files] = [await startHttpDevice(), await startHttpDevice()];
  const theirs = 'other' in listed ? files : policys;
  const given = {
    ...(Object.keys(listed).length > 0 && { outputs: [gateAt(`${theirs.url}/file`)] }),
    outputAuthorizations: { Gate: SECRET },
  };
  const kiosk = await openKiosk([], given, { outputs: [gateAt(policys.url)] });
  expect(await kiosk.handlers.testOutput({ name: 'Gate' })).toMatchObject({ ok: true });
  expect(policys.heard.at(-1)?.authorization).toBe(sent);
  expect(files.heard, 'the policy’s output is in force').toEqual([]);
  expect(await kiosk.handlers.outputs(null)).toMatchObject({
    value: [{ hasAuthorization: sent !== undefined }],
  });
});

test('what was typed here is sent on where a file lists the output at the same server, and to no other', async () => {
  const [ours, other] = [await startHttpDevice(), await startHttpDevice()];
  const folder = temporaryFolder();
  const before = await openKiosk([], {}, {}, folder);
  const output = gateAt(ours.url);
  const kept = await before.handlers.keepOutput({ was: null, output, authorization: SECRET });
  expect(kept).toMatchObject({ ok: true });
  await before.stop();
  for (const [device, sent] of [
    [ours, SECRET],
    [other, undefined],
  ] as const) {
    const kiosk = await openKiosk([], { outputs: [gateAt(device.url)] }, {}, folder);
    expect(await kiosk.handlers.testOutput({ name: 'Gate' })).toMatchObject({ ok: true });
    expect(device.heard.at(-1)?.authorization).toBe(sent);
    await kiosk.stop();
  }
});
