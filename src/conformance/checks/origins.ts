import { clientIdHeader, programmePath, PROGRAMME_VIEWS } from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import type { Answer } from '../http.ts';

/** Surely on no whitelist: the domain cannot exist. */
const STRANGER = 'https://conformance.invalid';

/** What a browser asks before it lets a page of an origin ask with a header of its own. */
const preflight = (Origin: string) => ({
  method: 'OPTIONS' as const,
  headers: {
    Origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'clientid',
  },
});

const strangers: readonly Check[] = PROGRAMME_VIEWS.map((view) => ({
  section: '5, 8',
  requirement: `${view}: a page of a domain that is not whitelisted may not read it`,
  async run({ ask, clientId }) {
    const path = programmePath(view, { clientId });
    const answers = [
      await ask(path, { headers: { ...clientIdHeader(clientId), Origin: STRANGER } }),
      await ask(path, preflight(STRANGER)),
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

const guests: readonly Check[] = PROGRAMME_VIEWS.map((view) => ({
  section: '5, 8',
  requirement: `${view}: a page of a whitelisted domain may read it, and ask with the header clientId`,
  async run({ ask, clientId, origin }) {
    if (origin === undefined) return skipped('needs --origin');
    const path = programmePath(view, { clientId });
    const read = await ask(path, { headers: { ...clientIdHeader(clientId), Origin: origin } });
    const beforehand = await ask(path, preflight(origin));
    const lets = ({ headers }: Answer) =>
      [origin, '*'].includes(headers.get('access-control-allow-origin') ?? '');
    const names = (beforehand.headers.get('access-control-allow-headers') ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase());
    return judge(
      [
        ...expectThat(lets(read), 'it may not read the answer'),
        ...expectThat(
          lets(beforehand) && beforehand.status < 300,
          'it is not let in when it asks beforehand',
        ),
        ...expectThat(
          names.includes('clientid') || names.includes('*'),
          'it may not send the header clientId',
        ),
      ],
      'it may',
    );
  },
}));

/** Browsers may ask from whitelisted domains only (spec 5 and 8). */
export const originChecks: readonly Check[] = [...strangers, ...guests];
