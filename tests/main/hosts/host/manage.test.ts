import { expect, test } from 'vitest';
import Conf from 'conf';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manage } from '#main/hosts/host/manage.ts';
import type { HostParts } from '#main/hosts/host/host-parts.ts';
import { MACHINE_KEY } from '#main/hosts/host/machine-settings.ts';
import { POLICY_KEY } from '#main/settings/policies.ts';
import type { RegistryValue } from '#main/settings/registry-export.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

interface Given {
  readonly ofMachine?: object;
  readonly ofCommandLine?: object;
  readonly baseUrl?: string;
  readonly policies?: Readonly<Record<string, RegistryValue>> | Error;
  /** How the machine's file is named, if not as the one of `ofMachine`. */
  readonly named?: Result<string | null, string> | Error;
}

/** A kiosk that is called "own", and what others manage for it. */
async function managedKiosk({ ofMachine, ofCommandLine, baseUrl, policies, named }: Given) {
  const directory = temporaryFolder();
  const logger = new RecordingLogger();
  const own = openSettingsFile(Conf, { directory, version: '1.0.0', logger });
  own.write({ kioskName: 'own', venueName: 'own' });
  const fileOf = (name: string, content: object | undefined) => {
    if (content === undefined) return null;
    const path = join(directory, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const machineSettings = fileOf('machine.json', ofMachine);
  const settingsFile = fileOf('chosen.json', ofCommandLine);
  const parts = {
    logger,
    machineSettings: () =>
      named instanceof Error
        ? Promise.reject(named)
        : Promise.resolve(named ?? ok(machineSettings)),
    commandLine: { baseUrl: baseUrl ?? null, demo: false, windowed: false, settingsFile },
    ...(policies && {
      policies: () =>
        policies instanceof Error
          ? Promise.reject(policies)
          : Promise.resolve(new Map(Object.entries(policies))),
    }),
  } satisfies Partial<HostParts>;
  // Nothing else of a host is asked for here.
  const managed = await manage(own, parts as Partial<HostParts> as HostParts);
  return { ...managed, own, logger, machineSettings, settings: managed.settingsFile.read() };
}

test('a policy goes before the machine’s file, and the file before the kiosk’s own', async () => {
  const { settings, settingsFile, machineSettings, own } = await managedKiosk({
    ofMachine: { venueName: 'file', accent: '#112233', kioskName: 'file' },
    policies: { kioskName: 'policy' },
  });
  expect(settings).toMatchObject({ kioskName: 'policy', venueName: 'file', accent: '#112233' });
  expect(settingsFile.managed).toEqual(['kioskName', 'venueName', 'accent']);
  expect(settingsFile.managedBy).toBe(`${POLICY_KEY}, ${machineSettings}`);
  settingsFile.write({ kioskName: 'mine', venueName: 'mine', theme: 'light' });
  expect(own.read()).toMatchObject({ kioskName: 'own', venueName: 'own', theme: 'light' });
});

test('a policy goes before the command line, too: its file, and its platform', async () => {
  const { settings, commandLine } = await managedKiosk({
    ofCommandLine: { kioskName: 'chosen', venueName: 'chosen' },
    baseUrl: 'https://other.example',
    policies: { kioskName: 'policy', server: 'https://tickets.example' },
  });
  expect(settings).toMatchObject({
    ...{ kioskName: 'policy', venueName: 'chosen', server: 'https://tickets.example' },
  });
  expect(commandLine.baseUrl).toBeNull();
});

test('a policy that names no platform leaves the command line its own', async () => {
  const { commandLine } = await managedKiosk({
    baseUrl: 'https://other.example',
    policies: { kioskName: 'policy' },
  });
  expect(commandLine.baseUrl).toBe('https://other.example');
});

test('a policy that makes no sense is a fault that names the key and the value', async () => {
  const { fault } = await managedKiosk({ policies: { volume: '11' } });
  expect(fault).toMatchObject({ type: 'policies', key: POLICY_KEY });
  expect(JSON.stringify(fault)).toContain('"volume: ');
});

test('policies that cannot be read close no door: all else is in force, and it is on record', async () => {
  const { settings, fault, logger } = await managedKiosk({
    ofMachine: { kioskName: 'file' },
    policies: new Error('reg.exe is blocked'),
  });
  expect(fault).toBeNull();
  expect(settings.kioskName).toBe('file');
  expect(logger.lines.join()).toContain('the policies cannot be read');
});

test('reports a machine’s file that is named wrongly, unless the command line names another', async () => {
  const named = err('SettingsFile: wants a path');
  const { fault } = await managedKiosk({ named });
  expect(fault).toEqual({
    type: 'policies',
    key: MACHINE_KEY,
    detail: 'SettingsFile: wants a path',
  });
  const chosen = await managedKiosk({ named, ofCommandLine: { kioskName: 'chosen' } });
  expect(chosen).toMatchObject({ fault: null, settings: { kioskName: 'chosen' } });
});

test('logs that the registry cannot be read, and starts without a machine’s file', async () => {
  const { settings, fault, logger } = await managedKiosk({
    named: new Error('reg.exe is blocked'),
    policies: { venueName: 'policy' },
  });
  expect(fault).toBeNull();
  expect(settings).toMatchObject({ kioskName: 'own', venueName: 'policy' });
  expect(logger.lines.join()).toContain('the name of the machine’s settings file cannot be read');
});

test('a policy of a newer version sets nothing, and manages nothing', async () => {
  const { settingsFile, logger } = await managedKiosk({ policies: { fromTheFuture: 1 } });
  expect(settingsFile.managedBy).toBeNull();
  expect(logger.lines.join()).toContain('fromTheFuture');
});

test('an Authorization that the file has for an output at another server than the policy’s is left out, and the log says so, without it', async () => {
  const outputAt = (url: string) => ({ name: 'Gate', pulse: 50, way: { type: 'http', url } });
  const outputs = JSON.stringify([outputAt('https://policy.example/')]);
  const outputAuthorizations = { Gate: 'Bearer 55d1' };
  const ofMachine = { outputs: [outputAt('https://file.example/')], outputAuthorizations };
  const { settingsFile, logger } = await managedKiosk({ ofMachine, policies: { outputs } });
  expect(settingsFile.secrets().outputAuthorizations).toEqual({});
  expect(logger.lines.join()).toMatch(/Authorization is not used.*Gate/);
  expect(logger.lines.join()).not.toContain('55d1');
});

test('a secret is no policy, which everybody on the machine can read: the log says that it is passed over', async () => {
  const policies = { outputAuthorizations: '{"Gate":"Bearer 55d1"}' };
  const { settingsFile, logger } = await managedKiosk({ policies });
  expect(settingsFile.secrets().outputAuthorizations).toBeNull();
  expect(logger.lines.join()).toMatch(/what this version does not have .*outputAuthorizations/);
  expect(logger.lines.join()).not.toContain('55d1');
});
