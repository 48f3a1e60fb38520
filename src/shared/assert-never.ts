/** Ends a switch over a union: a member without a case becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected member of a union: ${typeof value}`);
}
