import { z } from 'zod';
import { err, ok, type Result } from '#shared/result.ts';

const credentials = z.object({ username: z.string().min(1), password: z.string().min(1) });

/**
 * What a platform's owner may hand in so that more of it can be seen: users who are told no, users who
 * may and may not see patrons, a token that has expired, barcodes that provoke errors. A case that is
 * not given is skipped.
 */
export const casesSchema = z.strictObject({
  /** Has the `patronReporting` permission (spec 5). */
  withPatrons: credentials.optional(),
  withoutPatrons: credentials.optional(),
  /** Lacks the scanning permission: code 3. */
  notAuthorized: credentials.optional(),
  /** Code 4. */
  passwordExpired: credentials.optional(),
  /** Of a session that was left alone for more than an hour: code 5. */
  expiredToken: z.object({ username: z.string().min(1), token: z.string().min(1) }).optional(),
  /** Barcodes for which the platform has code 16 and 17. */
  unanticipated: z.string().min(1).optional(),
  forcedLogout: z.string().min(1).optional(),
});
export type Cases = z.infer<typeof casesSchema>;

/** Reads a file of cases; the error says what is wrong with it, without a value of it. */
export function readCases(text: string): Result<Cases, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err('--cases takes a file of JSON.');
  }
  const parsed = casesSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const names = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.'),
  );
  return err(`The cases are wrong: ${names.join(', ')}.`);
}
