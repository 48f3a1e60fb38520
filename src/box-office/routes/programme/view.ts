import type { Services } from '../../app-env.ts';
import type { Result } from '#shared/result.ts';
import { localTime } from '../../local-time.ts';
import type { Scope } from '../../programme.ts';
import type { Upcoming } from './performance.ts';

/** A request for a view that names something there is. */
export interface Request {
  readonly scope: Scope;
  readonly query: Readonly<Record<string, string>>;
  /** Where this service is reached, for links to its logos. */
  readonly origin: string;
}

export interface ViewAnswer<T> {
  readonly data: T;
  readonly warnings: string[];
}

/** Calendar, series or events: the member that it adds to the envelope (spec 2.1). */
export interface View<T extends object> {
  /** That member when there is a problem. */
  readonly nothing: T;
  readonly answer: (request: Request) => Result<ViewAnswer<T>, string>;
}

/** The performances of the scope that are still to come, by start. */
export function upcomingOf({ programme, now, listsBegun }: Services, scope: Scope): Upcoming[] {
  const productions = new Map(
    programme.productionsOf(scope.client.id).map((production) => [production.id, production]),
  );
  return programme.upcoming(scope, now(), listsBegun).flatMap((row) => {
    const production = productions.get(row.productionId);
    if (production === undefined) return [];
    const local = localTime(row.start, scope.client.timeZone);
    return [{ row, production, local, entryTimes: programme.entryTimesOf(row.id) }];
  });
}
