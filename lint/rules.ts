import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** How strict a rule is, with its options. */
type Setting = 'error' | 'off' | ['error', Record<string, unknown>];
type Rules = Record<string, Setting>;

/** What oxlint does not have: TypeScript itself refuses the first, the other is of classes taken for instances. */
const ESLINT_ALONE = ['no-octal', '@typescript-eslint/no-unsafe-class-instance-assignment'];
/** What typescript-eslint's own lists take out of ESLint's, because TypeScript says it. */
const isOn = (setting: unknown) => setting !== 'off' && setting !== 0;

/** What we ask for beside what ESLint and typescript-eslint recommend, by ESLint's names. */
export const OUR_RULES: Rules = {
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
};

/** The recommended ones are named and of the kinds above; their own types say less. */
const RULES = Object.assign(
  {},
  js.configs.recommended.rules,
  ...tseslint.configs.strictTypeChecked.map(({ rules }) => rules),
  OUR_RULES,
) as Rules;

/** Rules, or what turns them off, by oxlint's names. */
const forOxlint = (rules: Rules): Rules =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => !ESLINT_ALONE.includes(name))
      .map(([name, setting]) => [name.replace(/^@typescript-eslint\//, 'typescript/'), setting]),
  );

const ON = Object.fromEntries(Object.entries(RULES).filter(([, setting]) => isOn(setting)));
const WITHOUT_TYPES = Object.fromEntries(
  Object.entries((tseslint.configs.disableTypeChecked.rules ?? {}) as Rules).filter(
    ([name]) => name in ON,
  ),
);

/**
 * All rules for oxlint, which reads what is not Svelte's in a tenth of the time that ESLint takes
 * (ADR 13), and what turns those off that ask for types.
 */
export const OXLINT = { rules: forOxlint(ON), withoutTypes: forOxlint(WITHOUT_TYPES) };
