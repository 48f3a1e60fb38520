import type { ScryptOptions } from 'node:crypto';

/** A try that costs next to nothing, for tests that are not about what it costs. */
export const QUICK: ScryptOptions = { N: 2, r: 1, p: 1 };
