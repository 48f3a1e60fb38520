import { SCANNING_PATHS, validTicketsResponseSchema } from '#shared/api/index.ts';
import { edit, failureWith, type PlantedBreach } from './planting.ts';
import type { Spoiling } from './spoiling-proxy.ts';

const { validateTicket, validTickets, syncScans } = SCANNING_PATHS;

/** Another code for a failure; `errorCodeId` is followed by its key. */
const otherCode = (code: number, other: number): Spoiling =>
  failureWith((body) => body.replace(`"errorCodeId":${code},`, `"errorCodeId":${other},`));

const LACKS_SOMETHING = JSON.stringify({
  accessTokenExpiration: null,
  error: true,
  errorMessageHTML: '',
  errorDetails: { errorCodeId: 15, errorCodeKey: '', errorCodeName: '', forceLogout: false },
});

/** Takes an upload, says so, and forgets all of it if it knows one of its scans already. */
function forgetsRepeated(): Spoiling {
  const known = new Set<string>();
  return {
    request(_, path, sent) {
      if (path !== syncScans) return path;
      const barcodes = [...sent.matchAll(/"barcode":"([^"]*)"/g)].map(([, code = '']) => code);
      const isRepeated = barcodes.some((barcode) => known.has(barcode));
      for (const barcode of barcodes) known.add(barcode);
      return isRepeated ? undefined : path;
    },
    answer: ({ path, body }) =>
      path === syncScans && body === '' ? { body: '{"failedBarcodes":[]}' } : {},
  };
}

function withoutFirstPerformance(body: string): string {
  const download = validTicketsResponseSchema.parse(JSON.parse(body));
  const missing = download.tickets?.[0]?.performanceId;
  const tickets = download.tickets?.filter(({ performanceId }) => performanceId !== missing);
  return JSON.stringify({ ...download, tickets });
}

const PATRON = JSON.stringify({
  email: null,
  firstName: 'Somebody',
  lastName: null,
  billingAddress: null,
  shippingAddress: null,
  primaryPhoneNumber: null,
});

function withoutPatrons(body: string): string {
  const download = validTicketsResponseSchema.parse(JSON.parse(body));
  const tickets = download.tickets?.map((ticket) => ({ ...ticket, patron: null }));
  return JSON.stringify({ ...download, tickets });
}

/** Of what the document leaves open, and of what needs more than one user to be seen. */
export const MORE_BREACHES: readonly PlantedBreach[] = [
  {
    name: "a ticket's error that logs the user out",
    noticedBy: 'a barcode that no ticket has',
    spoiling: edit(validateTicket, (body) =>
      body.replace(/("errorCodeId":11,.*"forceLogout":)false/, '$1true'),
    ),
  },
  {
    name: 'offline scans of which each needs both keys',
    noticedBy: 'syncScans with the key barcode alone',
    spoiling: {
      answer: ({ path, sent }) => {
        const hasBoth = sent.includes('"barcode":') && sent.includes('"barcodeString":');
        return path === syncScans && !hasBoth ? { body: LACKS_SOMETHING } : {};
      },
    },
  },
  {
    name: 'a repeated offline scan that takes its whole batch with it',
    noticedBy: 'a scan that is sent twice',
    spoiling: forgetsRepeated(),
  },
  {
    name: 'a download that ignores its production',
    noticedBy: 'cache/validTickets with productionId',
    spoiling: {
      request: (_, path) => path.replace(/&productionId=\d+/, ''),
      answer({ path, body }) {
        const asked = /&productionId=(\d+)/.exec(path)?.[1];
        if (asked === undefined) return {};
        return { body: body.replace('"productionId":null', `"productionId":${asked}`) };
      },
    },
  },
  {
    name: 'an offered performance whose tickets only come when it is asked for',
    noticedBy: 'what filterOptions offers',
    spoiling: edit(validTickets, (body, { path }) =>
      path.includes('performanceId') || body.includes('"error":true')
        ? body
        : withoutFirstPerformance(body),
    ),
  },
  {
    name: 'an upload that nobody need sign in for',
    noticedBy: 'syncScans without Authorization',
    spoiling: edit(syncScans, (body) =>
      body.includes('"error":true') ? '{"failedBarcodes":[]}' : body,
    ),
  },
  {
    name: 'a token that survives its end wherever it is used',
    noticedBy: 'validTickets with a token that was invalidated',
    spoiling: { request: (method, path) => (method === 'DELETE' ? undefined : path) },
  },
  {
    name: 'a user who may not scan and is told that the password is wrong',
    noticedBy: 'a user who may not scan: code 3',
    spoiling: otherCode(3, 2),
  },
  {
    name: 'an expired password that is called wrong',
    noticedBy: 'a password that has expired: code 4',
    spoiling: otherCode(4, 2),
  },
  {
    name: 'an expired token that is called invalid',
    noticedBy: 'a token that has expired: code 5',
    spoiling: otherCode(5, 6),
  },
  {
    name: 'an error of the platform that is called one of the ticket',
    noticedBy: 'an unanticipated error: code 16',
    spoiling: otherCode(16, 11),
  },
  {
    name: 'a forced logout that forces nobody',
    noticedBy: 'an unanticipated error with forced logout: code 17',
    spoiling: failureWith((body) =>
      body.replace(/("errorCodeId":17,.*"forceLogout":)true/, '$1false'),
    ),
  },
  {
    name: 'patrons that are kept from who may see them',
    noticedBy: 'a user with the patronReporting permission',
    spoiling: edit(validTickets, (body) =>
      body.includes('"error":true') ? body : withoutPatrons(body),
    ),
  },
  {
    name: 'patrons for everybody',
    noticedBy: 'a user without the patronReporting permission',
    spoiling: edit(validTickets, (body) => body.replaceAll('"patron":null', `"patron":${PATRON}`)),
  },
  {
    name: 'a whitelist that nobody reads',
    noticedBy: 'events: a page of a whitelisted domain',
    spoiling: { answer: ({ headers }) => ({ headers: { date: headers['date'] ?? '' } }) },
  },
];
