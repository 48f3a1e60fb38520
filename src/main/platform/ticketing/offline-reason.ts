import type { OfflineReason } from '#shared/model/connection.ts';

/** In order of precedence: the first that matches a code is the reason. */
const REASONS: readonly (readonly [RegExp, OfflineReason])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'reset'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ERR_TLS_\w+|ERR_SSL_\w+|ERR_OSSL_\w+|EPROTO|UND_ERR_PRX_TLS)$/, 'tls'],
  [/^(CERT_\w+|CRL_\w+|\w+_CERT\w*|\w+_SIGNATURE\w*|\w+_(ISSUER|CRL)\w*)$/, 'tls'],
  [/^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/, 'tls'],
  // Something that does not speak HTTP, or not as it should.
  [
    /^(HTTPParserError|HPE_\w+|UND_ERR_HEADERS_OVERFLOW|Z_\w+|ERR_TRAILING_JUNK\w+)$/,
    'not-the-platform',
  ],
];

/**
 * Returns the reason for an error that ended a request. Searches the chain of causes and, where several
 * addresses were tried, each of their errors; the most specific one counts, so that a missing IPv6 route
 * does not hide that nothing listens on IPv4. An unknown error is `unreachable`.
 */
export function offlineReason(error: unknown): OfflineReason {
  return (
    codesOf(error)
      .map(reasonOf)
      .find((reason) => reason !== undefined) ?? 'unreachable'
  );
}

function reasonOf(code: string): OfflineReason | undefined {
  return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** The codes of an error and of all its causes, outermost first. */
function codesOf(error: unknown, seen = new Set<unknown>()): string[] {
  if (!(error instanceof Error) || seen.has(error)) return [];
  seen.add(error);
  // undici's parser gives some of its errors no code, only a name.
  const own = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const behind: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [own, ...[error.cause, ...behind].flatMap((inner) => codesOf(inner, seen))];
}
