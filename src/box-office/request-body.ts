import type { Context } from 'hono';
import type { z } from 'zod';
import { ERROR, type ErrorCode } from '#shared/api/index.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** About 8,000 offline scans. The spec names no limit; a client that meets it sends less at once. */
export const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * The body, if it is JSON and as the schema says; otherwise code 15, or 16 if it is too large.
 * A body that is too large is read to its end and thrown away: whoever answers in the middle of it
 * (as hono's body limit does) breaks the connection before the sender sees the answer.
 */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<Result<T, ErrorCode>> {
  const text = await readText(c);
  if (text === undefined) return err(ERROR.unanticipatedError);
  const body = schema.safeParse(parseJson(text));
  return body.success ? ok(body.data) : err(ERROR.inputMissingRequiredField);
}

/** The body as text; undefined if it is too large. */
async function readText(c: Context): Promise<string | undefined> {
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
