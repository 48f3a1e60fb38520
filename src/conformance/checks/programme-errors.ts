import {
  clientIdHeader,
  futureEventsEnvelopeSchema,
  PROGRAMME_VIEWS,
  type ProgrammeView,
} from '#shared/api/index.ts';
import { expectThat, judge, type Check } from '../check.ts';
import type { Platform } from '../platform.ts';
import { readOk } from '../reading.ts';

/** An id that no platform has given out yet. */
export const NOBODY = 2_147_483_647;

interface Wrong {
  readonly what: string;
  readonly path: (view: ProgrammeView, clientId: number) => string;
  readonly headers: (clientId: number) => Record<string, string>;
  /** Whether the spec calls this a problem; where it is silent, only the status counts. */
  readonly reported: boolean;
}

const client = (view: ProgrammeView, id: number | string) => `/public/${view}/client(${id})`;

const WRONG: readonly Wrong[] = [
  {
    what: 'the header clientId missing',
    path: client,
    headers: () => ({}),
    reported: true,
  },
  {
    what: 'a header clientId unlike the path',
    path: client,
    headers: () => clientIdHeader(NOBODY),
    reported: false,
  },
  {
    what: 'an unknown client',
    path: (view) => client(view, NOBODY),
    headers: () => clientIdHeader(NOBODY),
    reported: true,
  },
  {
    what: 'a client id that is no number',
    path: (view) => client(view, 'x'),
    headers: clientIdHeader,
    reported: true,
  },
  {
    what: 'an unknown production',
    path: (view, id) => `${client(view, id)}/production(${NOBODY})`,
    headers: clientIdHeader,
    reported: false,
  },
  {
    what: 'an unknown department',
    path: (view, id) => `${client(view, id)}/department(${NOBODY})`,
    headers: clientIdHeader,
    reported: false,
  },
];

/** HTTP 200 whatever is wrong, and what it is in the body (spec 7.1). */
export const programmeErrorChecks: readonly Check[] = [
  ...PROGRAMME_VIEWS.flatMap((view) =>
    WRONG.map((wrong): Check => ({
      section: wrong.what.startsWith('the header') ? '5, 7.1' : '7.1',
      requirement: `${view} with ${wrong.what}: HTTP 200${said(wrong.reported)}`,
      run: (platform) => ask(platform, wrong, view),
    })),
  ),
  {
    section: '4.1, 7.1',
    requirement: `calendar with a month of 13: HTTP 200${said(true)}`,
    run: (platform) =>
      ask(
        platform,
        {
          what: '',
          path: (view, id) => `${client(view, id)}?month=13&year=2026`,
          headers: clientIdHeader,
          reported: true,
        },
        'calendar',
      ),
  },
];

function said(reported: boolean): string {
  return reported ? ', and the problem in errors or warnings' : '';
}

async function ask({ ask: send, clientId }: Platform, wrong: Wrong, view: ProgrammeView) {
  const answer = await send(wrong.path(view, clientId), { headers: wrong.headers(clientId) });
  const { value, problems } = readOk(futureEventsEnvelopeSchema, answer);
  const { errors = [], warnings = [] } = value ?? {};
  const messages = errors.length + warnings.length;
  return judge(
    [
      ...problems,
      ...expectThat(messages > 0 || !wrong.reported, 'neither errors nor warnings say anything'),
    ],
    `${errors.length} errors, ${warnings.length} warnings`,
  );
}
