/** Statuses at which no file comes: the request goes elsewhere, and is judged again. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** The head of an answer to the request for a file; names of headers in any case. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly responseHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Whether what an answer brings can be a file of `size` bytes, or is no file at all. Packed it could
 * be a thousand times what it says: a version is not packed once more.
 */
export function isOfSize({ statusCode, responseHeaders = {} }: AnswerHead, size: number): boolean {
  if (statusCode >= 400 || REDIRECTS.includes(statusCode)) return true;
  const valuesOf = (wanted: string) =>
    Object.entries(responseHeaders).flatMap(([name, values]) =>
      name.toLowerCase() === wanted ? values : [],
    );
  const isPacked = valuesOf('content-encoding').some((coding) => coding !== 'identity');
  return statusCode === 200 && !isPacked && Number(valuesOf('content-length')[0]) === size;
}
