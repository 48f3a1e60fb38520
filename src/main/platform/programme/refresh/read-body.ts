import {
  eventPerformance,
  futureEventsEnvelope,
  messageText,
  PRODUCTION_STATUS,
  seriesInformation,
  type AsRead,
} from '#shared/api/index.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { ProgrammePart, ServiceWords } from '#shared/model/programme.ts';
import { z } from 'zod';
import { readDate } from '../local-time.ts';
import { serviceWordsOf } from './service-words.ts';

/** The contents of an answer; `unreadable` counts the records that violate the spec and were left out. */
export type BodyReading =
  | {
      readonly type: 'series';
      readonly list: AsRead<typeof seriesInformation>[];
      /** Series that cannot be read, kept only to hide their performances from the public. */
      readonly hidden: AsRead<typeof seriesInformation>[];
      readonly unreadable: number;
      readonly service: ServiceWords;
    }
  | {
      readonly type: 'performances';
      readonly list: AsRead<typeof eventPerformance>[];
      readonly unreadable: number;
      readonly service: ServiceWords;
    }
  | { readonly type: 'refused'; readonly reason: string; readonly service: ServiceWords }
  | { readonly type: 'unreadable' };

/** The longest reason that goes to the log, in characters. */
const LONGEST_REASON = 200;

const list = z.array(z.unknown());
const seriesBodySchema = z.object({ seriesInformation: list });
const eventsBodySchema = z.object({ performances: list });
const calendarBodySchema = z.object({
  performancesByDateDisplay: z.record(z.string(), z.unknown()),
});

/** A performance whose date cannot be read cannot be placed in the calendar. */
const datedPerformanceSchema = eventPerformance.lenient.refine(
  ({ performanceDate }) => readDate(performanceDate) !== null,
);

/**
 * Reads an answer about `clientId`; each performance and series by itself, so that an unreadable one
 * affects no other.
 */
export function readBody(bytes: Uint8Array, part: ProgrammePart, clientId: number): BodyReading {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { type: 'unreadable' };
  }
  const envelope = futureEventsEnvelope.lenient.safeParse(body);
  if (!envelope.success) return { type: 'unreadable' };
  const { errors, serviceMessages } = envelope.data;
  const service = serviceWordsOf(envelope.data);
  const [error] = [...errors, ...(serviceMessages?.errors ?? [])];
  if (error !== undefined) {
    return { type: 'refused', reason: messageText(error).slice(0, LONGEST_REASON), service };
  }
  // An answer about another client: a cache or a gateway has mixed them up.
  if (envelope.data.clientId !== clientId) return { type: 'unreadable' };
  const items = readItems(body, part);
  return items.type === 'unreadable' ? items : { ...items, service };
}

function readItems(body: unknown, part: ProgrammePart) {
  switch (part.type) {
    case 'series': {
      const items = seriesBodySchema.safeParse(body).data?.seriesInformation;
      const answer = concluded('series', seriesInformation.lenient, items);
      if (items === undefined || answer.type === 'unreadable')
        return { type: 'unreadable' } as const;
      return { ...answer, hidden: items.flatMap(asUnfinished) };
    }
    case 'events': {
      const items = eventsBodySchema.safeParse(body).data?.performances;
      return concluded('performances', datedPerformanceSchema, items);
    }
    case 'calendar': {
      const days = calendarBodySchema.safeParse(body).data?.performancesByDateDisplay;
      // A day whose value is no list counts as one unreadable record, unless it is empty.
      const items = days && Object.values(days).flatMap((day) => day ?? []);
      return concluded('performances', datedPerformanceSchema, items);
    }
    default:
      return assertNever(part);
  }
}

/**
 * Returns a series that does not say whether it is public as one under construction: if it were left out,
 * its performances would be shown like those of an unknown series. Returns none for any other series.
 */
function asUnfinished(item: unknown): AsRead<typeof seriesInformation>[] {
  if (seriesInformation.lenient.safeParse(item).success) return [];
  const productionStatus = PRODUCTION_STATUS.underConstruction;
  const record = z.record(z.string(), z.unknown()).safeParse(item).data;
  const hidden = seriesInformation.lenient.safeParse({ ...record, productionStatus });
  return hidden.success ? [hidden.data] : [];
}

function concluded<K extends 'series' | 'performances', T>(
  type: K,
  schema: z.ZodType<T>,
  items: readonly unknown[] | undefined,
): { type: K; list: T[]; unreadable: number } | { type: 'unreadable' } {
  if (items === undefined) return { type: 'unreadable' };
  const list = items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
  const unreadable = items.length - list.length;
  // If nothing can be read, the whole answer is wrong, and must not empty the copy.
  return unreadable > 0 && list.length === 0 ? { type: 'unreadable' } : { type, list, unreadable };
}
