/** The statuses of redirects: no file follows, and the next request is checked again. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** The head of an answer to the request for a file; header names in any case. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly responseHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Whether an answer's body can be a file of `size` bytes, or is no file at all. Compressed answers are
 * refused, because they could expand a thousandfold; update files are compressed already.
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
