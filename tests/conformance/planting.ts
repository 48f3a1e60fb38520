import type { Passing, Spoiling } from './spoiling-proxy.ts';

/** A way of breaking the contract, and the requirement that has to notice. */
export interface PlantedBreach {
  readonly name: string;
  readonly noticedBy: string;
  readonly spoiling: Spoiling;
}

/** Changes the text of answers to paths that begin so; what has no body stays as it is. */
export function edit(path: string, change: (body: string, passing: Passing) => string): Spoiling {
  return {
    answer: (passing) =>
      passing.path.startsWith(path) && passing.body !== ''
        ? { body: change(passing.body, passing) }
        : {},
  };
}

/** Changes the text of failures. */
export function failureWith(change: (body: string) => string): Spoiling {
  return {
    answer: ({ body }) => {
      const isFailure = body.includes('"error":true');
      return isFailure ? { body: change(body) } : {};
    },
  };
}
