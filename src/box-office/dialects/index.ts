import type { Dialect } from './dialect.ts';
import { LOOSE } from './loose.ts';

export const DIALECT_NAMES = ['strict', 'loose', 'stern'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

const asItIs = (answer: object): object => answer;
const alwaysOk = (): 200 => 200;

/** The ways in which a platform may speak, each by the letter of what the spec leaves open. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  /** The spec's own words (rule 3 as well: any performance of that production), and HTTP 200 for everything. */
  strict: {
    say: asItIs,
    statusOf: alwaysOk,
    refusesUnknownMembers: false,
    syncKey: 'either',
    filterWindow: 'beyond',
  },
  loose: LOOSE,
  /** A server that binds requests to its classes. */
  stern: {
    say: asItIs,
    statusOf: alwaysOk,
    refusesUnknownMembers: true,
    syncKey: 'barcode',
    filterWindow: 'beyond',
  },
};
