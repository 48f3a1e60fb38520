import { describe, expect, test } from 'vitest';
import { offlineReason } from '#main/platform/ticketing/offline-reason.ts';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('failed', { cause }), { code });

const TABLE = {
  refused: ['ECONNREFUSED'],
  reset: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
  dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'],
  tls: [
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'CERT_UNTRUSTED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_CRL',
    'INVALID_CA',
    'HOSTNAME_MISMATCH',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_TLS_HANDSHAKE_TIMEOUT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    'EPROTO',
    'UND_ERR_PRX_TLS',
  ],
  timeout: [
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
  ],
  'not-the-platform': [
    'HPE_INVALID_CONSTANT',
    'UND_ERR_HEADERS_OVERFLOW',
    'Z_DATA_ERROR',
    'ERR_TRAILING_JUNK_AFTER_STREAM_END',
  ],
  unreachable: ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'UND_ERR_ABORTED', ''],
} as const;

describe.each(Object.entries(TABLE))('%s', (reason, codes) => {
  test.each(codes)('is the reason behind %s', (code) => {
    expect(offlineReason(withCode(code))).toBe(reason);
  });
});

describe('an error behind an error', () => {
  test('fetch hides the reason in its cause, however deep', () => {
    const error = new TypeError('fetch failed', {
      cause: new Error('wrapped', { cause: withCode('CERT_HAS_EXPIRED') }),
    });
    expect(offlineReason(error)).toBe('tls');
  });

  test('several addresses were tried: each has its error', () => {
    const error = new TypeError('fetch failed', {
      cause: new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]),
    });
    expect(offlineReason(error)).toBe('refused');
  });

  test('a missing IPv6 route does not hide that IPv4 ran into the time limit', () => {
    expect(
      offlineReason(new AggregateError([withCode('ENETUNREACH'), withCode('ETIMEDOUT')])),
    ).toBe('timeout');
  });

  test('causes that run in a circle come to an end', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    expect(offlineReason(error)).toBe('unreachable');
  });

  test.each([[undefined], [null], ['ECONNREFUSED'], [{ code: 'ECONNREFUSED' }], [new Error('?')]])(
    'what is not known is unreachable: %s',
    (error) => {
      expect(offlineReason(error)).toBe('unreachable');
    },
  );
});
