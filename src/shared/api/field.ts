import { z } from 'zod';
import { plainText } from '../character-references.ts';
import { legibleUpTo } from '../legible.ts';
import {
  FURTHEST,
  readCode,
  readDate,
  readDouble,
  readFlag,
  readInteger,
  readText,
} from './lenient.ts';

/**
 * What a member of an answer is, in two readings of one line: the spec's own form, to hold a platform to
 * and for what is sent; and what the kiosk makes of any other form (ADR 43).
 */
export interface Field<Strict extends z.ZodType = z.ZodType, Value = unknown, Absent = unknown> {
  readonly strict: Strict;
  /** What a value means; undefined: nothing that this member could mean. */
  readonly read: (value: unknown) => Value | undefined;
  /** What the member is where it means nothing. */
  readonly absent: Absent;
}

/** A field that the spec calls nullable. A service that leaves it out means the same by it. */
export function nullable<Strict extends z.ZodType, Value>(field: Field<Strict, Value>) {
  return {
    strict: z.preprocess((value) => value ?? null, field.strict.nullable()),
    read: (value: unknown) => (value === undefined || value === null ? null : field.read(value)),
    absent: null,
  };
}

/**
 * The most characters that are kept of a text that is only there to be read: of a name or the like, of
 * a fragment of HTML, of a sentence or a notice, and of a description.
 */
export const LONGEST_TEXT = 300;
export const LONGEST_HTML = 4000;
export const LONGEST_NOTICE = 2000;
export const LONGEST_DESCRIPTION = 20_000;

/**
 * Text to be read on the screen, legible and cut to more than there is room for: to lay out ten
 * thousand characters holds the page up for seconds, and with it the verdict of everyone in the queue.
 */
export const shownText = plainUpTo(LONGEST_TEXT);

/** The same for a fragment of HTML. Cut in the middle of a tag, it is as safe or unsafe as before. */
export const shownHtml = shownUpTo(LONGEST_HTML);

/** The same for what a house writes about a performance, and, as HTML, about a production. */
export const shownNotice = plainUpTo(LONGEST_NOTICE);
export const shownDescription = shownUpTo(LONGEST_DESCRIPTION);

function shownUpTo(longest: number) {
  return {
    strict: z.string().transform((text) => legibleUpTo(longest, text)),
    read: readText(longest),
    absent: '',
  };
}

/** The same for what is no HTML: what a web page has left of it, such as `&amp;`, is read as it was meant. */
function plainUpTo(longest: number) {
  const field = shownUpTo(longest);
  return {
    ...field,
    read(value: unknown): string | undefined {
      const text = field.read(value);
      return text && plainText(text);
    },
  };
}

/** A code as it travels: one that the spec does not know yet must not cost the whole answer. */
export const wireCode = { ...shownText, read: readCode(LONGEST_TEXT), absent: null };

/** What is compared or sent as it is, to the last character: no number, whose zeros are lost. */
export const exactText = {
  strict: z.string(),
  read: (value: unknown) => (typeof value === 'string' ? value : undefined),
  absent: null,
};

/** The most characters of an address on the web. */
const LONGEST_LINK = 2048;

/** An address on the web. A longer one is none: cut, it would be another one. */
export const link = {
  strict: z.string().transform(shortEnough),
  read: (value: unknown) =>
    typeof value === 'string' ? (shortEnough(value) ?? undefined) : undefined,
  absent: null,
};

function shortEnough(url: string): string | null {
  return url.length > LONGEST_LINK ? null : url;
}

/** The spec's `integer` and `long`, as far as JSON can carry them exactly. */
export const integer = { strict: z.int(), read: readInteger, absent: null };

/** The spec's `Date`: whole milliseconds since the Unix epoch. */
export const dateMs = {
  strict: z.int().min(-FURTHEST).max(FURTHEST),
  read: readDate,
  absent: null,
};

/** The spec's `double`. */
export const double = { strict: z.number(), read: readDouble, absent: null };

/** The spec's `boolean`. */
export const flag = { strict: z.boolean(), read: readFlag, absent: null };
