import {
  AVAILABILITY,
  type ProductionVenue,
  type SeriesInformation,
  type SeriesResponse,
} from '#shared/api/index.ts';
import { ok } from '#shared/result.ts';
import type { Services } from '../../app-env.ts';
import type { ProductionRow, Programme, UpcomingRow } from '../../programme.ts';
import { logoFileId, logoLink } from '../logo.ts';
import type { View } from './view.ts';

/**
 * The productions that have future performances (spec 4.1), by name, whatever their status and
 * their performances' display code: what to show of them is the client's decision.
 */
export function seriesView(services: Services): View<Pick<SeriesResponse, 'seriesInformation'>> {
  const { programme, now, listsBegun } = services;
  return {
    nothing: { seriesInformation: [] },
    answer({ scope, origin }) {
      const upcoming = programme.upcoming(scope, now(), listsBegun);
      const seriesInformation = programme.productionsOf(scope.client.id).flatMap((production) => {
        const run = upcoming.filter((row) => row.productionId === production.id);
        const [first, last] = [run[0], run.at(-1)];
        if (first === undefined || last === undefined) return [];
        return [
          {
            ...aboutProduction(programme, production, origin),
            ...aboutRun(run),
            firstPerformanceDate: first.start,
            lastPerformanceDate: last.start,
          },
        ];
      });
      return ok({ data: { seriesInformation }, warnings: [] });
    },
  };
}

type AboutRun = Pick<
  SeriesInformation,
  'hasAvailableTickets' | 'performanceIdIfOnlyOneEventAvailable' | 'showLinkToBuyTickets'
>;

/** Available is what can be bought by all or by package holders (spec 2.4 and 3.2). */
function aboutRun(run: readonly UpcomingRow[]): AboutRun {
  const available = run.filter(({ availability }) => availability !== AVAILABILITY.notAvailable);
  const [only] = available;
  return {
    hasAvailableTickets: run.some(({ remaining }) => remaining > 0),
    performanceIdIfOnlyOneEventAvailable:
      available.length === 1 && only !== undefined ? only.id : null,
    showLinkToBuyTickets: available.length > 0,
  };
}

type AboutProduction = Omit<
  SeriesInformation,
  keyof AboutRun | 'firstPerformanceDate' | 'lastPerformanceDate'
>;

function aboutProduction(
  programme: Programme,
  production: ProductionRow,
  origin: string,
): AboutProduction {
  return {
    productionId: production.id,
    productionName: production.name,
    productionStatus: production.status,
    productionStyle: production.style,
    productionVenue: venueOf(programme, production),
    noRemainingMessage: production.noRemainingMessage,
    shutoffHour: production.shutoffHour,
    shutoffHourMessage: production.shutoffMessage,
    seriesSuperTitle: production.superTitle,
    seriesSubTitle: production.subTitle,
    purchaseAlert: production.purchaseAlert,
    productionDescription: production.description,
    productionLogoClientFileId: logoFileId(production),
    productionLogoLink: logoLink(production, origin),
    productionLogoAltName: production.logoAltName,
    departmentId: production.departmentId,
    departmentName: production.departmentName,
  };
}

function venueOf(programme: Programme, production: ProductionRow): ProductionVenue | null {
  const { venueId, venueName } = production;
  if (venueId === null || venueName === null) return null;
  return {
    name: venueName,
    location: production.venueLocation,
    venuePhone: production.venuePhone,
    transitInfo: production.transitInfo,
    venueAddress: programme.addressOf(venueId),
  };
}
