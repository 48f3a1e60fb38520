/** Licences on whose terms a package may ship: notices are kept, and nothing of ours has to be given away. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
];

/** Whether an SPDX expression leaves a way that is allowed: one of what it offers, all that it demands. */
export function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((way) => way.split(' AND ').every((licence) => ALLOWED.includes(licence)));
}
