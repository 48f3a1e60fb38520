import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { PROGRAMME_VIEWS, type ProgrammeView } from '#shared/api/index.ts';
import type { AppEnv, Services } from '../../app-env.ts';
import { answer } from '../../envelope.ts';
import { calendarView } from './calendar.ts';
import { envelope } from './envelope.ts';
import { eventsView } from './events.ts';
import { findScope, readQuestion } from './question.ts';
import { seriesView } from './series.ts';
import type { View } from './view.ts';

/**
 * The nine paths of the future events (spec 4.1). They answer HTTP 200 whatever is wrong with the
 * request, and say in `errors` and `warnings` what it is (spec 7.1): without an answer it is an
 * error, and what was ignored is a warning. Browsers may ask from whitelisted origins (spec 8).
 */
export function programmeRoutes(services: Services): Hono<AppEnv> {
  const views: Record<ProgrammeView, View<object>> = {
    calendar: calendarView(services),
    series: seriesView(services),
    events: eventsView(services),
  };
  const fromWhitelist = cors({
    origin: [...services.allowedOrigins],
    allowMethods: ['GET'],
    allowHeaders: ['clientId'],
  });
  const routes = new Hono<AppEnv>();
  for (const name of PROGRAMME_VIEWS) {
    const path = `/public/${name}`;
    const respond = (c: Context<AppEnv>) => askView(c, services, views[name]);
    routes.use(`${path}/*`, fromWhitelist);
    routes.get(`${path}/:client`, respond).get(`${path}/:client/:part`, respond);
  }
  return routes;
}

function askView(c: Context<AppEnv>, { programme, reportBug }: Services, view: View<object>) {
  const question = readQuestion(c);
  if (question === undefined) return c.notFound();
  try {
    const scope = findScope(programme, question, c.req.header('clientId'));
    if (!scope.ok) {
      const { message, clientId, client } = scope.error;
      return answer(c, {
        ...envelope({ clientId, client, departmentId: null, errors: [message] }),
        ...view.nothing,
      });
    }
    const { client, departmentId } = scope.value;
    const about = { clientId: client.id, client, departmentId };
    const { origin } = new URL(c.req.url);
    const answered = view.answer({ scope: scope.value, query: c.req.query(), origin });
    if (!answered.ok) {
      return answer(c, { ...envelope({ ...about, errors: [answered.error] }), ...view.nothing });
    }
    const { data, warnings } = answered.value;
    if (client.active === 0) warnings.push('This client is not active.');
    return answer(c, { ...envelope({ ...about, warnings }), ...data });
  } catch (error) {
    reportBug(error instanceof Error ? error : new Error(String(error)));
    const errors = ['Something unexpected happened. Please try again.'];
    const nobody = { clientId: 0, client: undefined, departmentId: null };
    return answer(c, { ...envelope({ ...nobody, errors }), ...view.nothing });
  }
}
