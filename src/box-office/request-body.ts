import type { Context } from 'hono';
import type { z } from 'zod';
import { ERROR, type ErrorCode } from '#shared/api/index.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { AppEnv } from './app-env.ts';
import { failure } from './envelope.ts';
import { hasUnknownMembers, type KnownMembers } from './request-members.ts';

/** About 8,000 offline scans. The spec names no limit; a client that meets it sends less at once. */
export const LARGEST_BODY_BYTES = 1024 * 1024;

/** Why a body is not taken: an error of the spec, or a member that this dialect does not know. */
export type BodyProblem = ErrorCode | 'unknown-member';

/** The refusal of a body; of a member that nobody knows the server's own library tells: no envelope. */
export function refusedBody(
  c: Context<AppEnv>,
  problem: BodyProblem,
): Response | Promise<Response> {
  return problem === 'unknown-member' ? c.body(null, 400) : failure(c, problem);
}

/**
 * The body, if it is JSON and as the schema says; otherwise code 15, or 16 if it is too large.
 * A body that is too large is read to its end and thrown away: whoever answers in the middle of it
 * (as hono's body limit does) breaks the connection before the sender sees the answer.
 */
export async function readBody<T>(
  c: Context<AppEnv>,
  schema: z.ZodType<T>,
  known: KnownMembers,
): Promise<Result<T, BodyProblem>> {
  const text = await readText(c);
  if (text === undefined) return err(ERROR.unanticipatedError);
  const json = parseJson(text);
  if (c.get('dialect').refusesUnknownMembers && hasUnknownMembers(json, known)) {
    return err('unknown-member');
  }
  const body = schema.safeParse(json);
  return body.success ? ok(body.data) : err(ERROR.inputMissingRequiredField);
}

/** The body as text; undefined if it is too large. */
async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const { body } = c.req.raw;
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const keep = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length;
      if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    },
  });
  try {
    await body.pipeTo(keep);
  } catch {
    // The sender went away in the middle: nobody reads the answer, and it is no bug of ours.
    return '';
  }
  return size > LARGEST_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
