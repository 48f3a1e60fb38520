import { z } from 'zod';
import { legibleUpTo } from '../legible.ts';

/** A field that the spec calls nullable. A service that leaves it out means the same by it. */
export function nullable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? null, schema.nullable());
}

/** The furthest from the epoch that a date of JavaScript reaches; beyond it there is no calendar. */
const FURTHEST = 8_640_000_000_000_000;

/** The spec's `Date`: whole milliseconds since the Unix epoch. */
export const dateMs = z.int().min(-FURTHEST).max(FURTHEST);

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
export const shownText = shownUpTo(LONGEST_TEXT);

/** The same for a fragment of HTML. Cut in the middle of a tag, it is as safe or unsafe as before. */
export const shownHtml = shownUpTo(LONGEST_HTML);

/** The same for what a house writes about a performance, and about a production. */
export const shownNotice = shownUpTo(LONGEST_NOTICE);
export const shownDescription = shownUpTo(LONGEST_DESCRIPTION);

function shownUpTo(longest: number) {
  return z.string().transform((text) => legibleUpTo(longest, text));
}

/** The most characters of an address on the web. */
const LONGEST_LINK = 2048;

/** An address on the web. A longer one is none: cut, it would be another one. */
export const link = z.string().transform((url) => (url.length > LONGEST_LINK ? null : url));

/** As many of a list's elements as anybody looks through. */
export function atMost<T extends z.ZodType>(most: number, element: T) {
  return z
    .array(z.unknown())
    .transform((list) => list.slice(0, most))
    .pipe(z.array(element));
}

/** The spec's `integer` and `long`, as far as JSON can carry them exactly. */
export const integer = z.int();
