import { z } from 'zod';

/** A field that the spec calls nullable. A service that leaves it out means the same by it. */
export function nullable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? null, schema.nullable());
}

/** The furthest from the epoch that a date of JavaScript reaches; beyond it there is no calendar. */
const FURTHEST = 8_640_000_000_000_000;

/** The spec's `Date`: whole milliseconds since the Unix epoch. */
export const dateMs = z.int().min(-FURTHEST).max(FURTHEST);

/** The most that is kept of a text, and of a fragment of HTML, that is only there to be read. */
export const LONGEST_TEXT = 300;
export const LONGEST_HTML = 4000;

/**
 * Text to be read on the screen, cut to more than there is room for: to lay out ten thousand
 * characters holds the page up for seconds, and with it the verdict of everyone in the queue.
 */
export const shownText = z.string().transform((text) => clipped(text, LONGEST_TEXT));

/** The same for a fragment of HTML. Cut in the middle of a tag, it is as safe or unsafe as before. */
export const shownHtml = z.string().transform((html) => clipped(html, LONGEST_HTML));

function clipped(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The spec's `integer` and `long`, as far as JSON can carry them exactly. */
export const integer = z.int();
