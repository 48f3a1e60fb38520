import {
  eventPerformanceSchema,
  futureEventsEnvelopeSchema,
  messageText,
  seriesInformationSchema,
  type EventPerformance,
  type SeriesInformation,
} from '#shared/api/index.ts';
import { assertNever } from '#shared/assert-never.ts';
import { z } from 'zod';
import { readDate } from '../local-time.ts';
import type { ProgrammeView } from './messages.ts';

/** What an answer held; `unreadable` counts what was not as the spec promises, and was left out. */
export type BodyReading =
  | { readonly type: 'series'; readonly list: SeriesInformation[]; readonly unreadable: number }
  | {
      readonly type: 'performances';
      readonly list: EventPerformance[];
      readonly unreadable: number;
    }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'unreadable' };

/** The longest reason that goes to the log, in characters. */
const LONGEST_REASON = 200;

const list = z.array(z.unknown());
const seriesBodySchema = z.object({ seriesInformation: list });
const eventsBodySchema = z.object({ performances: list });
const calendarBodySchema = z.object({ performancesByDateDisplay: z.record(z.string(), list) });

/** A performance whose date cannot be read has no place anywhere. */
const datedPerformanceSchema = eventPerformanceSchema.refine(
  ({ performanceDate }) => readDate(performanceDate) !== null,
);

/** Reads an answer about `clientId`; each performance and series for itself, so that one costs no other. */
export function readBody(bytes: Uint8Array, view: ProgrammeView, clientId: number): BodyReading {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { type: 'unreadable' };
  }
  const envelope = futureEventsEnvelopeSchema.safeParse(body);
  if (!envelope.success) return { type: 'unreadable' };
  const [error] = [...envelope.data.errors, ...envelope.data.serviceMessages.errors];
  if (error !== undefined) {
    return { type: 'refused', reason: messageText(error).slice(0, LONGEST_REASON) };
  }
  // An answer about somebody else: a cache or a gateway mixed them up.
  if (envelope.data.clientId !== clientId) return { type: 'unreadable' };
  return readItems(body, view);
}

function readItems(body: unknown, view: ProgrammeView): BodyReading {
  switch (view.type) {
    case 'series': {
      const items = seriesBodySchema.safeParse(body).data?.seriesInformation;
      return concluded('series', seriesInformationSchema, items);
    }
    case 'events': {
      const items = eventsBodySchema.safeParse(body).data?.performances;
      return concluded('performances', datedPerformanceSchema, items);
    }
    case 'calendar': {
      const days = calendarBodySchema.safeParse(body).data?.performancesByDateDisplay;
      return concluded('performances', datedPerformanceSchema, days && Object.values(days).flat());
    }
    default:
      return assertNever(view);
  }
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
  // If nothing can be read, it is the answer that is wrong: it must not empty the copy.
  return unreadable > 0 && list.length === 0 ? { type: 'unreadable' } : { type, list, unreadable };
}
