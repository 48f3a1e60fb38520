/** The seven paths of ticket scanning (spec 4.2), relative to the base URL. */
export const SCANNING_PATHS = {
  authenticate: '/public/scanning/authenticate',
  filterOptions: '/public/scanning/filterOptions',
  validateTicket: '/public/scanning/validateTicket',
  validTickets: '/public/scanning/cache/validTickets',
  syncScans: '/public/scanning/cache/syncScans',
  validateToken: '/public/scanning/validateToken',
  invalidateToken: '/public/scanning/invalidateToken',
} as const;

/** The three views of the future events (spec 4.1). */
export const PROGRAMME_VIEWS = ['calendar', 'series', 'events'] as const;
export type ProgrammeView = (typeof PROGRAMME_VIEWS)[number];

/** The scope of a view: everything of a client, or one production or department of it. */
export type ProgrammeScope =
  | { readonly clientId: number }
  | { readonly clientId: number; readonly productionId: number }
  | { readonly clientId: number; readonly departmentId: number };

/** The path of a view (spec 4.1), e.g. `/public/series/client(284)/department(1219)`. */
export function programmePath(view: ProgrammeView, scope: ProgrammeScope): string {
  const path = `/public/${view}/client(${scope.clientId})`;
  if ('productionId' in scope) return `${path}/production(${scope.productionId})`;
  if ('departmentId' in scope) return `${path}/department(${scope.departmentId})`;
  return path;
}
