import { clientIdHeader, programmePath, PROGRAMME_VIEWS } from '#shared/api/index.ts';
import { expectThat, judge, type Check } from '../check.ts';

/** Surely on no whitelist: the domain cannot exist. */
const STRANGER = 'https://conformance.invalid';

/** Browsers may ask from whitelisted domains only (spec 5 and 8). */
export const originChecks: readonly Check[] = PROGRAMME_VIEWS.map((view) => ({
  section: '5, 8',
  requirement: `${view}: a page of a domain that is not whitelisted may not read it`,
  async run({ ask, clientId }) {
    const path = programmePath(view, { clientId });
    const answers = [
      await ask(path, { headers: { ...clientIdHeader(clientId), Origin: STRANGER } }),
      await ask(path, {
        method: 'OPTIONS',
        headers: {
          Origin: STRANGER,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'clientid',
        },
      }),
    ];
    const allowed = answers.map(({ headers }) => headers.get('access-control-allow-origin'));
    return judge(
      expectThat(
        !allowed.some((origin) => origin === '*' || origin === STRANGER),
        'Access-Control-Allow-Origin lets it',
      ),
      'no Access-Control-Allow-Origin for it',
    );
  },
}));
