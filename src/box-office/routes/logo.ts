import { Hono } from 'hono';
import type { AppEnv, Services } from '../app-env.ts';
import { LOGO_TYPES, pngLogo, svgLogo } from '../demo/logo.ts';
import type { ProductionRow } from '../programme.ts';

type Logo = Pick<ProductionRow, 'id' | 'logoType'>;

/** Where the box office itself serves a production's logo; null if it has none. */
export function logoLink({ id, logoType }: Logo, origin: string): string | null {
  return logoType === null ? null : `${origin}/demo/logo/${id}.${logoType}`;
}

/** The id that goes with the link (spec 2.4). */
export function logoFileId({ id, logoType }: Logo): number | null {
  return logoType === null ? null : 900_000 + id;
}

/** GET /demo/logo/5101.svg: the demo productions' logos, drawn when they are asked for. */
export function logoRoutes({ programme }: Services): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/demo/logo/:file', async (c) => {
    const file = c.req.param('file');
    const id = Number.parseInt(file);
    const production = programme.production(id);
    const logoType = production?.logoType ?? null;
    if (production === undefined || logoType === null || file !== `${id}.${logoType}`) {
      return c.notFound();
    }
    const logo = logoType === 'svg' ? await svgLogo(production) : pngLogo(production);
    return c.body(logo, 200, { 'Content-Type': LOGO_TYPES[logoType] });
  });
  return routes;
}
