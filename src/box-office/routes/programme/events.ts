import type { EventsResponse } from '#shared/api/index.ts';
import { ok } from '#shared/result.ts';
import type { Services } from '../../app-env.ts';
import { eventPerformance } from './performance.ts';
import { upcomingOf, type View } from './view.ts';

/** Every future performance of the scope, by start (spec 4.1). */
export function eventsView(services: Services): View<Pick<EventsResponse, 'performances'>> {
  return {
    nothing: { performances: [] },
    answer: ({ scope, origin }) =>
      ok({
        data: {
          performances: upcomingOf(services, scope).map((upcoming) =>
            eventPerformance(upcoming, scope.client.timeZone, origin),
          ),
        },
        warnings: [],
      }),
  };
}
