import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { ERROR } from '#shared/api/index.ts';
import type { AppEnv } from './app-env.ts';
import { failure } from './envelope.ts';

/** About 8,000 offline scans. The spec names no limit; a client that meets it sends less at once. */
export const LARGEST_BODY_BYTES = 1024 * 1024;

/** Answers a larger body with code 16 before it is read. */
export const limitedBody = bodyLimit({
  maxSize: LARGEST_BODY_BYTES,
  onError: (c: Context<AppEnv>) =>
    failure(c, ERROR.unanticipatedError, 'The request is larger than 1 MB.'),
});

/** The body, if it is JSON and as the schema says; undefined means code 15. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T | undefined> {
  return schema.safeParse(await readJson(c)).data;
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}
