import './lint/svelte-types.ts';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { BOUNDS, NOT_OURS } from './lint/bounds.ts';
import { OUR_RULES } from './lint/rules.ts';

/** Svelte's own files, which oxlint does not read; for all others see oxlint.config.ts. */
const SVELTE = ['**/*.svelte', '**/*.svelte.ts'];

export default defineConfig(
  { ignores: NOT_OURS },
  {
    files: SVELTE,
    extends: [
      js.configs.recommended,
      tseslint.configs.strictTypeChecked,
      svelte.configs.recommended,
      BOUNDS.filter(({ files }) => files.some((pattern) => pattern.includes('svelte'))),
    ],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: tseslint.parser,
        project: './tsconfig.svelte.json',
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: OUR_RULES,
  },
);
