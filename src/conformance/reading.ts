import type { z } from 'zod';
import type { Answer } from './http.ts';

/** A body held against a schema of the contract: what it says, and what is wrong with it. */
export interface Reading<T> {
  /** Undefined if the body cannot be read. */
  readonly value: T | undefined;
  readonly problems: readonly string[];
}

/**
 * Reads a body strictly. The contract's schemas forgive a client's platform the fields that it leaves
 * out, and may read text as a number; here what the schema had to fill in or to change is a problem.
 */
export function read<T>(schema: z.ZodType<T>, answer: Answer): Reading<T> {
  if (answer.body === undefined) {
    return { value: undefined, problems: [`HTTP ${answer.status}, and the body is no JSON`] };
  }
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${pathText(path)}: ${message.replace('Invalid input: ', '')}`,
    );
    return { value: undefined, problems };
  }
  return { value: parsed.data, problems: differences(parsed.data, answer.body, '') };
}

/** As `read`, and the answer has to be HTTP 200. */
export function readOk<T>(schema: z.ZodType<T>, answer: Answer): Reading<T> {
  const { value, problems } = read(schema, answer);
  return answer.status === 200
    ? { value, problems }
    : { value, problems: [`HTTP ${answer.status} instead of 200`, ...problems] };
}

/** Longer text is never shown; what a schema makes of it is the client's affair. */
const LONG = 2000;

/** Lists that are looked through by people are cut to so many elements. */
const CUT = 200;

/** Where what was sent is of another kind than what parsing has made of it, or was not sent at all. */
function differences(parsed: unknown, sent: unknown, path: string): string[] {
  if (kindOf(parsed) !== kindOf(sent)) {
    if (typeof sent === 'string' && sent.length > LONG) return [];
    return [`${path}: ${kindOf(sent)} instead of ${kindOf(parsed)}`];
  }
  if (Array.isArray(parsed) && Array.isArray(sent)) {
    if (parsed.length < sent.length && parsed.length !== CUT)
      return [`${path}: some of it cannot be read`];
    return parsed.flatMap((item, index) => differences(item, sent[index], `${path}[]`));
  }
  if (!isObject(parsed) || !isObject(sent)) return [];
  return Object.entries(parsed).flatMap(([key, value]) => {
    const place = path === '' ? key : `${path}.${key}`;
    return key in sent ? differences(value, sent[key], place) : [`${place} is missing`];
  });
}

/** As JSON tells its values apart. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The members of a JSON object; none of anything else. */
export function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `performances[].performanceDate`: without indexes, so that the same problem is named once. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((step) => (typeof step === 'number' ? '[]' : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  return text === '' ? 'the body' : text;
}
