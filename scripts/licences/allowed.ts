import parse, { type Info } from 'spdx-expression-parse';

/** Licences on whose terms a package may ship: notices are kept, and nothing of ours has to be given away. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  // SQLite's: it is in the public domain.
  'blessing',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
];

/** Licences with an exception that somebody has read: it asks for less. */
const ALLOWED_WITH: readonly string[] = ['Apache-2.0 WITH LLVM-exception'];

/** Whether an SPDX expression leaves a way that is allowed: one of what it offers, all that it demands. */
export function isAllowed(expression: string): boolean {
  const terms = read(expression);
  return terms !== null && leavesAWay(terms);
}

function leavesAWay(terms: Info): boolean {
  if ('license' in terms) {
    // A later version, or an exception, is other terms than those that somebody has read.
    if (terms.plus) return false;
    return terms.exception === undefined
      ? ALLOWED.includes(terms.license)
      : ALLOWED_WITH.includes(`${terms.license} WITH ${terms.exception}`);
  }
  const { conjunction, left, right } = terms;
  return conjunction === 'and'
    ? leavesAWay(left) && leavesAWay(right)
    : leavesAWay(left) || leavesAWay(right);
}

/** Null: not an SPDX expression, such as `UNLICENSED`. */
function read(expression: string): Info | null {
  try {
    return parse(expression);
  } catch {
    return null;
  }
}
