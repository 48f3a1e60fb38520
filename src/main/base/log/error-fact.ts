/** Something thrown, as a fact for the log: its name only, for its message may quote a secret. */
export function errorFact(error: unknown): { readonly errorName: string } {
  return { errorName: error instanceof Error ? error.name : typeof error };
}

/** How many lines of a stack are worth their room. */
const STACK_LINES = 12;

/** Something that nobody has caught: its name, and where it came from, without its message. */
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
