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
 * The definition of a member of an answer, with two readings: the form that the spec requires, for requests
 * and for checking a platform, and a lenient one that the kiosk uses for all other forms (ADR 43).
 */
export interface Field<Strict extends z.ZodType = z.ZodType, Value = unknown, Absent = unknown> {
  readonly strict: Strict;
  /** Returns the meaning of a value; undefined if it has none for this member. */
  readonly read: (value: unknown) => Value | undefined;
  /** The member's value if it has no meaning. */
  readonly absent: Absent;
}

/** A field that the spec calls nullable. A missing one counts as null. */
export function nullable<Strict extends z.ZodType, Value>(field: Field<Strict, Value>) {
  return {
    strict: z.preprocess((value) => value ?? null, field.strict.nullable()),
    read: (value: unknown) => (value === undefined || value === null ? null : field.read(value)),
    absent: null,
  };
}

/**
 * The most characters that are kept of texts for display: of a name and the like, of a fragment of HTML, of
 * a sentence or a notice, and of a description.
 */
export const LONGEST_TEXT = 300;
export const LONGEST_HTML = 4000;
export const LONGEST_NOTICE = 2000;
export const LONGEST_DESCRIPTION = 20_000;

/**
 * Text for display, made legible and cut to more than there is space for: the layout of ten thousand
 * characters blocks the page for seconds, and with it every verdict.
 */
export const shownText = plainUpTo(LONGEST_TEXT);

/** The same for a fragment of HTML. Cut in the middle of a tag, it is as safe or unsafe as before. */
export const shownHtml = shownUpTo(LONGEST_HTML);

/** The same for the venue's text about a performance, and, as HTML, about a production. */
export const shownNotice = plainUpTo(LONGEST_NOTICE);
export const shownDescription = shownUpTo(LONGEST_DESCRIPTION);

function shownUpTo(longest: number) {
  return {
    strict: z.string().transform((text) => legibleUpTo(longest, text)),
    read: readText(longest),
    absent: '',
  };
}

/**
 * The same for plain text, in which character references such as `&amp;` left over from a web page are
 * decoded.
 */
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

/**
 * A code as the platform sends it: one that the spec does not list yet must not make the whole answer
 * invalid.
 */
export const wireCode = { ...shownText, read: readCode(LONGEST_TEXT), absent: null };

/** Text that is compared or sent back, kept unchanged; never a number, which would lose leading zeros. */
export const exactText = {
  strict: z.string(),
  read: (value: unknown) => (typeof value === 'string' ? value : undefined),
  absent: null,
};

/** The most characters of an address on the web. */
const LONGEST_LINK = 2048;

/** An address on the web. A longer one is invalid, because cutting it would make another address. */
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
