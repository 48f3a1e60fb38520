/**
 * Something thrown, as a fact for the log: only its name, because its message may quote a secret.
 */
export function errorFact(error: unknown): { readonly errorName: string } {
  return { errorName: error instanceof Error ? error.name : typeof error };
}

/** How many lines of a stack are logged at most. */
const STACK_LINES = 12;

/** Facts for the log about an uncaught error: its name and its stack, without its message. */
export function thrownFacts(error: unknown): {
  readonly errorName: string;
  readonly stack: string;
} {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    ...errorFact(error),
    stack: frames
      .slice(0, STACK_LINES)
      .map((line) => line.trim())
      .join(' | '),
  };
}
