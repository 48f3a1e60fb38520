import type { CalendarResponse, EventPerformance } from '#shared/api/index.ts';
import { err, ok } from '#shared/result.ts';
import type { Services } from '../../app-env.ts';
import { dateKey } from '../../local-time.ts';
import { monthGrid } from '../../month-grid.ts';
import { readMonth } from './month.ts';
import { eventPerformance } from './performance.ts';
import { upcomingOf, type View } from './view.ts';

type CalendarData = Pick<CalendarResponse, 'performancesByDateDisplay'>;

/**
 * The performances of a month in whole weeks, by the venue's date (spec 4.1). Days without any are
 * left out. The latest day comes first: clients must not rely on an order.
 */
export function calendarView(services: Services): View<CalendarData> {
  return {
    nothing: { performancesByDateDisplay: {} },
    answer({ scope, query, origin }) {
      const { timeZone } = scope.client;
      const asked = readMonth(query, services.now(), timeZone);
      if (!asked.ok) return asked;
      const { month } = asked.value;
      const { first, last } = monthGrid(month);
      if (dateKey({ ...month, day: 1 }).startsWith(`${services.failingMonth}-`)) {
        return err('This month has no calendar now.');
      }
      const days = new Map<string, EventPerformance[]>();
      for (const upcoming of upcomingOf(services, scope)) {
        const date = dateKey(upcoming.local);
        if (date < first || date > last) continue;
        const day = days.get(date) ?? [];
        day.push(eventPerformance(upcoming, timeZone, origin));
        days.set(date, day);
      }
      const { warnings } = asked.value;
      const performancesByDateDisplay = Object.fromEntries([...days].toReversed());
      return ok({ data: { performancesByDateDisplay }, warnings });
    },
  };
}
