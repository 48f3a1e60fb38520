import type { Answer } from '#main/base/ports.ts';
import { z } from 'zod';
import { dateOf } from './answer-time.ts';

/** The validators with which to ask later whether an answer is unchanged (RFC 9110, 8.8). */
export const validatorsSchema = z.object({
  etag: z.string().nullable(),
  /** As the platform wrote it. */
  lastModified: z.string().nullable(),
  /** The path and query of the answer, to no other of which they apply. */
  path: z.string(),
});
export type Validators = z.infer<typeof validatorsSchema>;

/** Quoted, with or without W/, and of limited length. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,500}"$/;
/**
 * How much older than its answer a Last-Modified date must be to be used, in milliseconds: it does not show
 * a second change within the same second, and a platform may read its clock before it collects the tickets.
 */
const SETTLED = 60_000;

/** Returns the validators of an answer from `path`; null if it has none that are reliable. */
export function validatorsOf(response: Answer, path: string): Validators | null {
  const { headers } = response;
  const tag = headers.get('etag')?.trim() ?? '';
  const etag = ETAG.test(tag) ? tag : null;
  const changed = headers.get('last-modified') ?? '';
  const isSettled = (dateOf(response) ?? Number.NaN) - Date.parse(changed) >= SETTLED;
  const lastModified = isSettled ? changed : null;
  return etag === null && lastModified === null ? null : { etag, lastModified, path };
}

/** The headers of a conditional request. */
export function conditionOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

/** Whether "not modified" refers to the version that was asked about: if it names a tag, it is that one. */
export function isAbout({ headers }: Answer, { etag }: Validators): boolean {
  const named = headers.get('etag');
  return named === null || etag === null || bare(named) === bare(etag);
}

/** The tag without the suffix that servers add when they compress the body. */
function bare(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//, '')
    .replace(/[-;](?:gzip|br)"$/, '"');
}
