import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { ERROR, PROGRAMME_VIEWS, SCANNING_PATHS } from '#shared/api/index.ts';
import type { AppEnv, Services } from './app-env.ts';
import { failure } from './envelope.ts';
import { maintenanceRoutes, whileInMaintenance } from './maintenance.ts';
import { requestLog, type BoxOfficeHooks, type TimeHeaders } from './request-log.ts';
import type { RequestRecord } from './request-record.ts';
import { logoRoutes } from './routes/logo.ts';
import { programmeRoutes } from './routes/programme/index.ts';
import { scanningRoutes } from './routes/scanning/index.ts';

/** The box office as an HTTP application. */
export function createApp(
  services: Services,
  requests: RequestRecord[],
  hooks: BoxOfficeHooks,
  timeHeaders: TimeHeaders,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog(requests, services.now, hooks, timeHeaders));
  app.use((c, next) => {
    c.set('dialect', services.dialect);
    return next();
  });
  app.use('/public/*', whileInMaintenance(services.maintenance));
  // What is long; the answer to a scan is short, and somebody stands there.
  for (const path of [
    SCANNING_PATHS.validTickets,
    ...PROGRAMME_VIEWS.map((view) => `/public/${view}/*`),
  ]) {
    app.use(path, compress({ encoding: 'gzip' }));
  }
  app.route('/', scanningRoutes(services));
  app.route('/', programmeRoutes(services));
  app.route('/', logoRoutes(services));
  app.route('/', maintenanceRoutes(services));
  app.notFound((c) => c.json({ message: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    services.reportBug(error);
    return failure(c, ERROR.unanticipatedError);
  });
  return app;
}
