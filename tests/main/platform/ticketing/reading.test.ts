import { describe, expect, test } from 'vitest';
import { scanningEnvelopeSchema, validateTicketResponseSchema } from '#shared/api/index.ts';
import { emptyReader, scanningReader, syncReader } from '#main/platform/ticketing/reading.ts';
import { syncScansResponseSchema } from '#shared/api/sync-scans.ts';

const readTicket = (body: unknown) =>
  scanningReader(validateTicketResponseSchema)(JSON.stringify(body), 200);

const ENVELOPE = { accessTokenExpiration: 5, error: false, errorMessageHTML: null };
const DETAILS = {
  errorCodeId: 12,
  errorCodeKey: 'error.ticket.scanned',
  errorCodeName: 'Ticket Already Scanned',
  forceLogout: false,
};
const REFUSAL = { ...ENVELOPE, error: true, errorMessageHTML: '<b>no</b>', errorDetails: DETAILS };

test.each([302, 401, 403, 404, 429, 500, 503])(
  'an envelope of nulls that calls itself no error lets nobody in with HTTP %i',
  (status) => {
    const read = scanningReader(validateTicketResponseSchema);
    expect(read(JSON.stringify(ENVELOPE), status)).toEqual({ type: 'unreadable', at: 'status' });
    expect(read(JSON.stringify(REFUSAL), status)).toMatchObject({ error: { code: 12 } });
  },
);

describe('a refusal', () => {
  test('is taken with its code, its words and the expiry', () => {
    expect(readTicket(REFUSAL)).toEqual({
      type: 'refusal',
      accessTokenExpiration: 5,
      error: {
        code: 12,
        key: 'error.ticket.scanned',
        name: 'Ticket Already Scanned',
        forceLogout: false,
        messageHtml: '<b>no</b>',
      },
    });
  });

  test('moves the expiry in whatever form that is told, like any other answer', () => {
    const at = Date.UTC(2026, 10, 20, 18);
    const told = { ...REFUSAL, accessTokenExpiration: '2026-11-20T18:00:00Z' };
    expect(readTicket(told)).toMatchObject({ type: 'refusal', accessTokenExpiration: at });
    expect(readTicket({ ...told, accessTokenExpiration: 'soon' })).toMatchObject({
      type: 'refusal',
      accessTokenExpiration: null,
    });
  });

  test.each([[null], [undefined]])('without details (%s) has code 0 and no name', (details) => {
    expect(readTicket({ ...REFUSAL, errorDetails: details })).toMatchObject({
      type: 'refusal',
      error: { code: 0, key: '', name: '', forceLogout: false, messageHtml: '<b>no</b>' },
    });
  });

  test('stays one when all but its code is missing or odd', () => {
    const body = { error: true, errorDetails: { errorCodeId: 13 }, errorMessageHTML: 7 };
    expect(readTicket(body)).toMatchObject({ type: 'refusal', error: { code: 13 } });
  });

  test('may have data members of any shape', () => {
    expect(readTicket({ ...REFUSAL, name: 7 })).toMatchObject({ type: 'refusal' });
  });

  test.each([
    ['its number as text', { errorCodeId: '12' }],
    ['its number alone', { errorCodeId: 12, errorCodeKey: null, errorCodeName: 7 }],
    ['its key alone', { errorCodeId: 0, errorCodeKey: 'error.ticket.alreadyScanned' }],
    ['its name alone', { errorCodeId: null, errorCodeName: ' ticket already SCANNED ' }],
    [
      'a name for an odd number',
      { errorCodeId: 'twelve', errorCodeName: 'Ticket Already Scanned' },
    ],
    [
      'a number that another key contradicts',
      { errorCodeId: 12, errorCodeKey: 'error.token.expired' },
    ],
  ])('is known by %s', (_by, details) => {
    expect(readTicket({ ...REFUSAL, errorDetails: details })).toMatchObject({
      type: 'refusal',
      error: { code: 12 },
    });
  });

  test.each([
    [true, true],
    ['true', true],
    ['false', false],
    [null, false],
    [1, false],
  ])('that forces a logout says so: %j', (forceLogout, expected) => {
    const errorDetails = { ...DETAILS, forceLogout };
    expect(readTicket({ ...REFUSAL, errorDetails })).toMatchObject({
      error: { code: 12, forceLogout: expected },
    });
  });

  test('that the spec does not know keeps its number and its words', () => {
    const errorDetails = {
      errorCodeId: 99,
      errorCodeKey: 'error.gate',
      errorCodeName: 'Wrong Gate',
    };
    expect(readTicket({ ...REFUSAL, errorDetails })).toMatchObject({
      error: { code: 99, key: 'error.gate', name: 'Wrong Gate' },
    });
  });

  describe.each([429, 500, 503])('with status %i', (status) => {
    const read = (body: unknown) =>
      scanningReader(validateTicketResponseSchema)(JSON.stringify(body), status);

    test.each([
      ['without details', null],
      ['with a code that nobody knows', { errorCodeId: 99, errorCodeName: 'Maintenance' }],
      ['with zeros', { errorCodeId: 0, errorCodeKey: '', errorCodeName: '', forceLogout: false }],
    ])('is a platform in trouble, which has said nothing: %s', (_how, errorDetails) => {
      expect(read({ ...REFUSAL, errorDetails })).toEqual({
        type: 'unreadable',
        at: 'errorDetails',
      });
    });

    test('is its word all the same where the spec knows the code', () => {
      expect(read(REFUSAL)).toMatchObject({ type: 'refusal', error: { code: 12 } });
    });
  });

  test.each([false, 'false'])('in the details of a success (%j) is neither', (error) => {
    expect(readTicket({ ...REFUSAL, error })).toEqual({
      type: 'unreadable',
      at: 'errorDetails (contradicts)',
    });
  });

  test('of an upload comes in the envelope, its success without one', () => {
    const read = syncReader(syncScansResponseSchema);
    expect(read(JSON.stringify(REFUSAL), 200)).toMatchObject({ type: 'refusal' });
    expect(read('{"failedBarcodes":[]}', 200)).toMatchObject({
      type: 'value',
      value: { failedBarcodes: [] },
      accessTokenExpiration: null,
    });
  });
});

describe('no verdict ever comes from', () => {
  test.each([
    ['an empty body', ''],
    ['a page', '<html>Please log in</html>'],
    ['half an answer', '{"error": false, "accessTok'],
    ['null', 'null'],
    ['a number', '1'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['a portal that also says error: false', '{"error": false}'],
    ['a portal that also says error: true', '{"error": true, "message": "log in"}'],
    ['an error that is not a boolean', '{"error": "no", "errorDetails": null}'],
    ['an envelope whose promise is broken', '{"error":false,"errorDetails":null,"name":7}'],
  ])('%s', (_what, body) => {
    const reading = scanningReader(validateTicketResponseSchema)(body, 200);
    expect(reading.type).toBe('unreadable');
  });
});

describe('the end of a session', () => {
  test.each([
    [200, ''],
    [204, ''],
    [200, ' \n'],
    [200, JSON.stringify({ ...ENVELOPE, errorDetails: null })],
  ])('status %i with the body %j is understood', (status, body) => {
    expect(emptyReader(body, status)).toMatchObject({ type: 'value', value: null });
  });

  test.each([
    [302, ''],
    [404, ''],
    [200, '<html></html>'],
    [200, '{}'],
  ])('status %i with the body %j is not', (status, body) => {
    expect(emptyReader(body, status).type).toBe('unreadable');
  });

  test('a refusal is told', () => {
    expect(emptyReader(JSON.stringify(REFUSAL), 200)).toMatchObject({ error: { code: 12 } });
  });
});

test('what is logged of a broken promise are names of members, never values', () => {
  const reading = scanningReader(scanningEnvelopeSchema)(
    JSON.stringify({ ...ENVELOPE, accessTokenExpiration: 'secret' }),
    200,
  );
  expect(reading).toEqual({ type: 'unreadable', at: 'accessTokenExpiration (invalid_type)' });
});
