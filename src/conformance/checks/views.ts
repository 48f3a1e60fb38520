import {
  calendarResponseSchema,
  clientIdHeader,
  eventsResponseSchema,
  programmePath,
  seriesResponseSchema,
  type EventPerformance,
  type ProgrammeScope,
  type ProgrammeView,
} from '#shared/api/index.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';

/** Of what a view tells: which production and department it belongs to. */
export interface Item {
  readonly productionId: number;
  readonly departmentId: number | null;
}

/** Asks for a view; gives the envelope, what it lists, and what is wrong with the answer. */
export async function askView(
  { ask }: Platform,
  view: ProgrammeView,
  scope: ProgrammeScope,
  headers: Readonly<Record<string, string>> = clientIdHeader(scope.clientId),
) {
  return readView(view, await ask(programmePath(view, scope), { headers }));
}

export function readView(view: ProgrammeView, answer: Parameters<typeof readOk>[1]) {
  switch (view) {
    case 'calendar': {
      const reading = readOk(calendarResponseSchema, answer);
      const items: Item[] = Object.values(reading.value?.performancesByDateDisplay ?? {}).flat();
      return { ...reading, items };
    }
    case 'series': {
      const reading = readOk(seriesResponseSchema, answer);
      const items: Item[] = reading.value?.seriesInformation ?? [];
      return { ...reading, items };
    }
    case 'events': {
      const reading = readOk(eventsResponseSchema, answer);
      const items: Item[] = reading.value?.performances ?? [];
      return { ...reading, items };
    }
  }
}

/** All performances that the calendar and the events have shown, each once. */
export async function seenPerformances(platform: Platform): Promise<EventPerformance[]> {
  const events = (await platform.events()).value?.performances ?? [];
  const days = (await platform.calendar()).value?.performancesByDateDisplay ?? {};
  const all = [...Object.values(days).flat(), ...events];
  return [...new Map(all.map((one) => [one.performanceId, one])).values()];
}
