import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';

/** What the project's lint rules say of an import in a file of that name. */
async function complaints(file: string, imported: string): Promise<string[]> {
  const config = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  const rule = config.rules?.['no-restricted-imports'];
  const messages = new Linter().verify(
    `import '${imported}';`,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      rules: rule === undefined ? {} : { 'no-restricted-imports': rule },
    },
    file,
  );
  return messages.map(({ message }) => message);
}

describe('who may not import whom', () => {
  test.each([
    ['src/shared/model/a.ts', 'electron'],
    ['src/shared/model/a.ts', 'node:fs'],
    ['src/shared/model/a.ts', '#main/kiosk.ts'],
    ['src/shared/model/a.ts', '../../main/kiosk.ts'],
    ['src/main/admission/a.ts', 'electron'],
    ['src/main/admission/a.ts', 'electron-store'],
    ['src/main/admission/a.ts', '#box-office/server.ts'],
    ['src/main/electron/a.ts', '#box-office/server.ts'],
    ['src/main/index.ts', '#renderer/main.ts'],
    ['src/box-office/a.ts', '#main/ports.ts'],
    ['src/box-office/a.ts', 'electron'],
    ['src/conformance/a.ts', '#box-office/server.ts'],
    ['src/conformance/a.ts', '#main/ports.ts'],
    ['src/preload/a.ts', 'zod'],
    ['src/preload/a.ts', 'node:fs'],
    ['src/preload/a.ts', '#shared/ipc/requests.ts'],
    ['src/renderer/lib/a.ts', 'electron'],
    ['src/renderer/lib/a.ts', '#main/ports.ts'],
    ['src/renderer/lib/a.ts', 'node:path'],
  ])('%s must not import %s', async (file, imported) => {
    expect(await complaints(file, imported)).toHaveLength(1);
  });
});

describe('who may import whom', () => {
  test.each([
    ['src/shared/api/a.ts', 'zod'],
    ['src/main/electron/a.ts', 'electron'],
    ['src/main/index.ts', 'electron'],
    ['src/main/admission/a.ts', '#shared/api/index.ts'],
    ['src/box-office/a.ts', '#shared/api/index.ts'],
    ['src/conformance/a.ts', '#shared/api/index.ts'],
    ['src/preload/a.ts', 'electron'],
    ['src/preload/a.ts', '#shared/ipc/create-kiosk-api.ts'],
    ['src/renderer/lib/a.ts', '#shared/ipc/kiosk-api.ts'],
  ])('%s may import %s', async (file, imported) => {
    expect(await complaints(file, imported)).toEqual([]);
  });
});
