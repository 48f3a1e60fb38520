import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { ScanningEnvelope } from '#shared/api/index.ts';
import type { AppEnv, Maintenance, Services } from './app-env.ts';

/** An error that says nothing about itself, as a gateway sends it for the service behind it. */
const ENVELOPE: ScanningEnvelope = {
  accessTokenExpiration: null,
  error: true,
  errorMessageHTML: '<p>The service is being worked on. Please come back later.</p>',
  errorDetails: null,
};

/** While the platform is being worked on, everything is answered with 503 and an envelope. */
export function whileInMaintenance(maintenance: Maintenance): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (maintenance.on) return c.json(c.get('dialect').say(ENVELOPE), 503);
    return next();
  };
}

/** PUT /demo/maintenance, `true` or `false`: no page of another origin can send it. */
export function maintenanceRoutes({ maintenance }: Services): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.put('/demo/maintenance', async (c) => {
    const on = z.boolean().safeParse(await c.req.json().catch(() => undefined));
    if (!on.success) return c.json({ message: 'The body is true or false.' }, 400);
    maintenance.on = on.data;
    return c.body(null, 204);
  });
  return routes;
}
