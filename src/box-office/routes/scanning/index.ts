import { Hono, type MiddlewareHandler } from 'hono';
import { SCANNING_PATHS } from '#shared/api/index.ts';
import { authorized } from '../../access.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { authenticate, NO_AUTHENTICATION } from './authenticate.ts';
import { filterOptions, NO_FILTER_OPTIONS } from './filter-options.ts';
import { NO_FAILED_BARCODES, syncScans } from './sync-scans.ts';
import { invalidateToken, validateToken } from './tokens.ts';
import { NO_VALID_TICKETS, validTickets } from './valid-tickets.ts';
import { NO_VALIDATION, validateTicket } from './validate-ticket.ts';

/** The seven endpoints of ticket scanning (spec 4.2). */
export function scanningRoutes(services: Services): Hono<AppEnv> {
  const signedIn = authorized(services.tokens, services.now);
  const routes = new Hono<AppEnv>();
  routes
    .post(SCANNING_PATHS.authenticate, failsWith(NO_AUTHENTICATION), authenticate(services))
    .get(
      SCANNING_PATHS.filterOptions,
      failsWith(NO_FILTER_OPTIONS),
      signedIn,
      filterOptions(services),
    )
    .post(
      SCANNING_PATHS.validateTicket,
      failsWith(NO_VALIDATION),
      signedIn,
      validateTicket(services),
    )
    .get(SCANNING_PATHS.validTickets, failsWith(NO_VALID_TICKETS), signedIn, validTickets(services))
    .post(SCANNING_PATHS.syncScans, failsWith(NO_FAILED_BARCODES), signedIn, syncScans(services))
    .get(SCANNING_PATHS.validateToken, signedIn, validateToken())
    .delete(SCANNING_PATHS.invalidateToken, invalidateToken(services));
  return routes;
}

/** Names the data members that a failure of this endpoint carries as null. */
function failsWith(nothing: Readonly<Record<string, null>>): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set('nothing', nothing);
    return next();
  };
}
