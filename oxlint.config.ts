import { defineConfig } from 'oxlint';
import { BOUNDS, NOT_OURS } from './lint/bounds.ts';
import { OXLINT } from './lint/rules.ts';

/** All but Svelte's own files, which oxlint does not read: see eslint.config.js for these. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  ignorePatterns: [...NOT_OURS, '**/*.svelte'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: OXLINT.rules,
  overrides: [
    // Plain JavaScript has no types to ask for.
    { files: ['**/*.{js,cjs}'], rules: OXLINT.withoutTypes },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    // Playwright asks for an object pattern, even from a fixture that needs no other.
    {
      files: ['tests/e2e/**/*.ts'],
      rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
    },
    // A wait of a second is a test that fails on a machine which stands still for a second.
    {
      files: [
        'tests/{bench,box-office,conformance,main,preload,resources,scripts,shared,soak,support}/**/*.ts',
      ],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'vi', property: 'waitFor', message: 'Use eventually().' },
          { object: 'expect', property: 'poll', message: 'Use eventually().' },
        ],
      },
    },
    { files: ['tests/support/eventually.ts'], rules: { 'no-restricted-properties': 'off' } },
    // Command lines speak to people through the console.
    {
      files: ['scripts/**/*.ts', 'src/box-office/cli.ts', 'src/main/hosts/browser/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
    ...BOUNDS,
  ],
});
