import { errorFact } from '#main/base/log/error-fact.ts';
import { POLICY_KEY, readPolicies } from '#main/settings/policies.ts';
import { provisioned, readProvisioning } from '#main/settings/provisioning.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Fault } from '#shared/model/kiosk-state.ts';
import { ok } from '#shared/result.ts';
import type { CommandLine } from './command-line.ts';
import type { HostParts } from './host-parts.ts';
import { MACHINE_KEY } from './machine-settings.ts';

/** A kiosk's settings, with what administrators manage. */
export interface Managed {
  readonly settingsFile: SettingsFile;
  readonly commandLine: CommandLine;
  /** Set if what is managed is invalid: the kiosk does not start with other settings instead. */
  readonly fault: Fault | null;
}

/**
 * Puts what is managed above the kiosk's own settings. From the weakest to the strongest: the kiosk's own;
 * a settings file, of the command line or else of the machine; the command line; Windows' policies.
 */
export async function manage(own: SettingsFile, parts: HostParts): Promise<Managed> {
  const [byFile, values] = await Promise.all([withFile(own, parts), policyValues(parts)]);
  if (values === null || byFile.fault !== null) return byFile;
  const policies = readPolicies(values);
  if (!policies.ok)
    return { ...byFile, fault: { type: 'policies', key: POLICY_KEY, detail: policies.error } };
  const { managed, unknown } = policies.value;
  for (const name of unknown) {
    parts.logger.scope('settings').warn('a policy sets what this version does not have', { name });
  }
  if (Object.keys(managed).length === 0) return byFile;
  const { commandLine } = parts;
  const settingsFile = provisioned(byFile.settingsFile, POLICY_KEY, managed);
  for (const output of authorizationsLeftOut(byFile.settingsFile, settingsFile)) {
    const message =
      'an Authorization is not used: no output of this name at the same server is in force';
    parts.logger.scope('settings').warn(message, { output });
  }
  return {
    settingsFile,
    commandLine: 'server' in managed ? { ...commandLine, baseUrl: null } : commandLine,
    fault: null,
  };
}

async function withFile(own: SettingsFile, parts: HostParts): Promise<Managed> {
  const { commandLine } = parts;
  const unmanaged = { settingsFile: own, commandLine, fault: null };
  const named =
    commandLine.settingsFile === null ? await machineFile(parts) : ok(commandLine.settingsFile);
  if (!named.ok) {
    return { ...unmanaged, fault: { type: 'policies', key: MACHINE_KEY, detail: named.error } };
  }
  const path = named.value;
  if (path === null) return unmanaged;
  const read = readProvisioning(path);
  return read.ok
    ? { ...unmanaged, settingsFile: provisioned(own, path, read.value) }
    : { ...unmanaged, fault: { type: 'settings-file', path, detail: read.error } };
}

/** If it cannot be found out which file it is, that is logged, and the kiosk starts without one. */
async function machineFile({ machineSettings, logger }: HostParts) {
  try {
    return await machineSettings();
  } catch (error) {
    const message = 'the name of the machine’s settings file cannot be read';
    logger.scope('settings').error(message, errorFact(error));
    return ok(null);
  }
}

/** The outputs whose Authorizations are in the settings file, and not in force. */
function authorizationsLeftOut(byFile: SettingsFile, inForce: SettingsFile): readonly string[] {
  const { outputAuthorizations: kept } = inForce.secrets();
  const given = Object.keys(byFile.secrets().outputAuthorizations ?? {});
  return given.filter((name) => !Object.hasOwn(kept ?? {}, name));
}

/** Policies that cannot be read are logged, and the kiosk starts without them. */
async function policyValues({ policies, logger }: HostParts) {
  try {
    return (await policies?.()) ?? null;
  } catch (error) {
    logger.scope('settings').error('the policies cannot be read', errorFact(error));
    return null;
  }
}
