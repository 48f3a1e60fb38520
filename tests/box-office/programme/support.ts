import {
  calendarResponseSchema,
  clientIdHeader,
  eventsResponseSchema,
  programmePath,
  seriesResponseSchema,
  type EventPerformance,
  type ProgrammeScope,
} from '#shared/api/index.ts';
import type { BoxOffice } from '#box-office/server.ts';
import { send } from '../support.ts';

export type Query = Readonly<Record<string, string | number>>;

/** Asks for what is on; the answers are parsed with the contract's schemas. */
export function programmeOf(boxOffice: BoxOffice) {
  const { clientId } = boxOffice.ids;
  const everything: ProgrammeScope = { clientId };
  const ask = async (path: string, header: Record<string, string>) =>
    (await send(boxOffice, 'GET', path, { headers: header })).json();
  const header = ({ clientId: id }: ProgrammeScope) => clientIdHeader(id);
  return {
    calendar: async (query: Query = {}, scope = everything) =>
      calendarResponseSchema.parse(
        await ask(programmePath('calendar', scope) + queryText(query), header(scope)),
      ),
    series: async (scope = everything) =>
      seriesResponseSchema.parse(await ask(programmePath('series', scope), header(scope))),
    events: async (scope = everything) =>
      eventsResponseSchema.parse(await ask(programmePath('events', scope), header(scope))),
  };
}

export function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) parameters.set(key, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export function idsOf(performances: readonly EventPerformance[]): number[] {
  return performances.map(({ performanceId }) => performanceId);
}
