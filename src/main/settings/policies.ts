import type { Setting, SettingLimits } from '#shared/model/setting-form.ts';
import { SETTINGS, SETUP } from '#shared/model/settings.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { checkProvisioning, type Provisioning } from './provisioning.ts';
import type { RegistryValue } from './registry-export.ts';

/** Where administrators keep policies for Usher, as people write it. */
export const POLICY_KEY = 'HKLM\\SOFTWARE\\Policies\\Usher';

/** The texts for values that are no texts: null, or determined by the kiosk. */
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['auto', 'auto'],
]);

/** The settings of policies, and the names of those that this version of Usher does not know. */
export interface Policies {
  readonly managed: Provisioning;
  readonly unknown: readonly string[];
}

/**
 * Reads the settings from the values of the policies' key. Names are case-insensitive, as in Windows.
 * Unknown names are returned separately: templates are often newer than some of the kiosks. On failure,
 * says which value is invalid and why, for a technician.
 */
export function readPolicies(values: ReadonlyMap<string, RegistryValue>): Result<Policies, string> {
  const content: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [given, value] of values) {
    const name = NAMES.get(given.toLowerCase());
    if (name === undefined) unknown.push(given);
    else {
      const read = settingOf(name, value);
      if (!read.ok) return err(`${name}: ${read.error}`);
      content[name] = read.value;
    }
  }
  const managed = checkProvisioning(content);
  return managed.ok ? ok({ managed: managed.value, unknown }) : managed;
}

type Name = keyof typeof SETTINGS | keyof typeof SETUP;
const NAMES: ReadonlyMap<string, Name> = new Map(
  [...Object.keys(SETTINGS), ...Object.keys(SETUP)].map((name) => [
    name.toLowerCase(),
    name as Name,
  ]),
);

function settingOf(name: Name, value: RegistryValue): Result<unknown, string> {
  if (value === null) return err('a registry value of this type sets nothing');
  if (name in SETTINGS) return operatorsSetting(SETTINGS[name as keyof typeof SETTINGS], value);
  const { default: standard } = SETUP[name as keyof typeof SETUP];
  if (standard === null) return ok(typeof value === 'string' ? wordOr(value) : value);
  return typeof value === 'string' ? json(value) : err('wants JSON');
}

/** Settings that are numbers, but in whose place words are possible. */
const NUMBERS: readonly SettingLimits['kind'][] = ['milliseconds', 'whole', 'share', 'number'];

function operatorsSetting({ limits, or }: Setting, value: RegistryValue): Result<unknown, string> {
  if (limits.kind === 'switch') {
    if (value === 0 || value === 1) return ok(value === 1);
    return err('wants 1 or 0');
  }
  if (typeof value !== 'string') return ok(value);
  if (or !== undefined && WORDS.has(value)) return ok(WORDS.get(value));
  if (!NUMBERS.includes(limits.kind)) return ok(value);
  return value.trim() !== '' && Number.isFinite(Number(value))
    ? ok(Number(value))
    : err('wants a number');
}

function wordOr(text: string): unknown {
  return text === 'null' ? null : text;
}

function json(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err('wants JSON');
  }
}
