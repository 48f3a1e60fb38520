import { Hono } from 'hono';
import { ERROR } from '#shared/api/index.ts';
import type { AppEnv, Services } from './app-env.ts';
import { failure } from './envelope.ts';
import { requestLog, type BoxOfficeHooks, type RequestRecord } from './request-log.ts';
import { logoRoutes } from './routes/logo.ts';
import { programmeRoutes } from './routes/programme/index.ts';
import { scanningRoutes } from './routes/scanning/index.ts';

/** The box office as an HTTP application. */
export function createApp(
  services: Services,
  requests: RequestRecord[],
  hooks: BoxOfficeHooks,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog(requests, services.now, hooks));
  app.route('/', scanningRoutes(services));
  app.route('/', programmeRoutes(services));
  app.route('/', logoRoutes(services));
  app.notFound((c) => c.json({ message: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    services.reportBug(error);
    return failure(c, ERROR.unanticipatedError);
  });
  return app;
}
