/** Something thrown, as a fact for the log: its name only, for its message may quote a secret. */
export function errorFact(error: unknown): { readonly errorName: string } {
  return { errorName: error instanceof Error ? error.name : typeof error };
}
