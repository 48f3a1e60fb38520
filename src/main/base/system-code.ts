/**
 * Returns the operating system's error code; null if the error is not a system error. Only system
 * errors have an `errno` as well.
 */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
