import { z } from 'zod';

/** By what a platform tells later whether an answer of it still stands (RFC 9110, 8.8). */
export const validatorsSchema = z.object({
  etag: z.string().nullable(),
  /** As the platform wrote it. */
  lastModified: z.string().nullable(),
});
export type Validators = z.infer<typeof validatorsSchema>;

/** Quoted, with or without W/; nobody keeps one of endless length. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,500}"$/;
/**
 * A date says nothing of a second change within its second, and a platform may look at its clock before
 * it collects the tickets: one that was changed just then is no evidence. In milliseconds.
 */
const SETTLED = 60_000;

/** Those of an answer; null: it has none that can be relied on. */
export function validatorsOf({ headers }: Response): Validators | null {
  const tag = headers.get('etag')?.trim() ?? '';
  const etag = ETAG.test(tag) ? tag : null;
  const changed = headers.get('last-modified') ?? '';
  const isSettled = Date.parse(headers.get('date') ?? '') - Date.parse(changed) >= SETTLED;
  const lastModified = isSettled ? changed : null;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** The headers of a request that wants an answer only if there is another one. */
export function conditionOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

/** Whether "not modified" is about what was asked for: if it names a tag, it is that one. */
export function isAbout({ headers }: Response, { etag }: Validators): boolean {
  const named = headers.get('etag');
  return named === null || etag === null || bare(named) === bare(etag);
}

/** For how long an answer lay in a snapshot on its way (Age), in milliseconds. */
export function ageOf({ headers }: Response): number {
  const seconds = headers.get('age')?.trim() ?? '';
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/** Without what servers add to it when they pack the body. */
function bare(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//, '')
    .replace(/[-;](?:gzip|br)"$/, '"');
}
