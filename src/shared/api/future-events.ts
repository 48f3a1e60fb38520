import { z } from 'zod';
import { legibleUpTo } from '../legible.ts';
import { eventPerformance } from './event-performance.ts';
import { flag, integer, LONGEST_NOTICE, nullable, shownNotice, shownText } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { byDate, listOf, record } from './record.ts';
import { seriesInformation } from './series-information.ts';

/** A message of the service. The spec does not show its shape: a string, or an object with text. */
export const serviceMessageSchema = z.union([
  shownNotice.strict,
  z.record(z.string(), z.unknown()),
]);
export type ServiceMessage = z.infer<typeof serviceMessageSchema>;

/** Every element of a list of messages counts: an error without text is still an error. */
const serviceMessage = {
  strict: serviceMessageSchema,
  read: (value: unknown): ServiceMessage =>
    typeof value === 'object' ? { ...value } : (shownNotice.read(value) ?? ''),
  absent: null,
};

const list = listOf(serviceMessage);
const messages = { ...list, strict: list.strict.default([]) };

/** The service's messages by their weight (spec 2.1). */
export const serviceMessages = record([], {
  errors: messages,
  warnings: messages,
  infoMessages: messages,
  allMessages: messages,
});
export const serviceMessagesSchema = serviceMessages.strict;
export type ServiceMessages = z.infer<typeof serviceMessagesSchema>;

const futureEventsFields = {
  serviceMessages,
  departmentId: nullable(integer),
  clientId: integer,
  clientName: shownText,
  clientActive: flag,
  errors: messages,
  warnings: messages,
};

/** What every future-events answer carries (spec 2.1). */
export const futureEventsEnvelope = record(MUST_HAVE.futureEvents, futureEventsFields);
export const futureEventsEnvelopeSchema = futureEventsEnvelope.strict;
export type FutureEventsEnvelope = z.infer<typeof futureEventsEnvelopeSchema>;

/** Calendar: performances by date, keys `yyyy-MM-dd`, in no promised order (spec 2.1). */
export const calendar = record(MUST_HAVE.calendar, {
  ...futureEventsFields,
  performancesByDateDisplay: byDate(listOf(eventPerformance)),
});
export const calendarResponseSchema = calendar.strict;
export type CalendarResponse = z.infer<typeof calendarResponseSchema>;

/** Series: one record a production (spec 2.1). */
export const series = record(MUST_HAVE.series, {
  ...futureEventsFields,
  seriesInformation: listOf(seriesInformation),
});
export const seriesResponseSchema = series.strict;
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;

/** Events: the flat list of performances (spec 2.1). */
export const events = record(MUST_HAVE.events, {
  ...futureEventsFields,
  performances: listOf(eventPerformance),
});
export const eventsResponseSchema = events.strict;
export type EventsResponse = z.infer<typeof eventsResponseSchema>;

/** Returns the text of a message: itself, or the strings among its members; empty if there is none. */
export function messageText(message: ServiceMessage): string {
  if (typeof message === 'string') return message;
  const texts = Object.values(message).filter((member) => typeof member === 'string');
  return legibleUpTo(LONGEST_NOTICE, texts.join(': '));
}
