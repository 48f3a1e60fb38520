import { gridEnds } from '#main/platform/programme/month-grid.ts';
import { readDate } from '#main/platform/programme/local-time.ts';
import type { EventPerformance, SeriesInformation } from '#shared/api/index.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '#tests/main/platform/ticketing/support/serve.ts';

/** What a platform has to tell of its future events; a test changes it between two refreshes. */
export interface Programme {
  series: readonly unknown[];
  events: readonly unknown[];
  /** What the calendar has; each month gives those of its weeks. */
  calendar: readonly EventPerformance[];
  /** What stands in `errors` of the answers of a view; null if all is well. */
  errors: Partial<Record<'series' | 'events' | 'calendar', string>>;
  /** The only months that `errors.calendar` is about, as in a request; null: all. */
  badMonth: string | null;
  /** What its answers say otherwise beside the programme (spec 2.1). */
  envelope: object;
  /** Takes over the answering. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
}

export interface Platform {
  readonly baseUrl: string;
  readonly programme: Programme;
  /** The paths that were asked for, without `/public/`. */
  readonly asked: string[];
}

export function everythingOf(
  performances: readonly EventPerformance[],
  series: SeriesInformation[],
) {
  return { series, events: performances, calendar: performances };
}

/** An answer of which so much comes that it begins to be read, and no more. */
export const half: NonNullable<Programme['answer']> = (_request, response) => {
  response.write(`{${' '.repeat(100_000)}`);
  return true;
};

/** A platform of one client (or whichever is asked for) that gives what the test says. */
export async function openPlatform(programme: Partial<Programme> = {}): Promise<Platform> {
  const current: Programme = {
    ...{
      series: [],
      events: [],
      calendar: [],
      errors: {},
      badMonth: null,
      envelope: {},
      answer: null,
    },
    ...programme,
  };
  const asked: string[] = [];
  const baseUrl = await serve((request, response) => {
    asked.push(request.url?.replace('/public/', '') ?? '');
    if (current.answer?.(request, response) === true) return;
    response.end(JSON.stringify(answerTo(request.url ?? '', current)));
  });
  return { baseUrl, programme: current, asked };
}

function answerTo(url: string, programme: Programme): unknown {
  const { series, events, calendar, errors, badMonth, envelope } = programme;
  const [, view, clientId] = /\/public\/(\w+)\/client\((\d+)\)/.exec(url) ?? [];
  const isBad = view !== 'calendar' || badMonth === null || url.endsWith(badMonth);
  const isView = view === 'series' || view === 'events' || view === 'calendar';
  const error = isView && isBad ? errors[view] : undefined;
  return {
    serviceMessages: {},
    departmentId: null,
    clientId: Number(clientId),
    clientName: 'The House',
    clientActive: true,
    errors: error === undefined ? [] : [error],
    warnings: [],
    ...envelope,
    ...(view === 'series' && { seriesInformation: series }),
    ...(view === 'events' && { performances: events }),
    ...(view === 'calendar' && { performancesByDateDisplay: byDate(url, calendar) }),
  };
}

/** In descending order of dates, as a real platform does. */
function byDate(url: string, calendar: readonly EventPerformance[]) {
  const query = new URL(url, 'http://platform').searchParams;
  const { first, last } = gridEnds({
    year: Number(query.get('year')),
    month: Number(query.get('month')),
  });
  const days = new Map<string, EventPerformance[]>();
  for (const performance of calendar) {
    const date = readDate(performance.performanceDate) ?? '';
    if (date >= first && date <= last) days.set(date, [...(days.get(date) ?? []), performance]);
  }
  return Object.fromEntries([...days].sort(([a], [b]) => (a < b ? 1 : -1)));
}
