import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { operatorSchema } from '#main/settings/operator-schema.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES, SETTINGS } from '#shared/model/settings.ts';
import { filesWithErrors, withMore } from '#tests/support/compiler.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const TABLE = 'src/shared/model/settings.ts';
const PLACES = 'src/renderer/features/settings/settings-places.ts';
const WORDS = 'src/renderer/features/settings/settings-words.ts';
const CONTROLS = 'src/renderer/features/settings/derived-settings.ts';
const MESSAGES = 'src/renderer/i18n/messages.ts';
const USE = 'src/main/settings/use.ts';
/** What knows all settings by their names, and what reads them. */
const FILES = [
  ...[TABLE, PLACES, WORDS, CONTROLS, USE],
  ...['src/shared/ipc/requests.ts', 'src/shared/model/kiosk-state.ts'],
  ...['settings-file', 'provisioning', 'operator-schema', 'settings', 'demo-settings'].map(
    (name) => `src/main/settings/${name}.ts`,
  ),
  'src/main/operations/support/settings-facts.ts',
  'scripts/settings/list.ts',
];

const ROW = withMore(
  TABLE,
  '} as const satisfies Readonly<Record<string, Setting>>;\n',
  `  blinking: {
    default: 'slowly',
    limits: { kind: 'one-of', of: ['slowly', 'fast'] },
    or: null,
    description: 'How the light over the door blinks; null: not at all.',
    takesEffect: 'at once',
  },
`,
);
const PLACE = withMore(PLACES, "  pin: 'lock',\n", "  blinking: 'kiosk',\n");

/** Every text there is, as the compiler sees those that are compiled. */
function texts(...more: readonly string[]): [string, string] {
  const folder = 'src/renderer/i18n/messages/en';
  const written = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  );
  const names = [...written, ...more].map((name) => `'${name}'`).join(' | ');
  return [MESSAGES, `export declare const m: Record<${names}, (places?: object) => string>;\n`];
}

/** The same without a value besides its words, and these words. */
const CHOICE_ROW: [string, string] = [
  TABLE,
  ROW[1].replace("'fast'] },\n    or: null,\n", "'fast'] },\n"),
];
const CONTROL = withMore(
  CONTROLS,
  '  timeStyle: {\n',
  '  blinking: { slowly: m.settings_blinking_slowly, fast: m.settings_blinking_fast },\n',
);

/** A piece of main that reads the new setting as one of its three values. */
const READ: [string, string] = [
  USE,
  `import type { Settings } from './settings.ts';
export const use = ({ blinking }: Settings): 'slowly' | 'fast' | null => blinking;
`,
];

test.each<[string, readonly [string, string][], readonly string[]]>([
  ['is in the table alone', [ROW, READ, texts()], [PLACES, WORDS]],
  ['is in all places', [ROW, READ, PLACE, texts('settings_blinking')], []],
  ['is a choice, and in the table alone', [CHOICE_ROW, READ, texts()], [CONTROLS, PLACES, WORDS]],
  [
    'is a choice, and in all places',
    [
      ...[CHOICE_ROW, READ, PLACE, CONTROL],
      texts(
        ...['settings_blinking', 'settings_blinking_hint'],
        ...['settings_blinking_slowly', 'settings_blinking_fast'],
      ),
    ],
    [],
  ],
])('a new setting that %s: the compiler names the places', (_, changes, places) => {
  expect(filesWithErrors(FILES, new Map(changes))).toEqual([...places].sort());
});

test('a default outside of its own limits does not compile', () => {
  const wrong = ROW[1].replace("default: 'slowly'", "default: 'gently'");
  expect(filesWithErrors([TABLE], new Map([[TABLE, wrong]]))).toEqual([TABLE]);
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
