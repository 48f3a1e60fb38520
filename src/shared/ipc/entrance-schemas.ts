import { z } from 'zod';
import { readPattern } from '#shared/entrances/pattern.ts';
import {
  ARROWS,
  LONGEST_ENTRANCE_NAME,
  LONGEST_PATTERN,
  LONGEST_WAY,
  MOST_ENTRANCES,
  MOST_PATTERNS,
  MOST_WIDE_PATTERNS,
  NO_WAY,
  type Entrance,
  type EntranceSign,
  type InLanguages,
  type TicketPattern,
  type Way,
} from '#shared/model/entrance.ts';
import { LANGUAGES } from '#shared/model/settings.ts';

const name = z.string().trim().min(1).max(LONGEST_ENTRANCE_NAME);
const words = z.string().trim().min(1).max(LONGEST_WAY);
const inLanguages = (text: typeof name): z.ZodType<InLanguages> =>
  z.partialRecord(z.enum(LANGUAGES), text);

const pattern = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_PATTERN)
  .refine((text) => readPattern(text).ok, 'not a pattern: a brace is open, or holds no range');

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'not a colour like #1a2b3c')
  .toLowerCase();

const waySchema: z.ZodType<Way> = z.strictObject({
  arrow: z.enum(ARROWS).nullable().default(null),
  words: words.nullable().default(null),
  wordsIn: inLanguages(words).default({}),
});

const sign = {
  id: name,
  name,
  nameIn: inLanguages(name).default({}),
  colour: colour.nullable().default(null),
  way: waySchema.default(NO_WAY),
};

/** An entrance as verdicts name it. */
export const entranceSignSchema: z.ZodType<EntranceSign> = z.object(sign);

/** Which tickets belong to an entrance, by at least one of their texts. */
const ticketPatternSchema: z.ZodType<TicketPattern> = z
  .strictObject({
    section: pattern.exactOptional(),
    performance: pattern.exactOptional(),
    seat: pattern.exactOptional(),
    text: pattern.exactOptional(),
  })
  .refine((texts) => Object.keys(texts).length > 0, 'a pattern for nothing');

const entranceSchema: z.ZodType<Entrance> = z.strictObject({
  ...sign,
  waysFrom: z.record(name, waySchema).default({}),
  tickets: z.array(ticketPatternSchema).default([]),
});

/** The entrances of a house, each once, and no more patterns than a scan can be judged by at once. */
export const entrancesSchema: z.ZodType<readonly Entrance[]> = z
  .array(entranceSchema)
  .max(MOST_ENTRANCES)
  .superRefine((entrances, context) => {
    const add = (message: string, path: (string | number)[] = []) =>
      context.addIssue({ code: 'custom', path, message });
    entrances.forEach(({ id }, index) => {
      const isFirst = entrances.findIndex((one) => one.id === id) === index;
      if (!isFirst) add('another entrance has this id', [index, 'id']);
    });
    const patterns = entrances.flatMap(({ tickets }) => tickets);
    if (patterns.length > MOST_PATTERNS) add(`more than ${MOST_PATTERNS} patterns`);
    if (patterns.filter(isWide).length > MOST_WIDE_PATTERNS) {
      add(
        `more than ${MOST_WIDE_PATTERNS} patterns without a section, performance or seat in full`,
      );
    }
  });

/** Whether it has to be tried with every ticket, because it names no text in full. */
export function isWide({ section, performance, seat }: TicketPattern): boolean {
  return [section, performance, seat].every((text) => {
    const read = text === undefined ? null : readPattern(text);
    return read === null || !read.ok || read.value.literal === null;
  });
}
