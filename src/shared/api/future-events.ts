import { z } from 'zod';
import { legibleUpTo } from '../legible.ts';
import { integer, LONGEST_NOTICE, nullable, shownNotice, shownText } from './field.ts';
import { eventPerformanceSchema } from './event-performance.ts';
import { seriesInformationSchema } from './series-information.ts';

/** A message of the service. The spec does not show its shape: a string, or an object with text. */
export const serviceMessageSchema = z.union([shownNotice, z.record(z.string(), z.unknown())]);
export type ServiceMessage = z.infer<typeof serviceMessageSchema>;

const messages = z.array(serviceMessageSchema).default([]);

/** The service's messages by their weight (spec 2.1). */
export const serviceMessagesSchema = z.object({
  errors: messages,
  warnings: messages,
  infoMessages: messages,
  allMessages: messages,
});
export type ServiceMessages = z.infer<typeof serviceMessagesSchema>;

/** What every future-events answer carries (spec 2.1). */
export const futureEventsEnvelopeSchema = z.object({
  serviceMessages: serviceMessagesSchema,
  departmentId: nullable(integer),
  clientId: integer,
  clientName: shownText,
  clientActive: z.boolean(),
  errors: messages,
  warnings: messages,
});
export type FutureEventsEnvelope = z.infer<typeof futureEventsEnvelopeSchema>;

/** Calendar: performances by date, keys `yyyy-MM-dd`, in no promised order (spec 2.1). */
export const calendarResponseSchema = futureEventsEnvelopeSchema.extend({
  performancesByDateDisplay: z.record(z.string(), z.array(eventPerformanceSchema)),
});
export type CalendarResponse = z.infer<typeof calendarResponseSchema>;

/** Series: one record a production (spec 2.1). */
export const seriesResponseSchema = futureEventsEnvelopeSchema.extend({
  seriesInformation: z.array(seriesInformationSchema),
});
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;

/** Events: the flat list of performances (spec 2.1). */
export const eventsResponseSchema = futureEventsEnvelopeSchema.extend({
  performances: z.array(eventPerformanceSchema),
});
export type EventsResponse = z.infer<typeof eventsResponseSchema>;

/** What text a message holds: itself, or the strings among its members; empty if there is none. */
export function messageText(message: ServiceMessage): string {
  if (typeof message === 'string') return message;
  const texts = Object.values(message).filter((member) => typeof member === 'string');
  return legibleUpTo(LONGEST_NOTICE, texts.join(': '));
}
