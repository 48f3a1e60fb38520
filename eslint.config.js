import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom. Each folder of src/ lists what is out of bounds for it, in patterns like those
 * of .gitignore, where a # begins a comment.
 */
const bounds = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const forbid = (group, message) => ({ group, message });
const ELECTRON = forbid(
  ['electron', 'electron/*', 'electron-store'],
  'Electron comes in through ports.',
);
const NODE = forbid(['node:*'], 'This code also runs where there is no Node.');
const MAIN = forbid(['\\#main/**', '**/main/**'], 'The main process is out of bounds here.');
const BOX_OFFICE = forbid(
  ['\\#box-office/**', '**/box-office/**'],
  'The box office is another program.',
);
const RENDERER = forbid(
  ['\\#renderer/**', '**/renderer/**'],
  'The renderer is out of bounds here.',
);
const ZOD = forbid(['zod', '**/api/index.ts', '**/ipc/requests.ts'], 'The preload stays small.');

export default tseslint.config(
  {
    ignores: [
      'out/',
      'dist/',
      'node_modules/',
      'test-results/',
      'docs/',
      'src/renderer/i18n/paraglide/',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.shared.json',
          './tsconfig.node.json',
          './tsconfig.preload.json',
          './tsconfig.e2e.json',
          './tsconfig.renderer.json',
        ],
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // A number or a boolean in a template says what it says.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A type parameter that is used once may still tie a key to what it stands for.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: tseslint.parser },
    },
  },
  { files: ['**/*.{js,cjs}'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  // Playwright asks for an object pattern, even from a fixture that needs no other.
  {
    files: ['tests/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  // Command lines speak to people through the console.
  {
    files: ['scripts/**/*.ts', 'src/box-office/cli.ts', 'src/main/browser/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  bounds(['src/shared/**/*.ts'], ELECTRON, NODE, MAIN, BOX_OFFICE, RENDERER),
  bounds(['src/main/**/*.ts'], ELECTRON, BOX_OFFICE, RENDERER),
  bounds(['src/main/index.ts', 'src/main/electron/**/*.ts'], BOX_OFFICE, RENDERER),
  bounds(['src/box-office/**/*.ts'], ELECTRON, MAIN, RENDERER),
  bounds(['src/conformance/**/*.ts'], ELECTRON, MAIN, BOX_OFFICE, RENDERER),
  bounds(['src/preload/**/*.ts'], NODE, MAIN, BOX_OFFICE, RENDERER, ZOD),
  bounds(['src/renderer/**/*.{ts,svelte}'], ELECTRON, NODE, MAIN, BOX_OFFICE),
);
