import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { operatorSchema } from '#main/settings/operator-schema.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES, SETTINGS } from '#shared/model/settings.ts';
import { filesWithErrors, withMore } from '#tests/support/compiler.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const TABLE = 'src/shared/model/settings.ts';
const WORDS = 'src/renderer/features/settings/settings-words.ts';
const DERIVED = 'src/renderer/features/settings/derived-settings.ts';
const OWN = 'src/renderer/features/settings/own-controls.ts';
const MESSAGES = 'src/renderer/i18n/messages.ts';
const USE = 'src/main/settings/use.ts';
/** What knows all settings by their names, and what reads them. */
const FILES = [
  ...[TABLE, WORDS, DERIVED, OWN, USE],
  'src/renderer/features/settings/settings-places.ts',
  ...['src/shared/ipc/requests.ts', 'src/shared/model/kiosk-state.ts'],
  ...['settings-file', 'provisioning', 'operator-schema', 'settings', 'demo-settings'].map(
    (name) => `src/main/settings/${name}.ts`,
  ),
  'src/main/operations/support/settings-facts.ts',
  'scripts/settings/list.ts',
];

/** The table with more rows, by their names. */
function rows(forms: Readonly<Record<string, string>>): [string, string] {
  const more = Object.entries(forms).map(
    ([name, form]) => `  ${name}: {
    section: 'kiosk',
    ${form},
    description: 'How the light over the door blinks.',
    takesEffect: 'at once',
  },
`,
  );
  return withMore(
    TABLE,
    '} as const satisfies Readonly<Record<string, Setting>>;\n',
    more.join(''),
  );
}

/** Every text there is, as the compiler sees those that are compiled. */
function texts(...more: readonly string[]): [string, string] {
  const folder = 'src/renderer/i18n/messages/en';
  const written = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  );
  const names = [...written, ...more].map((name) => `'${name}'`).join(' | ');
  return [MESSAGES, `export declare const m: Record<${names}, (places?: object) => string>;\n`];
}

const SIMPLE = {
  blinking: "default: false, limits: { kind: 'switch' }",
  blinkTime:
    "default: 9, limits: { kind: 'milliseconds', min: 1, max: 9 }, control: { unit: 'second', step: 1 }",
  blinks: "default: null, limits: { kind: 'whole', min: 1, max: 9 }, or: null",
  brightness: "default: 1, limits: { kind: 'share', min: 0, max: 1 }",
  pace: "default: 'fast', limits: { kind: 'one-of', of: ['slowly', 'fast'] }",
};

describe('a new switch, time, number, share or choice', () => {
  /** Reads them in main, as the types that their rows say. */
  const use: [string, string] = [
    USE,
    `import type { Settings } from './settings.ts';
type New = {
  blinking: boolean; blinkTime: number; blinks: number | null; brightness: number; pace: 'slowly' | 'fast';
};
export const use = (settings: Settings): New => settings;
`,
  ];
  const labels = Object.keys(SIMPLE).map((name) => `settings_${name}`);
  const hints = labels.map((label) => `${label}_hint`);
  const values = ['settings_blinks_none', 'settings_pace_slowly', 'settings_pace_fast'];

  test.each<[string, readonly string[], readonly string[]]>([
    ['compiles with its row and its texts alone', [...labels, ...hints, ...values], []],
    ['needs a label and a hint', [], [DERIVED, WORDS]],
    ['needs a text for each value', [...labels, ...hints], [DERIVED]],
  ])('%s', (_, more, wrong) => {
    const changes = new Map([rows(SIMPLE), use, texts(...more)]);
    expect(filesWithErrors(FILES, changes)).toEqual(wrong);
  });
});

test('a new setting with a control of its own needs that component', () => {
  const form = "default: null, limits: { kind: 'colour' }, or: null, control: 'own'";
  const changes = new Map([rows({ lamp: form }), texts('settings_lamp')]);
  expect(filesWithErrors([TABLE, WORDS, DERIVED, OWN], changes)).toEqual([OWN]);
});

test.each([
  [
    'a default outside of its own limits',
    "default: 'gently', limits: { kind: 'one-of', of: ['fast'] }",
  ],
  [
    'a choice that may be nothing, without a control of its own',
    "default: null, limits: { kind: 'one-of', of: ['fast'] }, or: null",
  ],
  ['a time without a unit', "default: 9, limits: { kind: 'milliseconds', min: 1, max: 9 }"],
  ['a kind without a general control', "default: null, limits: { kind: 'colour' }, or: null"],
])('%s does not compile', (_, form) => {
  expect(filesWithErrors([TABLE], new Map([rows({ lamp: form })]))).toEqual([TABLE]);
});

test('what knows all settings has each row of the table', () => {
  expect(SETTING_NAMES).toEqual(Object.keys(SETTINGS));
  expect(operatorSchema.keyof().options).toEqual(SETTING_NAMES);
  expect(['kioskName', ...Object.keys(DEFAULT_SETTINGS)]).toEqual(SETTING_NAMES);
});

test('a new row is in the published schema, in the list, and in a provisioning file', async () => {
  vi.resetModules();
  const { SETTINGS: table } = await import('#shared/model/settings.ts');
  Object.assign(table, {
    blinking: {
      default: 'slowly',
      limits: { kind: 'one-of', of: ['slowly', 'fast'] },
      description: 'How the light over the door blinks.',
      takesEffect: 'at once',
    },
  });
  const { provisioningJsonSchema, readProvisioning } =
    await import('#main/settings/provisioning.ts');
  const { settingsList } = await import('../../../scripts/settings/list.ts');
  expect(provisioningJsonSchema()['properties']).toHaveProperty('blinking', {
    description: 'How the light over the door blinks.',
    ...{ default: 'slowly', type: 'string', enum: ['slowly', 'fast'] },
  });
  expect(settingsList()).toContain(
    '| `blinking` | How the light over the door blinks. | `"slowly"`, `"fast"` | `"slowly"` | at once |',
  );
  const path = join(temporaryFolder(), 'fleet.json');
  writeFileSync(path, '{"blinking":"fast"}');
  expect(readProvisioning(path)).toEqual({ ok: true, value: { blinking: 'fast' } });
  writeFileSync(path, '{"blinking":"wildly"}');
  expect(readProvisioning(path)).toMatchObject({ ok: false });
});
