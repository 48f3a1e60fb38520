import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FEATURES, FLOORS } from '../../lint/floors.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const OXLINT = join(import.meta.dirname, '../../node_modules/oxlint/bin/oxlint');
const CONFIG = pathToFileURL(join(import.meta.dirname, '../../oxlint.config.ts')).href;
const reportSchema = z.object({
  diagnostics: z.array(
    z.object({ filename: z.string(), code: z.string().default('unused directive') }),
  ),
});

/** What oxlint says of these files, by name, with the project's rules: "file: rule", in the order of the files. */
function complaints(files: Record<string, string>): Promise<string[]> {
  const folder = temporaryFolder();
  const compilerOptions = { target: 'es2024', module: 'nodenext', strict: true };
  const all = {
    ...files,
    'oxlint.config.ts': `export { default } from '${CONFIG}';`,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [OXLINT, '--format=json', 'src'], { cwd: folder }, (_, output) => {
      const { diagnostics } = reportSchema.parse(JSON.parse(output));
      const names = Object.keys(files);
      resolve(
        diagnostics
          .toSorted((a, b) => names.indexOf(a.filename) - names.indexOf(b.filename))
          .map(({ filename, code }) => `${filename}: ${code}`),
      );
    });
  });
}

/** Files that import. */
const importing = (pairs: readonly (readonly [file: string, imported: string])[]) =>
  Object.fromEntries(pairs.map(([file, imported]) => [file, `import '${imported}';\n`]));

const OUT_OF_BOUNDS = [
  ['src/shared/model/a.ts', 'electron'],
  ['src/shared/model/b.ts', 'node:fs'],
  ['src/shared/model/c.ts', '#main/kiosk/create-kiosk.ts'],
  ['src/shared/model/d.ts', '../../main/kiosk.ts'],
  ['src/main/entrance/admission/e.ts', 'electron'],
  ['src/main/entrance/admission/f.ts', 'electron-store'],
  ['src/main/entrance/admission/g.ts', '#box-office/server.ts'],
  ['src/main/hosts/electron/h.ts', '#box-office/server.ts'],
  ['src/main/index.ts', '#renderer/main.ts'],
  ['src/box-office/i.ts', '#main/base/ports.ts'],
  ['src/box-office/j.ts', 'electron'],
  ['src/conformance/k.ts', '#box-office/server.ts'],
  ['src/conformance/l.ts', '#main/base/ports.ts'],
  ['src/preload/m.ts', 'zod'],
  ['src/preload/n.ts', 'node:fs'],
  ['src/preload/o.ts', '#shared/ipc/requests.ts'],
  ['src/shared/model/call.ts', '#shared/ipc/calls.ts'],
  ['src/shared/model/past-call.ts', '../ipc/calls.ts'],
  ['src/shared/api/call.ts', '#shared/ipc/calls.ts'],
  ['src/renderer/ui/feature.ts', '#renderer/features/verdict/facts.ts'],
  ['src/renderer/ui/past-feature.ts', '../features/verdict/facts.ts'],
  ['src/renderer/ui/app.ts', '#renderer/app/kiosk.svelte.ts'],
  ['src/renderer/ui/main.ts', '#main/base/ports.ts'],
  ['src/renderer/lib/feature.ts', '#renderer/features/verdict/facts.ts'],
  ['src/renderer/lib/ui.ts', '#renderer/ui/fact.ts'],
  ['src/renderer/i18n/app.ts', '#renderer/app/kiosk.svelte.ts'],
  ['src/renderer/lib/p.ts', 'electron'],
  ['src/renderer/lib/q.ts', '#main/base/ports.ts'],
  ['src/renderer/lib/r.ts', 'node:path'],
] as const;
const WITHIN_BOUNDS = [
  ['src/shared/api/s.ts', 'zod'],
  ['src/main/hosts/electron/t.ts', 'electron'],
  ['src/main/index.ts', 'electron'],
  ['src/main/entrance/admission/u.ts', '#shared/api/index.ts'],
  ['src/box-office/v.ts', '#shared/api/index.ts'],
  ['src/conformance/w.ts', '#shared/api/index.ts'],
  ['src/preload/x.ts', 'electron'],
  ['src/preload/y.ts', '#shared/ipc/create-kiosk-api.ts'],
  ['src/renderer/lib/z.ts', '#shared/ipc/kiosk-api.ts'],
  ['src/renderer/ui/lib.ts', '#renderer/lib/barcode.ts'],
  ['src/renderer/features/door/ui.ts', '#renderer/ui/fact.ts'],
  ['src/renderer/features/camera/lib.ts', '#renderer/lib/speech/speech.ts'],
  ['src/shared/ipc/model.ts', '#shared/model/verdict.ts'],
] as const;

/** A house whose rooms stand on floors: where they lie, and their alias. */
interface House {
  readonly floors: readonly (readonly string[])[];
  readonly folder: string;
  readonly alias: string;
}
const MAIN: House = { floors: FLOORS, folder: 'src/main', alias: '#main' };
const RENDERER: House = {
  floors: FEATURES,
  folder: 'src/renderer/features',
  alias: '#renderer/features',
};

/** Each room imports each other one, by its alias and past it; those on the floors below are within bounds. */
const between = ({ floors, folder, alias }: House, isWithin: boolean) =>
  floors.flatMap((floor, height) => {
    const below = floors.slice(0, height).flat();
    return floor.flatMap((room) =>
      floors
        .flat()
        .filter((other) => other !== room && below.includes(other) === isWithin)
        .flatMap(
          (other) =>
            [
              [`${folder}/${room}/to-${other}.ts`, `${alias}/${other}/a.ts`],
              [`${folder}/${room}/past-${other}.ts`, `../${other}/a.ts`],
            ] as const,
        ),
    );
  });

test.each([MAIN, RENDERER])(
  'a room of $folder may not import its neighbours, nor what is above it',
  async (house) => {
    const files = importing(between(house, false));
    expect(Object.keys(files).length).toBeGreaterThan(2 * house.floors.flat().length);
    expect(await complaints(files)).toEqual(
      Object.keys(files).map((file) => `${file}: eslint(no-restricted-imports)`),
    );
  },
);

test.each([MAIN, RENDERER])('a room of $folder may import what is below it', async (house) => {
  const files = importing(between(house, true));
  expect(Object.keys(files).length).toBeGreaterThan(2 * house.floors.flat().length);
  expect(await complaints(files)).toEqual([]);
});

test('who may not import whom', async () => {
  const files = importing(OUT_OF_BOUNDS);
  expect(await complaints(files)).toEqual(
    Object.keys(files).map((file) => `${file}: eslint(no-restricted-imports)`),
  );
});

test('who may import whom', async () => {
  expect(await complaints(importing(WITHIN_BOUNDS))).toEqual([]);
});

test.each([
  ['features/door', 'electron'],
  ['features/door', 'node:fs'],
  ['features/door', '#main/base/ports.ts'],
  ['features/door', '#box-office/server.ts'],
  ['features/camera', '#renderer/features/door/Ready.svelte'],
  ['features/house/phone', '../../door/Ready.svelte'],
  ['ui', '#renderer/features/door/Verdict.svelte'],
  ['ui', '#renderer/features/frame/Page.svelte'],
])('a component of %s may not import %s: Svelte’s files are ESLint’s', async (folder, imported) => {
  const eslint = new ESLint({
    cwd: join(import.meta.dirname, '../..'),
    // Who may import whom needs no types, and these cost ten seconds.
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
    overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  });
  const [component] = await eslint.lintText(`<script lang="ts">import '${imported}';</script>`, {
    filePath: `src/renderer/${folder}/Planted.svelte`,
  });
  expect(component?.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-imports']);
});

test('what only types tell is found, and so is a complaint that is switched off for nothing', async () => {
  const found = await complaints({
    'src/promise.ts': 'const work = () => Promise.resolve(1);\nwork();\n',
    'src/unsafe.ts': "export const text: string = JSON.parse('1');\n",
    'src/switch.ts':
      "export function of(it: 'a' | 'b') {\n  switch (it) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
    'src/nothing.ts': '// eslint-disable-next-line eqeqeq\nexport const one = 1;\n',
  });
  expect(found).toEqual([
    'src/promise.ts: typescript(no-floating-promises)',
    'src/unsafe.ts: typescript(no-unsafe-assignment)',
    'src/switch.ts: typescript(switch-exhaustiveness-check)',
    'src/nothing.ts: unused directive',
  ]);
});
