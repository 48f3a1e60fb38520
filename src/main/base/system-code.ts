/** The operating system's own code for what it refused, which alone has a number beside it; else null. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
